//! Finds every algorithm of an edition, and says what it defines.
//!
//! Newer editions say what a clause is in its `type`; older ones only in its title and in the
//! sentence before the algorithm. Both end in the same [`Head`].

use scraper::ElementRef;

use super::head::{self, Heading};
use super::{Algorithm, Head, Mode, Parameter, Role, Step, steps};
use crate::document::{Document, child, clause_of, line_of, squeeze, text_of, title_of};

/// How a sentence begins that says when a description of a function applies.
const APPLIES: &str = "This description applies ";

/// Every algorithm, in the order of the text.
pub fn extract(document: &Document) -> Vec<Algorithm> {
    document.elements("emu-alg").map(algorithm).collect()
}

fn algorithm(element: ElementRef<'_>) -> Algorithm {
    let place = Place::of(element);
    let head = place.head();
    let parameters = place.parameters(&head);
    // Another version of a step is no algorithm that a check could follow.
    let line = if element.attr("replaces-step").is_some() { 0 } else { line_of(element) };
    let steps = steps::read_from(&element.inner_html(), line);
    Algorithm {
        clause: place.attribute("id").to_owned(),
        around: place.around().to_owned(),
        line,
        head,
        parameters,
        returns: place.heading.returns.clone(),
        same_except: place.same_except(),
        applies: applies(&place, &steps),
        steps,
    }
}

/// What says when a description of a function applies: a paragraph, or the first step.
fn applies(place: &Place<'_>, steps: &[Step]) -> Option<String> {
    let first = steps.first().map(|step| &step.text).filter(|text| {
        text.contains(", the definition in ") && text.trim_end().ends_with("applies.")
    });
    let mut said = place.before.iter().map(|it| text_of(*it));
    said.find(|it| it.starts_with(APPLIES)).or_else(|| first.cloned())
}

/// Where an algorithm stands: its clause, and what is said before it.
struct Place<'a> {
    clause: Option<ElementRef<'a>>,
    heading: Heading,
    /// Paragraphs and grammar between the algorithm before, or the heading, and this one.
    before: Vec<ElementRef<'a>>,
    /// Whether it is the first algorithm of its clause.
    first: bool,
}

impl<'a> Place<'a> {
    fn of(element: ElementRef<'a>) -> Self {
        let clause = clause_of(element);
        let mut before: Vec<_> = element
            .prev_siblings()
            .filter_map(ElementRef::wrap)
            .take_while(|sibling| !matches!(sibling.value().name(), "emu-alg" | "h1"))
            .collect();
        before.reverse();
        let direct = element.parent().and_then(ElementRef::wrap) == clause;
        let alone = !element
            .prev_siblings()
            .filter_map(ElementRef::wrap)
            .any(|sibling| sibling.value().name() == "emu-alg");
        let heading = clause.map(heading).unwrap_or_default();
        Place { clause, heading, before, first: direct && alone }
    }

