// parallax conform 1: throws ReferenceError
"use strict";
undeclared = 1;
