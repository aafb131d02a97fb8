/* Reads a number and what is behind it; ends the calculator where there is none. */
int number(const char *text, char **rest);

/* The value of numbers with + and - between them. */
int plain(const char *text);
int fast(const char *text);