    fn attribute(&self, name: &str) -> &'a str {
        self.clause.and_then(|clause| clause.attr(name)).unwrap_or_default()
    }

    fn around(&self) -> &'a str {
        self.clause.and_then(clause_of).and_then(|around| around.attr("id")).unwrap_or_default()
    }

    fn head(&self) -> Head {
        let name = self.heading.name.clone();
        if let (Some(productions), false) = (self.productions(), self.is_operation()) {
            let name = self.augmented().unwrap_or(name);
            return Head::SyntaxDirected { name, productions };
        }
        match self.attribute("type") {
            "abstract operation" if self.first => Head::Operation(name),
            "host-defined abstract operation" | "implementation-defined abstract operation"
                if self.first =>
            {
                Head::HostOperation(name)
            }
            "sdo" => Head::SyntaxDirected { name, productions: String::new() },
            "concrete method" | "internal method" => self.method(name),
            "numeric method" => numeric(&name).unwrap_or(Head::Fragment(name)),
            "built-in function" if self.first => built_in(&name),
            _ => self.untyped(name),
        }
    }

    /// `The runtime semantics of ForInOfLoopEvaluation in 14.7.5.5 are augmented with the following:`
    fn augmented(&self) -> Option<String> {
        let says = self.says("are augmented with the following");
        says.then(|| self.word_after(" semantics of ")).flatten()
    }

    /// An abstract operation may show grammar in passing.
    fn is_operation(&self) -> bool {
        self.attribute("type").ends_with("operation")
            || self.attribute("type").ends_with("function")
    }

    /// What the title and the sentences say, in clauses without a type.
    fn untyped(&self, name: String) -> Head {
        if self.says("Algorithm steps that say") {
            return Head::Fragment(format!("steps that say {name}"));
        }
        if self.says("mean the same thing as") && self.shorthand(&name).is_some() {
            return Head::Operation(name);
        }
        if let Some(name) = self.word_after("static semantic rule named ") {
            return Head::SyntaxDirected { name, productions: String::new() };
        }
        if !self.first {
            return match self.kind_of_function() {
                Some(kind) => Head::Anonymous(format!("{kind} Functions")),
                None => Head::Fragment(name),
            };
        }
        if let Some(numeric) = numeric(&name) {
            return numeric;
        }
        if name.starts_with("[[") || self.says("concrete Environment Record method") {
            return self.method(name);
        }
        if !self.attribute("aoid").is_empty() {
            return Head::Operation(self.attribute("aoid").to_owned());
        }
        let around = self.clause.and_then(clause_of).map(title_of).unwrap_or_default();
        if self.heading.parameters.is_some() && around.ends_with(" Environment Records") {
            return self.method(name);
        }
        if self.says("concrete method") || self.says("concrete Module Record method") {
            return self.method(name);
        }
        match self.heading.parameters {
            None if is_accessor(&name) => built_in(&name),
            None if self.operation_in_prose().is_some() => {
                self.operation_in_prose().map_or(Head::Fragment(name), Head::Operation)
            }
            None if self.says("function") => Head::Anonymous(name),
            None => Head::Fragment(name),
            Some(_) if self.says("abstract operation") || self.heading.semantics => {
                Head::Operation(name)
            }
            Some(_) if is_path(&name) => built_in(&name),
            Some(_) => Head::Fragment(name),
        }
    }

    /// `Await(_value_)` in the steps before, for which those of this algorithm stand: its arguments.
    fn shorthand(&self, name: &str) -> Option<String> {
        let clause = self.clause?;
        let said = clause.child_elements().find(|it| it.value().name() == "emu-alg")?;
        let text = text_of(said);
        let (_, arguments) = text.split_once(&format!("{name}("))?;
        arguments.split(')').next().map(str::to_owned)
    }

    /// `The abstract operation thisNumberValue(_value_) performs the following steps:`
    fn operation_in_prose(&self) -> Option<String> {
        self.before.iter().rev().find_map(|element| {
            let text = text_of(*element);
            let (_, rest) = text.split_once("abstract operation ")?;
            let (name, rest) = rest.split_once('(')?;
            let is_name = name.chars().all(|symbol| symbol.is_ascii_alphanumeric());
            (is_name && rest.starts_with('_')).then(|| name.to_owned())
        })
    }

    /// The word after others in the sentences before.
    fn word_after(&self, words: &str) -> Option<String> {
        self.before.iter().find_map(|element| {
            let text = text_of(*element);
            let (_, rest) = text.split_once(words)?;
            rest.split_whitespace().next().map(str::to_owned)
        })
    }

    /// `An ArgGetter function is an anonymous built-in function`
    fn kind_of_function(&self) -> Option<String> {
        self.before.iter().find_map(|element| {
            let text = text_of(*element);
            let (kind, _) = text.split_once(" function is an anonymous built-in function")?;
            kind.split_whitespace().last().map(str::to_owned)
        })
    }

    fn says(&self, words: &str) -> bool {
        self.before.iter().any(|element| text_of(*element).contains(words))
    }

    /// The grammar just before the algorithm, or inside the sentence before it.
    fn productions(&self) -> Option<String> {
        self.before.iter().rev().find_map(|element| {
            let grammar = if element.value().name() == "emu-grammar" {
                Some(*element)
            } else {
                child(*element, "emu-grammar").filter(|_| element.value().name() == "p")
            };
            grammar.map(|grammar| grammar.text().collect::<String>().trim().to_owned())
        })
    }

    fn method(&self, name: String) -> Head {
        let (owner, receiver) = match self.header("for") {
            Some(owner) => split_receiver(&owner),
            None => self.owner_in_prose(),
        };
        Head::Method { name, owner, receiver }
    }

    /// `internal method of a bound function exotic object _F_ is called`, or the clause around.
    fn owner_in_prose(&self) -> (String, Option<String>) {
        let around = self.clause.and_then(clause_of).map(title_of).unwrap_or_default();
        let receiver = self.before.iter().rev().find_map(|element| {
            let text = text_of(*element);
            let (_, owner) = text
                .split_once("internal method of ")
                .or_else(|| text.split_once("internal method for "))?;
            let (owner, _) = owner.split_once(" is called")?;
            split_receiver(owner).1
        });
        (around.to_lowercase(), receiver)
    }

    /// `The steps performed are the same as [[Call]] (see …) except that step 10 is replaced by:`:
    /// the clause of these steps, and the number.
    fn same_except(&self) -> Option<(String, usize)> {
        let sentence = *self.before.last()?;
        let text = text_of(sentence);
        let (_, rest) = text.split_once("the same as ")?;
        let (_, rest) = rest.split_once("except that step ")?;
        let (number, _) = rest.split_once(" is replaced by")?;
        let clause = child(sentence, "emu-xref")?.attr("href")?.strip_prefix('#')?;
        Some((clause.to_owned(), number.parse().ok()?))
    }

    /// An entry of the list under a typed heading.
    fn header(&self, name: &str) -> Option<String> {
        let list = child(self.clause?, "dl")?;
        let entries: Vec<_> = list.child_elements().collect();
        let at = entries.iter().position(|entry| text_of(*entry) == name)?;
        entries.get(at + 1).map(|entry| text_of(*entry))
    }

    fn parameters(&self, head: &Head) -> Vec<Parameter> {
        if let (Some(parameters), true) = (&self.heading.parameters, self.owns_heading(head)) {
            return parameters.clone();
        }
        match head {
            Head::Operation(title) | Head::Anonymous(title) | Head::Fragment(title)
                if title.ends_with(" Comparison") =>
            {
                comparison()
            }
            Head::SyntaxDirected { .. } => self.parameters_of_clause(),
            Head::Anonymous(_) => self.parameters_of_call(),
            Head::Operation(name) if self.says("mean the same thing as") => {
                self.shorthand(name).map(|it| head::parameters_in_prose(&it)).unwrap_or_default()
            }
            Head::Operation(name) => self.parameters_in_text(name),
            Head::BuiltIn { role: Role::Setter, .. } => self.parameters_of_setter(),
            _ => Vec::new(),
        }
    }

    /// Whether the heading is of this algorithm, not of the one before it in the clause.
    fn owns_heading(&self, head: &Head) -> bool {
        self.first || !matches!(head, Head::Anonymous(_))
    }

    /// `a built-in function that takes an argument _v_`
    fn parameters_of_setter(&self) -> Vec<Parameter> {
        let sentences = self.before.iter().rev().map(|element| text_of(*element));
        let argument = sentences.into_iter().find_map(|text| {
            let (_, rest) = text.split_once("takes an argument ")?;
            rest.split('.').next().map(str::to_owned)
        });
        argument.map(|it| head::parameters_in_prose(&it)).unwrap_or_default()
    }

    /// `thisNumberValue(_value_)` in the sentence before.
    fn parameters_in_text(&self, name: &str) -> Vec<Parameter> {
        let call = format!("{name}(");
        let texts = self.before.iter().rev().map(|element| text_of(*element));
        let list = texts.into_iter().find_map(|text| {
            let (_, list) = text.split_once(&call)?;
            list.split(')').next().map(str::to_owned)
        });
        list.map(|list| head::parameters_in_prose(&list)).unwrap_or_default()
    }

    /// `With parameters _a_ and _b_.` stands once for all algorithms of the clause.
    fn parameters_of_clause(&self) -> Vec<Parameter> {
        let paragraphs = self.clause.into_iter().flat_map(|clause| clause.child_elements());
        let sentence = paragraphs.map(text_of).find_map(|text| {
            let named = text.split_once("which takes an argument named ");
            let named = named.and_then(|(_, rest)| rest.split(' ').next()).map(str::to_owned);
            if text.starts_with("With parameter") { Some(text) } else { named }
        });
        sentence.map(|sentence| head::parameters_in_prose(&sentence)).unwrap_or_default()
    }

    /// `is called with argument _x_, the following steps are taken`
    fn parameters_of_call(&self) -> Vec<Parameter> {
        let sentences = self.before.iter().rev().map(|element| text_of(*element));
        let call = sentences.into_iter().find_map(|text| {
            let (_, call) = text.split_once("is called with ")?;
            Some(call.split(" following steps").next().unwrap_or_default().to_owned())
        });
        call.map(|call| head::parameters_in_prose(&call)).unwrap_or_default()
    }
}

