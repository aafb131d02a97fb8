//! The algorithms of an edition: what each is called, what it takes, and its steps.

mod derived;
mod described;
mod early;
mod extract;
pub(crate) mod head;
mod steps;
mod tabled;

pub use derived::{derived, with_parameters};
pub use described::{described, with_comparison, with_numbers, with_sorting};
pub use early::{EARLY_ERRORS, early};
pub use extract::extract;
pub use tabled::tabled;

/// An algorithm as the text gives it, its steps not yet understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Algorithm {
    /// The `id` of the clause it stands in.
    pub clause: String,
    /// The `id` of the clause around that one.
    pub around: String,
    /// The line at which its steps begin, in a document that was read with lines, from 1; otherwise 0.
    pub line: usize,
    /// What it defines.
    pub head: Head,
    /// What it takes, without the receiver of a method.
    pub parameters: Vec<Parameter>,
    /// What its head says it returns; empty in editions without typed heads.
    pub returns: String,
    /// The clause whose steps it has but for one, and which; its own steps are that one.
    pub same_except: Option<(String, usize)>,
    /// `This description applies only if …`, where a function is described several times.
    pub applies: Option<String>,
    /// What it does.
    pub steps: Vec<Step>,
}

impl Algorithm {
    /// How many steps it has, steps inside steps included.
    pub fn size(&self) -> usize {
        count(&self.steps)
    }
}

/// How many steps these are, steps inside steps included. Nesting is limited when they are read.
fn count(steps: &[Step]) -> usize {
    steps.iter().map(|step| 1 + count(&step.steps)).sum()
}

/// What an algorithm defines, and its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Head {
    /// An abstract operation, such as `ToString`.
    Operation(String),
    /// An abstract operation that the host or the implementation defines; the text has a default.
    HostOperation(String),
    /// A syntax-directed operation on one or more productions, as grammarkdown.
    SyntaxDirected {
        /// Such as `Evaluation`.
        name: String,
        /// The productions, exactly as the text lists them.
        productions: String,
    },
    /// A method of a specification type, such as `HasBinding` of Declarative Environment Records.
    Method {
        /// Its name; internal methods have brackets: `[[Get]]`.
        name: String,
        /// Whose it is, in the text's words, in lower case and without an article.
        owner: String,
        /// The variable that stands for the receiver, where the head names it.
        receiver: Option<String>,
    },
    /// An operation of a numeric type, such as `Number::add`.
    Numeric {
        /// `Number` or `BigInt`.
        kind: String,
        /// Such as `add`.
        name: String,
    },
    /// A built-in function.
    BuiltIn {
        /// Such as `Array.prototype.at` or `RegExp.prototype[@@match]`.
        path: String,
        /// How it is reached.
        role: Role,
    },
    /// A built-in function without a place in the global object, such as "Await Fulfilled Functions".
    Anonymous(String),
    /// Something else, known by its clause's title: an example, or part of a prose definition.
    Fragment(String),
}

/// How a built-in function is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// As a value.
    Function,
    /// As the `get` of an accessor property.
    Getter,
    /// As the `set` of an accessor property.
    Setter,
}

impl Head {
    /// A name for people.
    pub fn name(&self) -> String {
        match self {
            Head::Operation(name) | Head::HostOperation(name) => name.clone(),
            Head::SyntaxDirected { name, productions } => {
                format!("{name} of {}", crate::document::squeeze(productions))
            }
            Head::Method { name, owner, .. } => format!("{name} of {owner}"),
            Head::Numeric { kind, name } => format!("{kind}::{name}"),
            Head::BuiltIn { path, role: Role::Function } => path.clone(),
            Head::BuiltIn { path, role: Role::Getter } => format!("get {path}"),
            Head::BuiltIn { path, role: Role::Setter } => format!("set {path}"),
            Head::Anonymous(title) | Head::Fragment(title) => title.clone(),
        }
    }
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its variable, without underscores.
    pub name: String,
    /// Whether it may be left out, or takes all that is left.
    pub mode: Mode,
    /// What its head says it is; empty in editions without typed heads.
    pub kind: String,
}

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Always.
    Required,
    /// It may be left out.
    Optional,
    /// A list of all that is left.
    Rest,
}

/// A step of an algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its label, if other steps refer to it.
    pub label: Option<String>,
    /// Whether it is an item of an unordered list.
    pub bullet: bool,
    /// Its prose, as HTML with ecmarkdown.
    pub text: String,
    /// Its line in a document that was read with lines, from 1; otherwise 0.
    pub line: usize,
    /// The steps inside it.
    pub steps: Vec<Step>,
}
