// parallax conform 1: ends normally
// Node and Bun refuse to import with an error of their own realm, which must lead nowhere.
import("nowhere").catch((error) => error.constructor.constructor("return process")().abort());