/// Comparisons before ES2021 are headed by words, and name their operands in prose.
fn comparison() -> Vec<Parameter> {
    let parameter =
        |name: &str, mode: Mode| Parameter { name: name.to_owned(), mode, kind: String::new() };
    vec![
        parameter("x", Mode::Required),
        parameter("y", Mode::Required),
        parameter("LeftFirst", Mode::Optional),
    ]
}

/// A clause's heading. `Statement Rules` and the like belong to the operation around them.
fn heading(clause: ElementRef<'_>) -> Heading {
    let title = title_of(clause);
    match clause_of(clause) {
        Some(around) if title.ends_with(" Rules") => head::read(&title_of(around)),
        _ => head::read(&title),
    }
}

/// `a Declarative Environment Record _envRec_`: whose method it is, and its variable.
fn split_receiver(text: &str) -> (String, Option<String>) {
    let (owner, receiver) = match text.split_once('_') {
        Some((owner, rest)) => (owner, rest.split('_').next().map(str::to_owned)),
        None => (text, None),
    };
    let owner = owner.trim().to_lowercase();
    let owner = owner.strip_prefix("a ").or_else(|| owner.strip_prefix("an ")).unwrap_or(&owner);
    (owner.to_owned(), receiver)
}

fn numeric(name: &str) -> Option<Head> {
    let (kind, name) = name.split_once("::")?;
    Some(Head::Numeric { kind: kind.to_owned(), name: name.to_owned() })
}

