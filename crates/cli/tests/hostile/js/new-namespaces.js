// Makes name spaces in which it is root.
attempt(() => run(`unshare -Urmpf sh -c '
  mount -t tmpfs none /usr; umount /tmp; touch @OUTSIDE@; nsenter -t 1 -m touch @OUTSIDE@; id'`));
