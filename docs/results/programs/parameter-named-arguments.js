function f(arguments) {
  return arguments;
}
f(2);