fn is_accessor(name: &str) -> bool {
    name.starts_with("get ") || name.starts_with("set ")
}

/// `Array.prototype.at`, `Symbol`, `parseInt`, `%ThrowTypeError%`, `Map [ @@species ]`: no prose.
fn is_path(name: &str) -> bool {
    is_accessor(name) || !name.split(" [").next().unwrap_or_default().contains(' ')
}

fn built_in(name: &str) -> Head {
    let (role, path) = match name.split_once(' ') {
        Some(("get", path)) => (Role::Getter, path),
        Some(("set", path)) => (Role::Setter, path),
        _ => (Role::Function, name),
    };
    if !is_path(path) {
        return Head::Anonymous(squeeze(name));
    }
    let path = path.chars().filter(|symbol| !symbol.is_whitespace() && *symbol != '`').collect();
    Head::BuiltIn { path, role }
}

#[cfg(test)]
mod tests {
    use super::super::derived;
    use super::*;

    /// One line for each algorithm: its head and its parameters.
    fn heads(html: &str) -> Vec<String> {
        let algorithms = extract(&Document::parse(html));
        let show = |algorithm: &Algorithm| {
            let names: Vec<_> = algorithm.parameters.iter().map(|it| it.name.as_str()).collect();
            format!("{} ({})", algorithm.head.name(), names.join(", "))
        };
        algorithms.iter().map(show).collect()
    }

