//! Function names, without what debuggers add to them.

/// What protocols call code that has no name.
const NAMELESS: &[&str] =
    &["(global)", "(eval)", "(module)", "(anonymous)", "global code", "eval code", "module code"];

/// The part of a function's name that the program itself wrote.
pub fn plain(name: &str) -> String {
    if NAMELESS.contains(&name) || name.ends_with(['<', '/']) {
        return String::new();
    }
    if let Some(at) = name.find('[') {
        return name[at..].to_owned(); // a symbol's, such as [Symbol.iterator]
    }
    let last = name.rsplit(['.', '/']).next().unwrap_or(name);
    last.trim_start_matches("get ").trim_start_matches("set ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_the_debugger_added() {
        let check = |raw: &str, expected: &str| assert_eq!(plain(raw), expected, "{raw}");
        check("(global)", "");
        check("global code", "");
        check("f", "f");
        check("A.prototype.pm", "pm");
        check("A.pm", "pm");
        check("outer/<", "");
        check("arr<", "");
        check("K/this.t", "t");
        check("get size", "size");
        check("#secret", "#secret");
        check("[Symbol.iterator]", "[Symbol.iterator]");
        check("get [Symbol.toStringTag]", "[Symbol.toStringTag]");
    }
}
