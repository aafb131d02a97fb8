#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| parallax_fuzz::run("source_map", input));
