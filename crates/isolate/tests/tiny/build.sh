# Builds Tiny with coverage, and the machine without, from the folder $1 into the working folder.
set -eu
mkdir -p source
cp "$1"/*.c "$1"/*.h source/
for name in lex tree parse fold strength dead jumps emit main; do
  gcc -std=c11 -O0 --coverage -c "source/$name.c" -o "$name.o"
done
gcc --coverage ./*.o -o tiny
gcc -std=c11 -O1 source/machine.c -o machine
