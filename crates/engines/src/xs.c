/* The driver in XS: a line of JSON for each test comes, a line for each answer goes. Each test has a
 * machine of its own, in which the prelude runs first. No other object of ours gets there, and what
 * the program may have replaced is not used: the JSON is read and written here. There are no modules.
 *
 * This uses XS's inner interface, `xsAll.h` and `xsScript.h`: by `xs.h` alone a script can neither be
 * run from memory nor be told from a text that is none. XS 13.3 and 17.7 are known to do. */

#include "xsAll.h"
#include "xsScript.h"
#include <malloc.h>
#include <stdbool.h>
#include <sys/resource.h>

/* What the process may allocate, in bytes. */
#define MEMORY ((rlim_t)512 << 20)
/* The stack of XS itself, in bytes, and that of a program, in slots of 32 bytes. */
#define NATIVE_STACK ((size_t)16 << 20)
#define PROGRAM_STACK (256 * 1024)
/* Messages and output are kept up to here. */
#define LONGEST 2000

typedef struct {
	txString bytes;
	txSize size;
} Text;

typedef enum { ENDED, THREW, NO_SCRIPT } How;

static void give_up(const char* why)
{
	fprintf(stderr, "XS gives up: %s\n", why);
	/* Without the rest of an answer that was begun. */
	_exit(1);
}

/* What XS asks of its platform */

static const char* reason(int status)
{
	switch (status) {
	case XS_NOT_ENOUGH_MEMORY_EXIT: return "memory full";
	case XS_NO_MORE_KEYS_EXIT: return "too many keys";
#if XS_MAJOR_VERSION > 13
	case XS_JAVASCRIPT_STACK_OVERFLOW_EXIT:
	case XS_NATIVE_STACK_OVERFLOW_EXIT:
#else
	case XS_STACK_OVERFLOW_EXIT:
#endif
		return "stack overflow";
	/* `Atomics.waitAsync` is what asks for them. */
	case XS_DEAD_STRIP_EXIT: return "no timers";
	default: return "fatal error";
	}
}

void fxAbort(txMachine* the, int status)
{
	/* What a job throws is nobody's business; the others run all the same. */
	if (status != XS_UNHANDLED_EXCEPTION_EXIT && status != XS_UNHANDLED_REJECTION_EXIT)
		give_up(reason(status));
}

/* Jobs are looked for when the program has ended. */
void fxQueuePromiseJobs(txMachine* the) {}

/* Scripts */

/* Compiles a script. One that is refused gives code that throws why. */
static txScript* compile(txMachine* the, Text text, bool* is_refused)
{
	txStringCStream source = { text.bytes, 0, text.size };
	txScript* volatile script = NULL;
	txParser parser;
	txParserJump jump;
	fxInitializeParser(&parser, the, the->parserBufferSize, the->parserTableModulo);
	parser.firstJump = &jump;
	if (c_setjmp(jump.jmp_buf) == 0) {
		fxParserTree(&parser, &source, fxStringCGetter, mxProgramFlag, NULL);
		fxParserHoist(&parser);
		fxParserBind(&parser);
		script = fxParserCode(&parser);
	}
	/* The parser can also run out of something, which says nothing about the script. */
	*is_refused = parser.errorCount > 0 && parser.errorSymbol == parser.SyntaxErrorSymbol;
	fxTerminateParser(&parser);
	return script;
}

/* Runs a script, and pushes what it completes with or throws. */
static How run(txMachine* the, Text text)
{
	bool is_refused;
	txScript* script = compile(the, text, &is_refused);
	txSlot* program = mxProgram.value.reference;
	txSlot* realm = mxModuleInstanceInternal(program)->value.module.realm;
	txSlot* scope = mxRealmClosures(realm)->value.reference;
	How how = ENDED;
	mxTry(the) {
		fxRunScript(the, script, mxRealmGlobal(realm), NULL, scope, NULL, program);
	}
	mxCatch(the) {
		mxPush(mxException);
		mxException = mxUndefined;
		how = is_refused ? NO_SCRIPT : THREW;
	}
	return how;
}

/* Runs all jobs, and what is to be done about garbage when there are no more; that may add some. */
static void run_jobs(txMachine* the)
{
	do {
		while (mxPendingJobs.value.reference->next)
			fxRunPromiseJobs(the);
		fxEndJob(the);
	} while (mxPendingJobs.value.reference->next);
}

/* Lines */

/* Reads a string of JSON in place: XS wants each UTF-16 unit encoded as if it were a character, and
 * zero in two bytes, so that no text gets longer. */
static Text unescaped(txString string)
{
	static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
	txString from = string, to = string;
	while (*from && *from != '"') {
		const char* letter;
		unsigned unit;
		if (*from != '\\')
			*to++ = *from++;
		else if (from[1] == 'u' && sscanf(from + 2, "%4x", &unit) == 1) {
			to = fxUTF8Encode(to, unit);
			from += 6;
		}
		else {
			letter = strchr(letters, from[1]);
			*to++ = letter ? meanings[letter - letters] : from[1];
			from += 2;
		}
	}
	return (Text){ string, to - string };
}

