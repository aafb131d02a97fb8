//! A whole edition, compiled.

use std::collections::HashSet;

use rustc_hash::FxHashMap;

use super::code::Code;
use super::compile::{Shared, compile};
use super::execution::Execution;
use super::host::{
    FORMULAS, HostFunction, OF_DATES, OF_NUMBER, OF_NUMBERS, OPERATIONS, PLAIN_OPERATIONS,
    table_rows,
};
use super::kinds::Test;
use super::names::{Name, Names};
use super::outline::Outline;
use super::overloads::Applies;
use super::realm;
use super::shortcuts;
use super::value::Value;
use crate::algorithm::{Algorithm, Head, Mode, Role};
use crate::document::{Document, text_of};
use crate::edition::Edition;
use crate::grammar::{Alternative, Grammar, bare_symbol};
use crate::intrinsics::{self, Intrinsics};
use crate::ir::Kind;
use crate::syntax::{NodeId, Parser, Tree};

/// Algorithms of a syntax-directed operation for one alternative: what they say of its optional
/// symbols, and their code.
type Alternatives = Vec<(Vec<Option<bool>>, usize)>;

/// An edition that can be run.
pub(super) struct Program {
    pub(super) names: Names,
    pub(super) kinds: Vec<Kind>,
    /// The kinds of Environment Records.
    pub(super) environments: Vec<Name>,
    /// How arrays define their properties, by which they are known.
    pub(super) array_method: Option<(Name, usize)>,
    /// How each of the kinds is recognized.
    pub(super) tests: Vec<Test>,
    pub(super) codes: Vec<Code>,
    pub(super) operations: FxHashMap<Name, usize>,
    pub(super) syntax: FxHashMap<(Name, usize, usize), Alternatives>,
    /// The places of productions in the grammar without annex B, and where they are with it.
    plain_places: FxHashMap<(usize, usize), (usize, usize)>,
    /// The codes of what annex B says in place of other clauses.
    amendments: HashSet<usize>,
    /// What a syntax-directed operation does where nothing else is said.
    pub(super) defaults: FxHashMap<Name, usize>,
    /// Methods by owner and name.
    pub(super) methods: FxHashMap<(Name, Name), usize>,
    /// The methods of ordinary objects, by the number of their name.
    ordinary: Vec<Option<usize>>,
    pub(super) built_ins: Vec<BuiltIn>,
    /// All descriptions of a function that has several, by the code of each.
    pub(super) overloads: FxHashMap<usize, Vec<(Applies, usize)>>,
    /// The methods in a clause, and in the clauses directly inside it.
    pub(super) clauses: FxHashMap<Name, Vec<(Name, usize)>>,
    /// The first algorithm of a clause.
    pub(super) by_clause: FxHashMap<Name, usize>,
    /// The `length` of functions without a name, by their code.
    pub(super) nameless: FxHashMap<usize, f64>,
    /// The cells of tables, by id.
    pub(super) tables: FxHashMap<Name, Vec<Vec<String>>>,
    /// The rows of tables in steps: the cells, and what the last one means.
    pub(super) figures: FxHashMap<Name, Vec<(Vec<String>, Value)>>,
    pub(super) steps: usize,
    /// How each of them is run.
    pub(super) executions: Vec<Execution>,
    /// The steps of branches.
    pub(super) branches: Vec<u32>,
    pub(super) outline: Vec<Outline>,
    /// What operations do, by the number of their name.
    callees: Vec<Option<Callee>>,
    pub(super) parser: Parser,
    pub(super) intrinsics: Intrinsics,
    /// The names of the well-known symbols.
    pub(super) symbols: Vec<String>,
    /// The names of the TypedArray constructors, and the sizes of their elements.
    pub(super) typed_arrays: Vec<(String, f64)>,
    /// Whether the edition writes Numbers as plain digits.
    pub(super) plain_numbers: bool,
    /// Whether the edition has steps that compile the patterns of regular expressions.
    pub(super) compiles_patterns: bool,
    /// The names that shortcuts use.
    pub(super) known: Option<shortcuts::Known>,
    /// The wording of each clause.
    pub(super) wordings: shortcuts::Wordings,
}

/// What an operation does.
#[derive(Clone, Copy)]
pub(super) enum Callee {
    Host(HostFunction),
    Code(usize),
}

/// A built-in function of the text.
pub(super) struct BuiltIn {
    pub path: String,
    pub role: Role,
    pub code: usize,
    pub length: usize,
}

