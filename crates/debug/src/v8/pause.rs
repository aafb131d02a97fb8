//! What the person in front of a paused program sees: frames, scopes, values, members.

use parallax_model::{
    CALLER_LIMIT, FRAME_LIMIT, Frame, Member, MemberKind, Members, Misbehaviour, Pause, Scope,
    ScopeKind, Source, Value, Variable,
};

use super::{Inspector, location_of};
use crate::inside::{self, Inside};
use crate::protocols::cdp;

impl Inspector {
    /// Reads everything that the person in front of a paused program sees.
    pub(super) async fn observe(&mut self, paused: cdp::Paused) -> Result<Pause, Misbehaviour> {
        let exception = exception(&paused);
        let async_stack = paused.async_stack_trace;
        let async_callers = async_stack.map(|it| it.names(&self.script)).unwrap_or_default();
        let own = paused.call_frames.into_iter();
        let own = own.filter_map(|frame| self.source(&frame).map(|source| (frame, source)));
        let mut own: Vec<_> = own.take(FRAME_LIMIT).collect();
        let stack = own.iter().map(|(frame, source)| Frame {
            function: frame.function_name.clone(),
            location: location_of(&frame.location),
            source: *source,
        });
        let mut pause = Pause::new(stack.collect(), Vec::new());
        self.frames = own.iter().map(|(frame, _)| frame.call_frame_id.clone()).collect();
        let mut inside = Inside::default();
        let mut tickets = Vec::new();
        for (depth, (frame, _)) in own.iter().enumerate().take(1 + CALLER_LIMIT) {
            let scopes = readable_scopes(&frame.scope_chain).into_iter();
            for (number, kind, id) in scopes.filter(|it| depth == 0 || inside::is_own(it.1)) {
                let request = cdp::RuntimeGetProperties {
                    object_id: id,
                    own_properties: true,
                    generate_preview: inside::is_looked_into(kind, own.len()),
                };
                tickets.push((depth, kind, number, self.rpc.post(&request).await?));
            }
        }
        if let Some((top, _)) = own.first_mut() {
            pause.this = top.this.take().map(|mirror| Box::new(inside.this(mirror)));
            pause.returned = top.return_value.take().map(value);
        }
        pause.exception = exception;
        pause.async_callers = async_callers;
        pause.callers = vec![Vec::new(); own.len().saturating_sub(1).min(CALLER_LIMIT)];
        self.shown.clear();
        for (depth, kind, number, ticket) in tickets {
            let properties =
                self.rpc.reply(ticket).await?.given().map_or_else(Vec::new, |read| read.result);
            if depth == 0 {
                let names = properties.iter().map(|it| it.name.clone());
                self.shown.push((number, names.collect()));
            }
            let is_open = inside::is_looked_into(kind, own.len());
            let variables =
                properties.into_iter().map(|property| variable(property, is_open, &mut inside));
            pause.add_scope(depth, Scope { kind, variables: variables.collect() });
        }
        self.look_into(&mut pause, inside).await?;
        pause.bound();
        Ok(pause)
    }

    /// Reads the members of the objects that variables hold.
    async fn look_into(&mut self, pause: &mut Pause, inside: Inside) -> Result<(), Misbehaviour> {
        if self.has_huge_objects {
            return Ok(());
        }
        let mut tickets = Vec::new();
        for object in &inside.objects {
            let request = cdp::RuntimeGetProperties {
                object_id: &object.id,
                own_properties: true,
                generate_preview: false,
            };
            tickets.push(self.rpc.post(&request).await?);
        }
        let mut read = Vec::new();
        for (object, ticket) in inside.objects.iter().zip(tickets) {
            let Some(reply) = self.rpc.reply(ticket).await?.given() else { continue };
            let count = reply.result.len() + reply.private_properties.len();
            self.has_huge_objects |= count > inside::HUGE;
            let is_member = |it: &cdp::Property| {
                it.is_own != Some(false) && (!object.is_array || it.name != "length")
            };
            let own = reply.result.into_iter().filter(is_member);
            let own = own.map(|it| member(it, MemberKind::Property));
            let private = reply.private_properties.into_iter();
            let private = private.map(|it| member(it, MemberKind::Private));
            read.push((object.number, Members::bounded(own.chain(private).collect(), 0)));
        }
        inside.fill(pause, read);
        Ok(())
    }

