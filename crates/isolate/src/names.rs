//! Names of functions as their authors wrote them, from the names that the linker knows.

use std::fmt;

use cpp_demangle::{DemangleNodeType, DemangleOptions, DemangleWrite, Symbol};

/// A name of Rust as its author wrote it; other names stay as they are.
pub fn demangled_rust(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}

/// A function's name without the types of its parameters and its template arguments.
pub fn short_name(name: &str) -> String {
    // Older names of Rust look like those of C++, and end with a hash.
    if let Ok(rust) = rustc_demangle::try_demangle(name) {
        return format!("{rust:#}");
    }
    short_cpp_name(name).unwrap_or_else(|| name.to_owned())
}

fn short_cpp_name(name: &str) -> Option<String> {
    // A part of a function that the compiler has split off is named `f.part.0`.
    let whole = name.split('.').next().unwrap_or(name);
    let symbol = Symbol::new(whole).ok()?;
    let options = DemangleOptions::new().no_params().no_return_type();
    let mut short = ShortName::default();
    symbol.structured_demangle(&mut short, &options).ok()?;
    Some(without_parameters(&short.text))
}

/// A name without lists of parameters, which stay where a function is inside another one.
fn without_parameters(name: &str) -> String {
    let mut short = String::new();
    let mut rest = name;
    while let Some(at) = rest.find('(') {
        let (before, list) = rest.split_at(at);
        short.push_str(before);
        let end = closing(list);
        let is_name = list.starts_with("(anonymous namespace)") || short.ends_with("operator");
        if is_name {
            short.push_str(&list[..end]);
        }
        rest = &list[end..];
        rest = rest.strip_prefix(" const").unwrap_or(rest);
    }
    short.push_str(rest);
    short
}

/// Behind the bracket that closes the first one.
fn closing(list: &str) -> usize {
    let mut depth = 0;
    for (at, c) in list.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            return at + 1;
        }
    }
    list.len()
}

/// Takes a name piece by piece, and leaves out template arguments.
#[derive(Default)]
struct ShortName {
    text: String,
    /// What is open, and whether it is a list of template arguments.
    open: Vec<bool>,
    /// Whether a list has just been closed, whose bracket is still to come.
    is_bracket_due: bool,
}

impl ShortName {
    fn is_left_out(&self) -> bool {
        self.open.contains(&true)
    }
}

impl DemangleWrite for ShortName {
    fn push_demangle_node(&mut self, node: DemangleNodeType) {
        let is_list = matches!(node, DemangleNodeType::TemplateArgs);
        if is_list && !self.is_left_out() && self.text.ends_with('<') {
            self.text.pop();
        }
        self.open.push(is_list);
    }

    fn write_string(&mut self, piece: &str) -> fmt::Result {
        if self.is_left_out() {
            return Ok(());
        }
        let due = std::mem::take(&mut self.is_bracket_due);
        let closed = piece.trim_start().strip_prefix('>').filter(|_| due);
        self.text.push_str(closed.unwrap_or(piece));
        Ok(())
    }

    fn pop_demangle_node(&mut self) {
        let was_list = self.open.pop() == Some(true);
        self.is_bracket_due = was_list && !self.is_left_out();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short() {
        for (name, short) in [
            ("_ZL15simplify_rotateP20gimple_stmt_iterator", "simplify_rotate"),
            (
                "_ZN11strlen_pass21handle_builtin_memcpyE17built_in_function",
                "strlen_pass::handle_builtin_memcpy",
            ),
            ("_Z3foov", "foo"),
            ("_Z3foov.part.0", "foo"),
            ("_ZN3vecIiE4pushERKi", "vec::push"),
            ("_Z3maxIiET_S0_S0_", "max"),
            ("_ZN1aIS_IiEE1bEv", "a::b"),
            ("_ZltRK1AS1_", "operator<"),
            (
                "_ZN12_GLOBAL__N_18pass_dse7executeEP8function",
                "(anonymous namespace)::pass_dse::execute",
            ),
            ("_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write"),
            ("_RNvCs1234_7mycrate3foo", "mycrate::foo"),
            ("_ZZN1a1bEiENKUlvE_clEv", "a::b::{lambda#1}::operator()"),
            ("_ZZ1fiEN5local3getEv", "f::local::get"),
            ("main", "main"),
            ("_Zqqq", "_Zqqq"),
        ] {
            assert_eq!(short_name(name), short, "{name}");
        }
    }
}
