//! QuickJS-ng: a new runtime for each test.

use std::ffi::{CStr, CString};

use rquickjs::context::EvalOptions;
use rquickjs::{Context, Ctx, Function, Runtime, Value, qjs};

use super::Reply;
use crate::PRELUDE;

/// The stack of a program. The process has eight times as much.
const STACK: usize = 1 << 20;

/// The engine and its version.
#[expect(unsafe_code, reason = "rquickjs does not wrap this function")]
pub fn version() -> String {
    // SAFETY: the function has no preconditions, and returns a text that is never freed.
    let version = unsafe { CStr::from_ptr(qjs::JS_GetVersion()) };
    format!("QuickJS-ng/{}", version.to_string_lossy())
}

/// Runs a test.
pub fn run(script: &str) -> Reply {
    let answer = || -> rquickjs::Result<Reply> {
        let runtime = Runtime::new()?;
        runtime.set_max_stack_size(STACK);
        let context = Context::full(&runtime)?;
        context.with(|ctx| in_realm(&ctx, script))
    };
    answer().unwrap_or_else(|error| Reply {
        how: "threw".to_owned(),
        what: "object".to_owned(),
        message: error.to_string(),
        ..Reply::default()
    })
}

fn in_realm<'js>(ctx: &Ctx<'js>, script: &str) -> rquickjs::Result<Reply> {
    let mut sloppy = EvalOptions::default();
    sloppy.strict = false;
    let ask: Function<'js> = ctx.eval_with_options(PRELUDE, sloppy)?;
    let asked = |question: &str, thrown: Value<'js>| -> rquickjs::Result<String> {
        lossy(ask.call((question, thrown))?)
    };
    let undefined = || Value::new_undefined(ctx.clone());
    let mut reply = Reply::default();
    match evaluate(ctx, script) {
        Ok(()) => {
            while ctx.execute_pending_job() {}
            "ended".clone_into(&mut reply.how);
            reply.check = asked("check", undefined())?;
        }
        Err((compiled, thrown)) => {
            while ctx.execute_pending_job() {}
            reply.what = asked("kind", thrown.clone())?;
            reply.message = asked("message", thrown)?;
            let refused = !compiled && reply.what == "SyntaxError";
            (if refused { "no script" } else { "threw" }).clone_into(&mut reply.how);
        }
    }
    reply.output = asked("output", undefined())?;
    Ok(reply)
}

/// A text in which halves of surrogate pairs are replaced.
#[expect(unsafe_code, reason = "rquickjs gives only texts that are valid UTF-8")]
fn lossy(text: rquickjs::String<'_>) -> rquickjs::Result<String> {
    let text = text.to_cstring()?;
    // SAFETY: the bytes are there as long as `text`, which outlives the slice.
    let bytes = unsafe { std::slice::from_raw_parts(text.as_ptr().cast::<u8>(), text.len()) };
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// Compiles a script, then runs it; if either fails, whether it was compiled, and what was thrown.
#[expect(unsafe_code, reason = "rquickjs cannot compile a script without running it")]
fn evaluate<'js>(ctx: &Ctx<'js>, script: &str) -> Result<(), (bool, Value<'js>)> {
    // A NUL in a script is refused by the grammar outside of strings and comments; as C has it, the
    // text would end there.
    let Ok(text) = CString::new(script) else {
        return Err((true, Value::new_undefined(ctx.clone())));
    };
    let flags = qjs::JS_EVAL_TYPE_GLOBAL | qjs::JS_EVAL_FLAG_COMPILE_ONLY;
    let raw = ctx.as_raw().as_ptr();
    // SAFETY: the context is alive and used by this thread only, and the text ends with a NUL. Each
    // value is owned by exactly one of: the next call, `Value`.
    unsafe {
        let compiled = qjs::JS_Eval(
            raw,
            text.as_ptr(),
            text.as_bytes().len() as _,
            c"test.js".as_ptr(),
            flags as i32,
        );
        if qjs::JS_IsException(compiled) {
            return Err((false, ctx.catch()));
        }
        let ended = qjs::JS_EvalFunction(raw, compiled);
        if qjs::JS_IsException(ended) {
            return Err((true, ctx.catch()));
        }
        drop(Value::from_raw(ctx.clone(), ended));
    }
    Ok(())
}
