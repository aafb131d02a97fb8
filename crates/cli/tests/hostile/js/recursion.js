// Calls itself without end.
function again() { return again() + again(); }
attempt(again);
