//! A deviation of a compiler in front of an engine, as a bug that can be reported.

use parallax_bugs::{Case, Tool, Transformation};
use parallax_model::conformance::Deviation;
use serde_json::Value;

use crate::Context;

/// The tool of an engine's name such as `babel-es2015+node`; none if it has no compiler with a tracker.
pub fn tool(name: &str) -> Option<Tool> {
    let (compiler, _) = name.split_once('+')?;
    let known = [
        ("babel", Tool::Babel),
        ("esbuild", Tool::Esbuild),
        ("oxc-minify", Tool::OxcMinify),
        ("oxc", Tool::OxcTransform),
        ("swc", Tool::Swc),
        ("terser", Tool::Terser),
        ("tsc", Tool::Typescript),
        ("uglify-js", Tool::UglifyJs),
    ];
    let is = |own: &str| {
        compiler.strip_prefix(own).is_some_and(|it| it.is_empty() || it.starts_with('-'))
    };
    known.into_iter().find(|(own, _)| is(own)).map(|(_, tool)| tool)
}

/// What shows the bug: the program with its checks, which throw what is wrong. By the text nothing is printed.
pub fn case(
    deviation: &Deviation,
    (name, tool): (&str, Tool),
    does: &str,
    context: &Context,
) -> anyhow::Result<Case> {
    let options = context.config.engine(name)?.compiler.map(|it| it.options);
    Ok(Case::Transformation(Transformation {
        program: deviation.script.clone(),
        options: written(tool, &options.unwrap_or_default()),
        right: Vec::new(),
        shown: does.to_owned(),
        control: None,
        control_right: Vec::new(),
    }))
}

/// Options as the script of a tool takes them: an object, or the arguments of a command.
fn written(tool: Tool, options: &Value) -> String {
    let arguments: Vec<String> = match (tool, options) {
        (Tool::Typescript, _) => {
            let always = ["--ignoreConfig", "--noCheck", "--noLib", "--allowJs"].map(str::to_owned);
            let flags = options["flags"].as_array().into_iter().flatten();
            let flags = flags.filter_map(|it| it.as_str().map(str::to_owned));
            always.into_iter().chain(flags).collect()
        }
        (Tool::Esbuild, Value::Object(all)) => all
            .iter()
            .map(|(key, value)| match value {
                Value::Bool(true) => format!("--{key}"),
                Value::String(text) => format!("--{key}={text}"),
                other => format!("--{key}={other}"),
            })
            .collect(),
        _ => return options.to_string(),
    };
    Value::from(arguments).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_compiler_is_known_by_the_name_in_front() {
        assert_eq!(tool("babel+node"), Some(Tool::Babel));
        assert_eq!(tool("oxc-minify+bun"), Some(Tool::OxcMinify));
        assert_eq!(tool("oxc-es2018+node"), Some(Tool::OxcTransform));
        assert_eq!((tool("node"), tool("oxcart+node")), (None, None));
    }

    #[test]
    fn commands_get_arguments() {
        let options = json!({ "minify": true, "target": "es2020" });
        assert_eq!(written(Tool::Esbuild, &options), r#"["--minify","--target=es2020"]"#);
        assert_eq!(written(Tool::Terser, &json!({ "mangle": true })), r#"{"mangle":true}"#);
        let flags = written(Tool::Typescript, &json!({ "flags": ["--target", "es2015"] }));
        assert!(flags.ends_with(r#""--target","es2015"]"#), "{flags}");
    }
}
