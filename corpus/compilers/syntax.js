// Programs on syntax, each after a line with its name.

//// html-comment
var log = [];
var x=1;
<!-- x=2
x++;
--> x=5
log.push(x);

//// html-comment-gen
var log = [];
var x=5,y=3;var r=x< !--y;log.push(r,y);var z=x-- >y;log.push(z,x);var a='<!--',b='-->';log.push(a+b);var re=/<!--/;log.push(re.test('<!--'));

//// html-script
var log = [];
log.push('</script>','</SCRIPT>'.length,/<\/script>/.source.length,`</script>`,String.raw`</script>`);

//// asi
var log = [];
var a=1
var b=a
++b
log.push(a,b)
var c=a
;[1].forEach(x=>log.push(x))
let d
=5
log.push(d)
var f=function(){return
1}
log.push(f())

//// arrow-obj
var log = [];
log.push((()=>({}))()+'',(()=>({}).a)(),(()=>({a:1})['a'])(),(()=>({}?1:2))(),(()=>function(){}.name)(),(()=>[].length)(),(()=>class{}.name)());

//// stmt-start
var log = [];
({}).toString();(function(){log.push(1)})();(class{static{log.push(2)}});({a:1})['a'];(function(){}).name;!function(){log.push(3)}();({}={});let_=1;(()=>{log.push(4)})();

//// unary-spacing
var log = [];
var a=1,b=2;log.push(a+ +b,a- -b,a+ ++b,a- --b,- -a,+ +a,!(!a),~(~a),- (-a),a-(-b),a+(+b),-(-1),+(-1),a---b);

//// num-member
var log = [];
log.push(1..toString(),1.5.toFixed(0),(1).toFixed(1),1e3.toString(),0x1.toString(),-1..toFixed(),(-1).toFixed(),1n.toString(),.5.toFixed(0));

//// in-priv-prec
var log = [];
class A {
  #x;
  static t(o) {
    return [!(#x in o), #x in o === true, #x in o in {
      true: 1
    }, #x in o && 1].join();
  }
}
log.push(A.t(new A()), A.t({}));

//// seq-arrow-body
var log = [];
log.push((()=>(1,2))(),[(1,2)].length,((a,b)=>a)(...[(1,2),3]),{a:(1,2)}.a,`${(1,2)}`);var f=(a=(1,2))=>a;log.push(f());

//// yield-paren
var log = [];
function* g(){var x=(yield 1)+1;var y=yield (1,2);return [x,(yield)?1:2,-(yield),(yield)()]}var i=g();i.next();log.push(i.next(5).value);i.next();i.next(1);i.next(2);log.push(i.next(()=>9).value.join());

//// await-paren
var log = [];
(async()=>{var f=async x=>x;log.push((await f(2))**2,-(await f(1)),(await f({a:()=>3})).a(),await (await f(f(4))),(await f([5]))[0],!(await f(0)),`${await f(6)}`,new (await f(class{v=7}))().v)})();