    /// Which text a frame executes; none for the embedder's own code.
    pub(super) fn source(&self, frame: &cdp::CallFrame) -> Option<Source> {
        let script = &frame.location.script_id;
        if *script == self.script {
            Some(Source::Program)
        } else {
            self.made.contains(script).then_some(Source::Eval)
        }
    }
}

/// The scopes to read, with their numbers and kinds. Once the frame's own function scope has been passed, what
/// follows belongs to enclosing functions.
fn readable_scopes(chain: &[cdp::Scope]) -> Vec<(usize, ScopeKind, &str)> {
    let has_function = chain.iter().any(|scope| scope.kind == "local");
    let mut own = true;
    let mut readable = Vec::new();
    for (number, scope) in chain.iter().enumerate() {
        let kind = match scope.kind.as_str() {
            "global" => continue,
            "script" | "module" => ScopeKind::Script,
            "with" => ScopeKind::With,
            _ if !own => ScopeKind::Closure,
            "local" => ScopeKind::Function,
            "catch" => ScopeKind::Catch,
            "eval" => ScopeKind::Eval,
            "closure" if has_function || own => ScopeKind::Closure,
            _ => ScopeKind::Block,
        };
        own &= kind != ScopeKind::Function && kind != ScopeKind::Closure;
        if let Some(id) = &scope.object.object_id {
            readable.push((number, kind, id.as_str()));
        }
    }
    readable
}

fn variable(property: cdp::Property, is_open: bool, inside: &mut Inside) -> Variable {
    match property.value {
        Some(mirror) => inside.variable(property.name, mirror, is_open),
        None => inside.plain(property.name, Value::Uninitialized),
    }
}

/// A member of an object. Only an accessor has no value.
fn member(property: cdp::Property, kind: MemberKind) -> Member {
    let is_accessor = property.get.is_some() || property.set.is_some();
    let value = property.value.filter(|_| !is_accessor).map(value);
    Member { kind, name: property.name, value }
}

/// The exception that a pause is for.
fn exception(paused: &cdp::Paused) -> Option<Value> {
    let is_thrown = matches!(paused.reason.as_str(), "exception" | "promiseRejection");
    let data = paused.data.clone().filter(|_| is_thrown)?;
    serde_json::from_value(data).ok().map(value)
}

/// What a mirror shows.
pub fn value(mirror: cdp::RemoteObject) -> Value {
    use serde_json::Value as Json;
    let description = mirror.description.unwrap_or_default();
    match (mirror.kind.as_str(), mirror.value) {
        ("undefined", _) => Value::Undefined,
        ("boolean", Some(Json::Bool(value))) => Value::Boolean(value),
        // WebKit tells a negative zero by its description only.
        ("number", Some(_)) if description == "-0" => Value::number(-0.0),
        ("number", Some(Json::Number(number))) => {
            Value::number(number.as_f64().unwrap_or(f64::NAN))
        }
        ("number", _) => Value::Number(mirror.unserializable_value.unwrap_or(description)),
        ("bigint", _) => {
            let digits = mirror.unserializable_value.unwrap_or(description);
            Value::BigInt(digits.trim_end_matches('n').to_owned())
        }
        ("string", Some(Json::String(text))) => Value::string(&text),
        ("symbol", _) => {
            let inner = description.strip_prefix("Symbol(").and_then(|rest| rest.strip_suffix(')'));
            Value::Symbol(inner.unwrap_or_default().to_owned())
        }
        ("function", _) => Value::Function,
        ("object", _) if mirror.subtype.as_deref() == Some("null") => Value::Null,
        // The class of its target says nothing about a proxy.
        ("object", _) if mirror.subtype.as_deref() == Some("proxy") => {
            Value::Object("Proxy".into())
        }
        ("object", _) => Value::Object(mirror.class_name.unwrap_or_default()),
        _ => Value::Unavailable,
    }
}