/* Writes a string of JSON. Nothing but ASCII, so that nobody need decode bytes, and no half of a
 * surrogate pair. */
static void say_text(txString text)
{
	putchar('"');
	for (int count = 0; count < LONGEST; count++) {
		txInteger character;
		text = fxCESU8Decode(text, &character);
		if (character == C_EOF)
			break;
		if (0xD800 <= character && character <= 0xDFFF)
			character = 0xFFFD;
		if (character > 0xFFFF)
			printf("\\u%04x\\u%04x", 0xD7C0 + (character >> 10), 0xDC00 + (character & 0x3FF));
		else if (character < ' ' || character > '~' || character == '"' || character == '\\')
			printf("\\u%04x", character);
		else
			putchar(character);
	}
	putchar('"');
}

/* Puts a question to the prelude, and writes the answer as a field of the reply. */
static void say_asked(txMachine* the, txSlot* ask, const char* field, txString question, txSlot* thrown)
{
	mxPushUndefined();
	mxPushSlot(ask);
	mxCall();
	mxPushStringC(question);
	mxPushSlot(thrown);
	mxRunCount(2);
	printf(",\"%s\":", field);
	say_text(mxIsStringPrimitive(the->stack) ? the->stack->value.string : "");
	mxPop();
}

/* Tests */

static void answer(txMachine* the, size_t id, Text prelude, Text test)
{
	static const char* names[] = { "ended", "threw", "no script" };
	if (run(the, prelude) != ENDED)
		give_up("the prelude fails");
	txSlot* ask = the->stack;
	How how = run(the, test);
	txSlot* outcome = the->stack;
	run_jobs(the);
	printf("{\"id\":%zu,\"how\":\"%s\"", id, names[how]);
	if (how == ENDED)
		say_asked(the, ask, "check", "check", outcome);
	else {
		say_asked(the, ask, "what", "kind", outcome);
		say_asked(the, ask, "message", "message", outcome);
	}
	say_asked(the, ask, "output", "output", outcome);
	puts("}");
	fflush(stdout);
}

static void in_new_machine(size_t id, Text prelude, Text test)
{
	txCreation creation = {
		.initialChunkSize = 256 * 1024,
		.incrementalChunkSize = 1024 * 1024,
		.initialHeapCount = 32 * 1024,
		.incrementalHeapCount = 64 * 1024,
		.stackCount = PROGRAM_STACK,
		.initialKeyCount = 8 * 1024,
		.incrementalKeyCount = 8 * 1024,
		.nameModulo = 1993,
		.symbolModulo = 127,
		/* The longest token. */
		.parserBufferSize = 1024 * 1024,
		.parserTableModulo = 1993,
	};
	txMachine* the = fxCreateMachine(&creation, "test", NULL, XS_NO_ID);
	if (!the)
		give_up("no machine");
	fxBeginHost(the);
	mxTry(the) {
		answer(the, id, prelude, test);
	}
	mxCatch(the) {
		give_up("the prelude does not answer");
	}
	fxEndHost(the);
	fxDeleteMachine(the);
}

static void* serve(void* prelude)
{
	char* line = NULL;
	size_t capacity = 0, id;
	int start;
	printf("{\"version\":\"XS/%d.%d.%d\"}\n", XS_MAJOR_VERSION, XS_MINOR_VERSION, XS_PATCH_VERSION);
	fflush(stdout);
	while (getline(&line, &capacity, stdin) > 0) {
		start = 0;
		if (sscanf(line, " { \"id\" : %zu , \"script\" : \"%n", &id, &start) != 1 || !start)
			give_up("a request is none");
		in_new_machine(id, *(Text*)prelude, unescaped(line + start));
	}
	return NULL;
}

static Text file(const char* path)
{
	Text text = { NULL, 0 };
	size_t capacity = 0;
	FILE* stream = fopen(path, "r");
	/* Up to a zero, of which there is none. */
	ssize_t size = stream ? getdelim(&text.bytes, &capacity, 0, stream) : -1;
	if (size < 0)
		give_up("the prelude cannot be read");
	fclose(stream);
	text.size = size;
	return text;
}

/* Makes the list of those that share memory, before the first machine would: XS lets no program wait
 * in the thread that made it. */
static void keep_cluster(void)
{
#if XS_MAJOR_VERSION > 13
	fxInitializeSharedCluster(NULL);
#else
	fxInitializeSharedCluster();
#endif
}

/* Tests run in a thread, so that the stack is of a known size and a program may wait. */
int main(int count, char* arguments[])
{
	if (count != 2)
		give_up("it needs the path of the prelude, and nothing else");
	Text prelude = file(arguments[1]);
	pthread_attr_t attributes;
	pthread_t thread;
	setrlimit(RLIMIT_AS, &(struct rlimit){ MEMORY, MEMORY });
	/* A heap of the thread's own would take its share of that before it is used. */
	mallopt(M_ARENA_MAX, 1);
	keep_cluster();
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, NATIVE_STACK);
	if (pthread_create(&thread, &attributes, serve, &prelude) != 0)
		give_up("no thread");
	pthread_join(thread, NULL);
	return 0;
}
