//! Boa: a new context for each test.

use boa_engine::{Context, JsError, JsResult, JsValue, Script, Source, js_string};

use super::Reply;
use crate::PRELUDE;

/// The engine and its version.
pub fn version() -> String {
    "Boa/0.22".to_owned()
}

/// Runs a test.
pub fn run(script: &str) -> Reply {
    let mut context = Context::default();
    in_realm(script, &mut context).unwrap_or_else(|error| Reply {
        how: "threw".to_owned(),
        what: "object".to_owned(),
        message: error.to_string(),
        ..Reply::default()
    })
}

fn in_realm(script: &str, context: &mut Context) -> JsResult<Reply> {
    let ask = context.eval(Source::from_bytes(PRELUDE))?;
    let mut reply = Reply::default();
    let parsed = Script::parse(Source::from_bytes(script), None, context);
    let is_script = parsed.is_ok();
    let ended = parsed.and_then(|script| script.evaluate(context));
    // What a job throws is nobody's business; the others run all the same.
    let _ = context.run_jobs();
    match ended {
        Ok(_) => {
            "ended".clone_into(&mut reply.how);
            reply.check = asked(&ask, "check", JsValue::undefined(), context)?;
        }
        Err(error) => {
            let thrown = error.into_opaque(context)?;
            reply.what = asked(&ask, "kind", thrown.clone(), context)?;
            reply.message = asked(&ask, "message", thrown, context)?;
            let refused = !is_script && reply.what == "SyntaxError";
            (if refused { "no script" } else { "threw" }).clone_into(&mut reply.how);
        }
    }
    reply.output = asked(&ask, "output", JsValue::undefined(), context)?;
    Ok(reply)
}

fn asked(
    ask: &JsValue,
    question: &str,
    thrown: JsValue,
    context: &mut Context,
) -> JsResult<String> {
    let Some(function) = ask.as_callable() else {
        return Err(JsError::from_opaque(js_string!("the prelude gives no function").into()));
    };
    let question = js_string!(question).into();
    let answer = function.call(&JsValue::undefined(), &[question, thrown], context)?;
    Ok(answer.as_string().map(|text| text.to_std_string_lossy()).unwrap_or_default())
}
