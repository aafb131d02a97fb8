// Leaves processes behind that have no parent and ignore signals.
attempt(() => run(`for i in 1 2 3 4 5; do
  (setsid sh -c 'trap "" TERM HUP INT; sleep @SLEEP@ & sleep @SLEEP@' > /dev/null 2>&1 < /dev/null &)
done`));