impl Program {
    /// Compiles an edition.
    pub fn new(document: &Document, edition: &Edition) -> Self {
        let mut program = Program::empty(document, edition);
        let figures = program.compile(edition);
        program.executions = super::execution::of(&program, edition);
        program.read_tables(document);
        let nameless = program.intrinsics.nameless.iter().filter_map(|(clause, length)| {
            let code = program.by_clause.get(&program.names.find(clause)?)?;
            Some((*code, *length))
        });
        program.nameless = nameless.collect();
        realm::declare(&mut program);
        let ordinary = program.names.find("ordinary object");
        let methods = program.methods.iter().filter(|((owner, _), _)| Some(*owner) == ordinary);
        for ((_, name), code) in methods {
            put(&mut program.ordinary, *name, *code);
        }
        program.environments =
            program.names.all(|it| it.to_lowercase().ends_with("environment record"));
        let compile = program.names.find("CompilePattern");
        program.compiles_patterns = program.syntax.keys().any(|(name, ..)| Some(*name) == compile);
        super::substitutes::link(&mut program);
        program.array_method = program.find_array_method();
        program.link_callees();
        program.link_calls();
        program.figures = figures.iter().map(|name| (*name, program.figure(*name))).collect();
        let grammar = program.parser.grammar();
        let tests = program.kinds.iter().map(|kind| Test::of(kind, &program.names, grammar));
        program.tests = tests.collect();
        shortcuts::link(&mut program);
        program
    }

    /// A program without an algorithm.
    fn empty(document: &Document, edition: &Edition) -> Self {
        let grammar = Grammar::read(document).with_annex_b();
        let plain_numbers =
            !edition.algorithms.iter().any(|(algorithm, _)| uses_number_sets(algorithm));
        let parser = Parser::new(&grammar);
        let plain_places = plain_places(parser.grammar(), grammar.without_annex_b());
        Program {
            names: Names::new(),
            kinds: Vec::new(),
            tests: Vec::new(),
            array_method: None,
            environments: Vec::new(),
            codes: Vec::new(),
            operations: FxHashMap::default(),
            syntax: FxHashMap::default(),
            plain_places,
            amendments: HashSet::new(),
            defaults: FxHashMap::default(),
            methods: FxHashMap::default(),
            ordinary: Vec::new(),
            built_ins: Vec::new(),
            overloads: FxHashMap::default(),
            clauses: FxHashMap::default(),
            tables: FxHashMap::default(),
            figures: FxHashMap::default(),
            by_clause: FxHashMap::default(),
            nameless: FxHashMap::default(),
            steps: 0,
            executions: Vec::new(),
            branches: Vec::new(),
            outline: Vec::new(),
            callees: Vec::new(),
            parser,
            intrinsics: Intrinsics::read(document),
            symbols: symbols(document),
            typed_arrays: typed_arrays(document),
            plain_numbers,
            compiles_patterns: false,
            known: None,
            wordings: shortcuts::Wordings::default(),
        }
    }

    /// Compiles all algorithms; the tables in their steps.
    fn compile(&mut self, edition: &Edition) -> Vec<Name> {
        let mut figures = Vec::new();
        // Tables come first: where one defines an operation, algorithms in its cells are parts of it.
        for (algorithm, meaning) in edition.tabled.iter().chain(&edition.algorithms) {
            let mut shared = Shared {
                names: &mut self.names,
                kinds: &mut self.kinds,
                codes: &mut self.codes,
                branches: &mut self.branches,
                figures: &mut figures,
                plain_numbers: self.plain_numbers,
                asynchronous: &self.intrinsics.asynchronous,
            };
            let code = compile(algorithm, &meaning.body, self.steps, &mut shared);
            self.wordings.add(algorithm);
            self.outline.push(Outline::of(algorithm, self.steps, meaning.unknown.len()));
            self.steps += meaning.unknown.len();
            self.codes.push(code);
            self.link(algorithm);
        }
        figures
    }

    fn find_array_method(&self) -> Option<(Name, usize)> {
        let method = self.names.find("[[DefineOwnProperty]]")?;
        let owners = ["array exotic object", "array"];
        let mut owners = owners.iter().filter_map(|owner| self.names.find(owner));
        let code = owners.find_map(|owner| self.methods.get(&(owner, method)))?;
        Some((method, *code))
    }

    /// The production of a node and its alternative, as rules know them.
    pub(super) fn place(&self, tree: &Tree, node: NodeId) -> (usize, usize) {
        let place = (tree.production(node), tree.alternative(node));
        match std::ptr::eq(tree.grammar(), self.parser.grammar()) {
            true => place,
            false => self.plain_places.get(&place).copied().unwrap_or(place),
        }
    }

