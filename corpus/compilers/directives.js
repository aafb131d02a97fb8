// Programs on directives, each after a line with its name.

//// directive
var log = [];
function f(){'use strict';return this}log.push(f());function g(){('use strict');return typeof this}log.push(g());function h(){'use\x20strict';return typeof this}log.push(h());function kk(){'a';'use strict';return typeof this}log.push(kk());function l(){`use strict`;return typeof this}log.push(l());

//// directive-comma
var log = [];
function f(){'use strict',1;return typeof this}log.push(f());function g(){'use strict'+'';return typeof this}log.push(g());function h(){;'use strict';return typeof this}log.push(h());function kk(){'use strict'.length;return typeof this}log.push(kk());

//// directive-generated
var log = [];
function f(){('use strict');var x=010;return x}log.push(f());function g(){return;'use strict'}function h(){void 0;'use strict';return typeof this}log.push(h());function kk(){if(1)'use strict';return typeof this}log.push(kk());

//// directive-arrow
var log = [];
var f = () => {
  'use strict';

  return function () {
    return this;
  }();
};
log.push(f());
var o = {
  m() {
    'use strict';

    return function () {
      return typeof this;
    }();
  }
};
log.push(o.m());

//// directive-paren-first
var log = [];
(function(){("use strict");log.push(typeof this)})();(function(){(("a"));with({x:1})log.push(x)})();
