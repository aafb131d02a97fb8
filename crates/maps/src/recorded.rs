//! What compilers made of small programs, recorded for tests.

use parallax_model::Program;

use crate::compiler::Compiled;
use crate::source_map::SourceMap;

/// A statement that begins with a parenthesis.
pub(crate) const PARENTHESISED: &str = "let o = { a: 1 };\nlet a;\n({ a } = o);\nconsole.log(a);\n";

/// The mappings that esbuild 0.28.2 writes for it. The text stays as it is.
const BY_ESBUILD: &str =
    "AAAA,IAAI,IAAI,EAAE,GAAG,EAAE;AACf,IAAI;AAAA,CACH,EAAE,EAAE,IAAI;AACT,QAAQ,IAAI,CAAC;";

/// The same with a mapping of its own for the parenthesis.
const MENDED: &str =
    "AAAA,IAAI,IAAI,EAAE,GAAG,EAAE;AACf,IAAI;AACJ,CAAC,EAAE,EAAE,IAAI;AACT,QAAQ,IAAI,CAAC;";

/// A function, and what takes types away leaves as it is.
pub(crate) const FUNCTION: &str = "function add(a, b) {\n  let sum = a + b;\n  return sum;\n}\nlet s = 0;\ns = add(s, 1);\nconsole.log(s);\n";

/// The mappings that esbuild 0.28.2 writes for it. The text stays as it is.
const FUNCTION_BY_ESBUILD: &str = "AAAA,SAAS,IAAI,GAAG,GAAG;AACjB,MAAI,MAAM,IAAI;AACd,SAAO;AACT;AACA,IAAI,IAAI;AACR,IAAI,IAAI,GAAG,CAAC;AACZ,QAAQ,IAAI,CAAC;";

fn compiled(text: &str, mappings: &str) -> Compiled {
    let json = format!(r#"{{"version":3,"sources":["p.js"],"mappings":"{mappings}"}}"#);
    Compiled { program: Program::new("p.js", text), map: SourceMap::read(&json).unwrap() }
}

/// What esbuild makes of [`PARENTHESISED`].
pub(crate) fn parenthesised() -> Compiled {
    compiled(PARENTHESISED, BY_ESBUILD)
}

/// What a compiler without that bug would make of it.
pub(crate) fn mended() -> Compiled {
    compiled(PARENTHESISED, MENDED)
}

/// What esbuild makes of [`FUNCTION`].
pub(crate) fn function() -> Compiled {
    compiled(FUNCTION, FUNCTION_BY_ESBUILD)
}