    /// What an operation does.
    pub(super) fn callee(&self, name: Name) -> Option<Callee> {
        self.callees.get(name.0 as usize).copied().flatten()
    }

    /// The code of a method of ordinary objects.
    pub(super) fn ordinary_method(&self, name: Name) -> Option<usize> {
        self.ordinary.get(name.0 as usize).copied().flatten()
    }

    /// Reads a table in a step. Its last cells name operations, or are text.
    fn figure(&self, html: Name) -> Vec<(Vec<String>, Value)> {
        let rows = table_rows(self.names.text(html)).into_iter();
        let meant = rows.filter_map(|row| {
            let cell = row.last()?;
            let name = self.names.find(cell).filter(|_| cell.chars().any(char::is_alphabetic));
            let value = name.map_or_else(|| Value::text(cell), Value::Enum);
            Some((row, value))
        });
        meant.collect()
    }

    /// Operations written by hand come before those of the text.
    fn link_callees(&mut self) {
        for (name, code) in &self.operations {
            put(&mut self.callees, *name, Callee::Code(*code));
        }
        let plain = PLAIN_OPERATIONS
            .iter()
            .chain(OF_NUMBER)
            .chain(OF_NUMBERS)
            .chain(FORMULAS)
            .filter(|_| self.plain_numbers);
        for (text, function) in OPERATIONS.iter().chain(OF_DATES).chain(plain) {
            let name = self.names.name(text);
            put(&mut self.callees, name, Callee::Host(*function));
        }
    }

    /// Resolves calls once that need nothing but a frame.
    fn link_calls(&mut self) {
        let most = |code: &Code| {
            (code.in_order && code.receiver.is_none()).then_some(code.parameters.len())
        };
        let most: Vec<Option<usize>> = self.codes.iter().map(most).collect();
        let callees = &self.callees;
        let code_of = |name: Name, count: usize| match callees.get(name.0 as usize) {
            Some(Some(Callee::Code(code))) if most[*code].is_some_and(|most| count <= most) => {
                u32::try_from(*code).ok()
            }
            _ => None,
        };
        for op in self.codes.iter_mut().flat_map(|code| &mut code.ops) {
            op.link(code_of);
        }
    }

    fn read_tables(&mut self, document: &Document) {
        for table in document.elements("emu-table") {
            let rows = table.descendants().filter_map(scraper::ElementRef::wrap);
            let rows = rows.filter(|element| element.value().name() == "tr");
            let cells: Vec<Vec<String>> =
                rows.map(|row| row.child_elements().map(text_of).collect()).collect();
            // Older editions number their tables; only the caption says what is in them.
            let caption =
                table.attr("caption").unwrap_or_default().to_lowercase().replace(' ', "-");
            for name in [table.attr("id").unwrap_or_default(), &caption] {
                let name = self.names.name(name);
                self.tables.insert(name, Vec::clone(&cells));
            }
        }
        let slots = self.tables.values().flatten().filter_map(|row: &Vec<String>| row.first());
        let slots: Vec<String> =
            slots.filter_map(|cell| slot_name(cell)).map(str::to_owned).collect();
        for slot in slots {
            self.names.name(&slot);
        }
    }

    /// Makes the code that was added last known by its head.
    fn link(&mut self, algorithm: &Algorithm) {
        let code = self.codes.len() - 1;
        let clause = self.names.name(&algorithm.clause);
        self.by_clause.entry(clause).or_insert(code);
        match &algorithm.head {
            Head::Operation(name) | Head::HostOperation(name) => {
                let name = self.names.name(name);
                self.operations.entry(name).or_insert(code);
            }
            Head::Numeric { kind, name } => {
                let name = self.names.name(&format!("{kind}::{name}"));
                self.operations.insert(name, code);
            }
            Head::SyntaxDirected { productions, .. } => {
                self.link_syntax(algorithm, productions, code)
            }
            Head::Method { name, owner, .. } => {
                let owner = self.names.name(&singular(owner));
                let name = self.names.name(name);
                self.methods.entry((owner, name)).or_insert(code);
                for clause in [&algorithm.clause, &algorithm.around] {
                    let clause = self.names.name(clause);
                    self.clauses.entry(clause).or_default().push((name, code));
                }
            }
            Head::BuiltIn { path, role } => {
                let required = |mode: Mode| mode == Mode::Required;
                let length = algorithm.parameters.iter().filter(|it| required(it.mode)).count();
                self.built_ins.push(BuiltIn { path: path.clone(), role: *role, code, length });
                self.link_description(algorithm, path, code);
            }
            Head::Anonymous(title) | Head::Fragment(title) => {
                let name = self.names.name(title);
                self.operations.entry(name).or_insert(code);
            }
        }
    }

