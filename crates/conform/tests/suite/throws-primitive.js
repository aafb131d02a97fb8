// parallax conform 1: throws -1
throw -1;