    #[test]
    fn typed_clauses_say_what_they_are() {
        let html = r#"<emu-clause id="a" type="abstract operation">
            <h1>Twice ( _x_: a Number, ): a Number</h1><dl class="header"></dl>
            <emu-alg>1. Return _x_ + _x_.</emu-alg></emu-clause>
            <emu-clause type="internal method"><h1>[[Get]] ( _P_: a property key )</h1>
            <dl class="header"><dt>for</dt><dd>an odd object _O_</dd></dl>
            <emu-alg>1. Return *null*.</emu-alg></emu-clause>
            <emu-clause type="numeric method"><h1>Number::half ( _x_ )</h1>
            <emu-alg>1. Return _x_.</emu-alg></emu-clause>"#;
        assert_eq!(heads(html), ["Twice (x)", "[[Get]] of odd object (P)", "Number::half (x)"]);
    }

    #[test]
    fn older_clauses_are_known_by_their_title_and_prose() {
        let html = r#"<emu-clause><h1>Runtime Semantics: Weigh</h1><p>With parameter _scale_.</p>
            <emu-grammar>Apple : `a`</emu-grammar><emu-alg>1. Return 1.</emu-alg>
            <emu-grammar>Pear : `p`</emu-grammar><emu-alg>1. Return 2.</emu-alg></emu-clause>
            <emu-clause><h1>get Basket [ @@species ]</h1><emu-alg>1. Return 1.</emu-alg></emu-clause>
            <emu-clause><h1>Odd Objects</h1><emu-clause><h1>[[Get]] ( _P_ )</h1>
            <p>When the [[Get]] internal method of odd object _O_ is called:</p>
            <emu-alg>1. Return 1.</emu-alg></emu-clause></emu-clause>
            <emu-clause><h1>Properties of Baskets</h1>
            <p>The abstract operation thisBasket(_value_) is:</p>
            <emu-alg>1. Return _value_.</emu-alg></emu-clause>"#;
        let expected = [
            "Weigh of Apple : `a` (scale)",
            "Weigh of Pear : `p` (scale)",
            "get Basket[@@species] ()",
            "[[Get]] of odd objects (P)",
            "thisBasket (value)",
        ];
        assert_eq!(heads(html), expected);
    }

    #[test]
    fn steps_may_be_those_of_another_algorithm_except_one() {
        let html = r##"<emu-clause id="bake"><h1>[[Bake]] ( )</h1>
            <p>The [[Bake]] internal method for an oven _O_ is called:</p>
            <emu-alg>
            1. Open it.
            1. Put in bread.
            1. Close it.
            </emu-alg></emu-clause>
            <emu-clause><h1>[[Roast]] ( )</h1>
            <p>The [[Roast]] internal method for oven _O_ is called with parameter _x_. The steps are
            the same as [[Bake]] (see <emu-xref href="#bake"></emu-xref>) except that step 2 is replaced by:</p>
            <emu-alg>2. Put in a goose.</emu-alg></emu-clause>"##;
        let algorithms = derived(extract(&Document::parse(html)));
        let receiver = |head: &Head| match head {
            Head::Method { receiver, .. } => receiver.clone(),
            _ => None,
        };
        assert!(algorithms.iter().all(|it| receiver(&it.head).as_deref() == Some("O")));
        let texts: Vec<_> = algorithms[1].steps.iter().map(|step| step.text.as_str()).collect();
        assert_eq!(texts, ["Open it.", "Put in a goose.", "Close it."]);
    }

    #[test]
    fn text_that_is_no_specification_has_no_algorithms() {
        assert!(heads("").is_empty());
        assert!(heads("<p>hello</p>").is_empty());
        assert_eq!(heads("<emu-alg>1. Cut o"), [" ()"]);
    }
}