    /// Adds one of several descriptions of a function to the others.
    fn link_description(&mut self, algorithm: &Algorithm, path: &str, code: usize) {
        let sentence = algorithm.applies.as_deref().unwrap_or_default();
        let Some(applies) = Applies::read(sentence, &mut self.names) else { return };
        let same = self.built_ins.iter().filter(|it| it.path == path).map(|it| it.code);
        let same: Vec<usize> = same.collect();
        let mut all =
            same.first().and_then(|first| self.overloads.remove(first)).unwrap_or_default();
        all.push((applies, code));
        for code in same {
            self.overloads.insert(code, all.clone());
        }
    }

    fn link_syntax(&mut self, algorithm: &Algorithm, productions: &str, code: usize) {
        let (Head::SyntaxDirected { name, .. }, amends) =
            (&algorithm.head, algorithm.clause.ends_with("-annexb"))
        else {
            return;
        };
        let name = self.names.name(name);
        if productions.is_empty() {
            self.defaults.insert(name, code);
            return;
        }
        for reference in self.parser.grammar().resolve(productions) {
            let place = (name, reference.production, reference.alternative);
            let rules = self.syntax.entry(place).or_default();
            // What annex B says of a production counts, not what is said elsewhere.
            if amends {
                rules.retain(|(_, other)| self.amendments.contains(other));
            }
            rules.push((reference.optionals, code));
        }
        if amends {
            self.amendments.insert(code);
        }
    }
}

/// Where annex B puts the alternatives of the grammar that it changes.
fn plain_places(
    grammar: &Grammar,
    plain: Option<&Grammar>,
) -> FxHashMap<(usize, usize), (usize, usize)> {
    let mut places = FxHashMap::default();
    let productions = plain.map(Grammar::productions).unwrap_or_default();
    for (number, production) in productions.iter().enumerate() {
        let Some(index) = grammar.index(&production.name) else { continue };
        for (at, alternative) in production.alternatives.iter().enumerate() {
            let same = |it: &Alternative| bare(it) == bare(alternative);
            let now = grammar.productions()[index].alternatives.iter().position(same);
            places.insert((number, at), (index, now.unwrap_or(usize::MAX)));
        }
    }
    places
}

/// What matches text in an alternative, without arguments.
fn bare(alternative: &Alternative) -> Vec<String> {
    let visible = alternative.symbols.iter().filter(|it| it.is_visible());
    visible.map(|it| bare_symbol(it).to_string()).collect()
}

/// Puts something into a table that is read by the number of a name.
fn put<T: Copy>(table: &mut Vec<Option<T>>, name: Name, value: T) {
    let at = name.0 as usize;
    if table.len() <= at {
        table.resize(at + 1, None);
    }
    table[at] = Some(value);
}

fn symbols(document: &Document) -> Vec<String> {
    let rows = intrinsics::rows(document, "table-well-known-symbols");
    let rows = if rows.is_empty() { intrinsics::rows(document, "table-1") } else { rows };
    let names = rows.iter().filter_map(|row| row.first());
    let names = names.map(|cell| cell.trim_matches('%').trim_start_matches("Symbol."));
    names.map(|name| name.trim_start_matches("@@").to_owned()).collect()
}

fn typed_arrays(document: &Document) -> Vec<(String, f64)> {
    let rows = intrinsics::rows(document, "table-the-typedarray-constructors");
    let named = rows.iter().filter_map(|row| {
        let name = row.first()?.split(['%', ' ']).next()?;
        Some((name.to_owned(), row.get(2)?.parse().ok()?))
    });
    named.collect()
}

/// `[[Foo]]` in a cell of a table.
pub(super) fn slot_name(cell: &str) -> Option<&str> {
    cell.strip_prefix("[[")?.strip_suffix("]]")
}

/// ES2021 and later tell mathematical values and Numbers apart.
fn uses_number_sets(algorithm: &Algorithm) -> bool {
    algorithm.steps.iter().any(|step| step.text.contains('𝔽'))
}

/// `Declarative Environment Records` and `a declarative Environment Record` own the same methods.
fn singular(owner: &str) -> String {
    if owner.starts_with("ordinary object") {
        return "ordinary object".to_owned();
    }
    owner.trim_end_matches('s').to_owned()
}
