#!/bin/sh
# Builds XS with our driver in it:
#   build.sh <folder `xs` of Moddable's sources> <xs.c> <binary to be made>
# The folder is `moddable/xs` in the npm package @agoric/xsnap, and `xs` in Moddable's repository.
# One compiler at a time. No debugger, metering or snapshots: they cost time, and nobody asks for them.
set -eu
xs=$1 driver=$2 binary=$3
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT

# What XS is told about the system; what the driver does not define itself is as XS has it.
cat >"$built/platform.h" <<HEADER
#include <arpa/inet.h>
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#undef mxLinux
#define mxLinux 1
#define mxMachinePlatform void* waiterCondition; void* waiterData; void* waiterLink;
#define mxUseGCCAtomics 1
#define mxUsePOSIXThreads 1
#define mxUseDefaultBuildKeys 1
#define mxUseDefaultChunkAllocation 1
#define mxUseDefaultFindModule 1
#define mxUseDefaultLoadModule 1
#define mxUseDefaultMachinePlatform 1
#define mxUseDefaultParseScript 1
#define mxUseDefaultSharedChunks 1
#define mxUseDefaultSlotAllocation 1
/* The language, as Moddable tests it. */
#define mx32bitID 1
#define mxAliasInstance 0
#define mxBoundsCheck 1
#define mxCESU8 1
#define mxCanonicalNaN 1
#define mxExplicitResourceManagement 1
#define mxKeysGarbageCollection 1
#define mxMinusZero 1
#define mxNative 0
#define mxNoConsole 1
#define mxParse 1
#define mxRegExpUnicodePropertyEscapes 1
#define mxRun 1
#define mxSloppy 1
#define mxStringNormalize 1
#define mxWithHasGetSequence 1
HEADER

compile() {
  ${CC:-gcc} -O1 -w -fno-common -DINCLUDE_XSPLATFORM -DXSPLATFORM='"platform.h"' \
    -I"$built" -I"$xs/includes" -I"$xs/platforms" -I"$xs/sources" "$@"
}
for name in API All Arguments Array Atomics BigInt Boolean Code Common DataView Date Debug Defaults \
  Error Function Generator Global JSON Lexical Lockdown MapSet Marshall Math Memory Module Number \
  Object Platforms Profile Promise Property Proxy RegExp Run Scope Script SourceMap String Symbol \
  Syntaxical Tree Type dtoa mc re; do
  compile -c "$xs/sources/xs$name.c" -o "$built/$name.o"
done
compile "$driver" "$built"/*.o -lm -lpthread -o "$binary"
