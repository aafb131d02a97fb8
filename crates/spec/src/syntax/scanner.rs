//! The scanner: the longest input element at a place, for each goal of the lexical grammar.

use super::charset::{self, CLASSES, CharSet};
use super::expand::{self, Goal, NoTokens, Tokens};
use super::language;
use super::lexicon::unescaped;
use super::nfa::{Builder, Edge, Nfa};
use super::prose;
use super::rules::{Rules, Terminal};
use crate::grammar::{Grammar, Kind, Symbol};
use std::collections::{BTreeSet, HashMap};

/// What an input element is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Element {
    /// A token of the syntactic grammar, by its production.
    Token(String),
    /// Literal text.
    Literal(String),
    /// White space or a comment.
    Discarded,
}

/// A goal of the lexical grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LexicalGoal {
    Div,
    RegExp,
    Template,
    RegExpOrTemplate,
    Hashbang,
}

/// The goals with their names in the text; a goal that an edition has not is scanned as another.
const GOALS: [(LexicalGoal, &str, LexicalGoal); 5] = [
    (LexicalGoal::Div, prose::DIV, LexicalGoal::Div),
    (LexicalGoal::RegExp, prose::REGEXP, LexicalGoal::Div),
    (LexicalGoal::Template, prose::TEMPLATE, LexicalGoal::Div),
    (LexicalGoal::RegExpOrTemplate, prose::REGEXP_OR_TEMPLATE, LexicalGoal::Div),
    (LexicalGoal::Hashbang, prose::HASHBANG, LexicalGoal::RegExp),
];

/// A deterministic automaton with a start for each goal.
#[derive(Clone, Debug)]
pub(crate) struct Scanner {
    pub(crate) elements: Vec<Element>,
    starts: [u32; GOALS.len()],
    transitions: Vec<[u32; CLASSES]>,
    /// What ends in a state, and what must come next.
    accepts: Vec<Option<(u16, CharSet)>>,
    line_terminators: CharSet,
    number: Option<u16>,
    names: Vec<u16>,
    name_start: CharSet,
    name_part: CharSet,
    after_number: CharSet,
    pub(crate) problems: Vec<String>,
}

/// How many states there may be; the grammars need some hundreds.
const MOST_STATES: usize = 3_000;

/// The state in which nothing can be read.
const DEAD: u32 = 0;

impl Scanner {
    pub(crate) fn of(grammar: &Grammar) -> Self {
        let goals: Vec<(LexicalGoal, usize)> = GOALS
            .iter()
            .filter_map(|(goal, name, _)| Some((*goal, grammar.index(name)?)))
            .collect();
        let starts: Vec<Goal> = goals
            .iter()
            .map(|(_, production)| Goal { production: *production, arguments: 0 })
            .collect();
        let rules = expand::expand(grammar, &NoTokens, &starts, Kind::Lexical);
        let leaves = Leaves::of(grammar, &rules);
        let mut scanner =
            Determiniser::scanner(&rules, &leaves, goals.iter().map(|(goal, _)| *goal));
        scanner.problems.extend(rules.problems.iter().cloned());
        scanner.words_of(grammar);
        scanner
    }

    fn words_of(&mut self, grammar: &Grammar) {
        self.line_terminators = first_code_points(grammar, "LineTerminator");
        self.after_number = prose::AFTER_NUMBER
            .iter()
            .fold(CharSet::EMPTY, |all, name| all | first_code_points(grammar, name));
        let backslash = CharSet::of(u32::from('\\'));
        self.name_start = first_code_points(grammar, "IdentifierStart") - backslash;
        self.name_part = first_code_points(grammar, "IdentifierPart") - backslash;
        let is_name = |element: &Element| matches!(element, Element::Token(name) if prose::NAME_TOKENS.contains(&name.as_str()));
        let names = self.elements.iter().enumerate().filter(|(_, element)| is_name(element));
        self.names = names.map(|(index, _)| index as u16).collect();
        let number = Element::Token(prose::NUMBER_TOKEN.to_owned());
        self.number =
            self.elements.iter().position(|element| *element == number).map(|index| index as u16);
    }

    /// The longest input element at a place: which, and its end.
    pub(crate) fn element(
        &self,
        goal: LexicalGoal,
        text: &str,
        from: usize,
    ) -> Option<(u16, usize)> {
        let bytes = text.as_bytes();
        let mut state = self.starts[goal as usize];
        let mut at = from;
        let mut found = None;
        while state != DEAD {
            let (class, length) = class_at(text, bytes, at);
            if let Some((element, next)) = self.accepts[state as usize]
                && next.contains(class)
            {
                found = Some((element, at));
            }
            if class == charset::END {
                break;
            }
            state = self.transitions[state as usize][usize::from(class)];
            at += length;
        }
        found.filter(|(_, end)| *end > from)
    }

    /// Whether text that was discarded had a line terminator.
    pub(crate) fn breaks_line(&self, text: &str) -> bool {
        text.chars().any(|c| self.line_terminators.contains(charset::class(u32::from(c))))
    }

    /// Whether the escapes in a name stand for code points that can be in a name.
    pub(crate) fn has_good_escapes(&self, element: u16, text: &str) -> bool {
        if !self.names.contains(&element) {
            return true;
        }
        let name = unescaped(text.trim_start_matches('#'));
        name.chars().enumerate().all(|(place, c)| {
            let set = if place == 0 { self.name_start } else { self.name_part };
            set.contains(charset::class(u32::from(c)))
        })
    }

    /// Whether what follows a number runs into it.
    pub(crate) fn runs_on(&self, element: u16, text: &str, end: usize) -> bool {
        Some(element) == self.number
            && self.after_number.contains(class_at(text, text.as_bytes(), end).0)
    }
}

impl Tokens for Scanner {
    fn word(&self, text: &str) -> Option<&str> {
        let (element, end) = self.element(LexicalGoal::Div, text, 0)?;
        match &self.elements[usize::from(element)] {
            Element::Token(name) if end == text.len() => Some(name),
            _ => None,
        }
    }
}

fn class_at(text: &str, bytes: &[u8], at: usize) -> (u8, usize) {
    match bytes.get(at) {
        None => (charset::END, 0),
        Some(byte) if *byte < 128 => (*byte, 1),
        Some(_) => match text.get(at..).and_then(|rest| rest.chars().next()) {
            Some(c) => (charset::class(u32::from(c)), c.len_utf8()),
            None => (charset::END, 0),
        },
    }
}

/// What the alternatives of a nonterminal can begin with.
fn first_code_points(grammar: &Grammar, name: &str) -> CharSet {
    let Some(production) = grammar.production(name) else { return CharSet::EMPTY };
    let firsts =
        production.alternatives.iter().filter_map(|alternative| alternative.symbols.first());
    firsts
        .filter_map(|symbol| language::single_code_points(grammar, symbol))
        .fold(CharSet::EMPTY, |all, set| all | set)
}

/// The lexical nonterminals that the syntactic grammar uses as tokens.
fn token_names(grammar: &Grammar) -> BTreeSet<&str> {
    let syntactic =
        grammar.productions().iter().filter(|production| production.kind == Kind::Syntactic);
    let symbols =
        syntactic.flat_map(|production| &production.alternatives).flat_map(|a| &a.symbols);
    symbols
        .filter_map(|symbol| match symbol {
            Symbol::Optional(inner) | Symbol::ButNot(inner, _) => match &**inner {
                Symbol::Nonterminal(nonterminal) => Some(nonterminal.name.as_str()),
                _ => None,
            },
            Symbol::Nonterminal(nonterminal) => Some(nonterminal.name.as_str()),
            _ => None,
        })
        .filter(|name| grammar.production(name).is_some_and(|p| p.kind == Kind::Lexical))
        .collect()
}

/// The rules that are whole input elements, for each goal.
struct Leaves {
    elements: Vec<Element>,
    /// For each goal, an element and the rule that matches it.
    by_goal: Vec<Vec<(u16, usize)>>,
}

impl Leaves {
    fn of(grammar: &Grammar, rules: &Rules) -> Self {
        let tokens = token_names(grammar);
        let by_left = rules.by_left();
        let mut leaves = Leaves { elements: Vec::new(), by_goal: Vec::new() };
        for start in &rules.starts {
            let mut found = Vec::new();
            let goal = rules.rules[*start].right.first().and_then(|symbol| symbol.as_nonterminal());
            let mut queue: Vec<usize> = goal.into_iter().collect();
            let mut seen = BTreeSet::new();
            while let Some(nonterminal) = queue.pop() {
                if !seen.insert(nonterminal) {
                    continue;
                }
                let name = rules.instances[nonterminal].production;
                let name = name.map_or("", |index| grammar.productions()[index].name.as_str());
                for rule in &by_left[nonterminal] {
                    let element = if tokens.contains(name) {
                        Element::Token(name.to_owned())
                    } else if prose::DISCARDED.contains(&name) {
                        Element::Discarded
                    } else if let [only] = rules.rules[*rule].right.as_slice()
                        && let Some(inner) = only.as_nonterminal()
                    {
                        queue.push(inner);
                        continue;
                    } else {
                        Element::Literal(literal(rules, *rule))
                    };
                    found.push((leaves.element(element), *rule));
                }
            }
            leaves.by_goal.push(found);
        }
        leaves
    }

    fn element(&mut self, element: Element) -> u16 {
        let known = self.elements.iter().position(|other| *other == element);
        known.unwrap_or_else(|| {
            self.elements.push(element);
            self.elements.len() - 1
        }) as u16
    }
}

/// The text of a rule's terminals.
fn literal(rules: &Rules, rule: usize) -> String {
    let terminals = rules.rules[rule].right.iter().filter_map(|symbol| symbol.as_terminal());
    let text = terminals.filter_map(|terminal| match rules.terminals[terminal] {
        Terminal::Class(class) if class < 128 => Some(char::from(class)),
        _ => None,
    });
    text.collect()
}

/// A state of the nondeterministic automaton, and what must be read next.
type Place = (u32, CharSet);

/// Makes one deterministic automaton of the goals' nondeterministic ones.
struct Determiniser<'a> {
    nfa: &'a Nfa,
    ends: HashMap<u32, u16>,
    known: HashMap<Vec<Place>, u32>,
    queue: Vec<Vec<Place>>,
}

impl<'a> Determiniser<'a> {
    fn scanner(
        rules: &Rules,
        leaves: &Leaves,
        goals: impl Iterator<Item = LexicalGoal>,
    ) -> Scanner {
        let mut builder = Builder::new(rules);
        let mut problems = Vec::new();
        let mut ends = HashMap::new();
        let mut starts = Vec::new();
        for (goal, found) in goals.zip(&leaves.by_goal) {
            let start = builder.nfa.state();
            for (element, rule) in found {
                let end = builder.nfa.state();
                if builder.rule(start, *rule, end, 0).is_none() {
                    problems.push(format!(
                        "{:?} is not regular",
                        leaves.elements[usize::from(*element)]
                    ));
                } else {
                    ends.insert(end, *element);
                }
            }
            starts.push((goal, start));
        }
        let nfa = std::mem::take(&mut builder.nfa);
        let determiniser =
            Determiniser { nfa: &nfa, ends, known: HashMap::new(), queue: Vec::new() };
        let mut scanner = determiniser.run(&starts);
        if scanner.transitions.len() > MOST_STATES {
            problems.push("the lexical grammar needs too many states".to_owned());
        }
        scanner.elements = leaves.elements.clone();
        scanner.problems = problems;
        scanner
    }

    fn run(mut self, goals: &[(LexicalGoal, u32)]) -> Scanner {
        self.state(Vec::new()); // DEAD
        let mut starts = [DEAD; GOALS.len()];
        for (goal, start) in goals {
            let places = self.close(vec![(*start, CharSet::ANYTHING)]);
            starts[*goal as usize] = self.state(places);
        }
        for (goal, _, instead) in GOALS {
            if starts[goal as usize] == DEAD {
                starts[goal as usize] = starts[instead as usize];
            }
        }
        let mut transitions = Vec::new();
        let mut accepts = Vec::new();
        while transitions.len() < self.queue.len() {
            let places = self.queue[transitions.len()].clone();
            accepts.push(self.accept(&places));
            transitions.push(self.row(&places));
        }
        Scanner {
            elements: Vec::new(),
            starts,
            transitions,
            accepts,
            line_terminators: CharSet::EMPTY,
            number: None,
            names: Vec::new(),
            name_start: CharSet::EMPTY,
            name_part: CharSet::EMPTY,
            after_number: CharSet::EMPTY,
            problems: Vec::new(),
        }
    }

    fn state(&mut self, places: Vec<Place>) -> u32 {
        if let Some(state) = self.known.get(&places) {
            return *state;
        }
        if self.queue.len() > MOST_STATES {
            return DEAD;
        }
        let state = self.queue.len() as u32;
        self.queue.push(places.clone());
        self.known.insert(places, state);
        state
    }

    fn row(&mut self, places: &[Place]) -> [u32; CLASSES] {
        let mut row = [DEAD; CLASSES];
        for class in 0..charset::END {
            let mut reached = Vec::new();
            for (state, next) in places {
                if next.contains(class) {
                    let edges = self.nfa.edges[*state as usize].iter();
                    reached.extend(edges.filter_map(|(edge, to)| match edge {
                        Edge::Read(set) if set.contains(class) => Some((*to, CharSet::ANYTHING)),
                        _ => None,
                    }));
                }
            }
            let closed = self.close(reached);
            row[usize::from(class)] = self.state(closed);
        }
        row
    }

    /// Follows the edges that read nothing.
    fn close(&self, mut places: Vec<Place>) -> Vec<Place> {
        let mut seen: BTreeSet<Place> = places.iter().copied().collect();
        while let Some((state, next)) = places.pop() {
            for (edge, to) in &self.nfa.edges[state as usize] {
                if let Edge::Next(set) = edge {
                    let place = (*to, next & *set);
                    if !place.1.is_empty() && seen.insert(place) {
                        places.push(place);
                    }
                }
            }
        }
        // States that neither read nor end only make equal sets look different.
        let matters = |state: &u32| {
            self.ends.contains_key(state)
                || self.nfa.edges[*state as usize]
                    .iter()
                    .any(|(edge, _)| matches!(edge, Edge::Read(_)))
        };
        seen.into_iter().filter(|(state, _)| matters(state)).collect()
    }

    /// The element that ends in these places; the first listed, should there be several.
    fn accept(&self, places: &[Place]) -> Option<(u16, CharSet)> {
        let ends = places.iter().filter_map(|(state, next)| Some((*self.ends.get(state)?, *next)));
        let element = ends.clone().map(|(element, _)| element).min()?;
        let next = ends.filter(|(other, _)| *other == element);
        Some((element, next.fold(CharSet::EMPTY, |all, (_, set)| all | set)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::parse_notation;

    const LEXICAL: &str = r"
        Program : Word Number `+` Escaped
        SourceCharacter ::
          > any Unicode code point
        InputElementDiv ::
          WhiteSpace
          Comment
          Word
          Punctuator
          NumericLiteral
          Text
        WhiteSpace ::
          <SP>
          <LF>
        LineTerminator :: <LF>
        Comment :: `/*` Chars? `*/`
        Chars ::
          NotAsterisk Chars?
          `*` AfterAsterisk?
        AfterAsterisk ::
          Neither Chars?
          `*` AfterAsterisk?
        NotAsterisk :: SourceCharacter but not `*`
        Neither :: SourceCharacter but not one of `*` or `/`
        Word ::
          Letter
          Word Letter
        Letter :: one of `a` `b`
        Punctuator ::
          `+`
          `++`
          `/`
          `?`
          `?.` [lookahead ∉ Digit]
        Digit :: one of `0` `1`
        NumericLiteral ::
          Digit
          NumericLiteral Digit
        Text :: `x` Code
        Code :: Hex [> but only if the MV of |Hex| ≤ 0x10FFFF]
        Hex ::
          HexDigit
          Hex HexDigit
        HexDigit :: one of `0` `1` `f`
        IdentifierStart :: Letter
        DecimalDigit :: Digit
        P : NumericLiteral Text Word
    ";

    fn scan(text: &str) -> Vec<String> {
        let scanner = Scanner::of(&Grammar::new(parse_notation(LEXICAL)));
        assert!(scanner.problems.is_empty(), "{:?}", scanner.problems);
        let mut found = Vec::new();
        let mut at = 0;
        while let Some((element, end)) = scanner.element(LexicalGoal::Div, text, at) {
            found.push(match &scanner.elements[usize::from(element)] {
                Element::Token(name) => format!("{name} {}", &text[at..end]),
                Element::Literal(literal) => literal.clone(),
                Element::Discarded => "-".to_owned(),
            });
            at = end;
        }
        found
    }

    #[test]
    fn the_longest_element_is_taken() {
        assert_eq!(scan("ab++a"), ["Word ab", "++", "Word a"]);
        assert_eq!(scan("/* ** / */a/"), ["-", "Word a", "/"]);
        assert_eq!(scan("01 b"), ["NumericLiteral 01", "-", "Word b"]);
    }

    #[test]
    fn a_lookahead_restricts_an_element() {
        assert_eq!(scan("a?.a"), ["Word a", "?.", "Word a"]);
        assert_eq!(scan("?.1"), ["?"]);
        assert_eq!(scan("a?."), ["Word a", "?."]);
    }

    #[test]
    fn a_condition_on_the_value_restricts_an_element() {
        for (text, taken) in
            [("x10ffff", 7), ("x000010ffff", 11), ("x110000", 6), ("xffffff", 6), ("x0", 2)]
        {
            let scanner = Scanner::of(&Grammar::new(parse_notation(LEXICAL)));
            let (_, end) = scanner.element(LexicalGoal::Div, text, 0).unwrap();
            assert_eq!(end, taken, "{text}");
        }
    }

    #[test]
    fn nothing_may_run_into_a_number() {
        let scanner = Scanner::of(&Grammar::new(parse_notation(LEXICAL)));
        let (element, end) = scanner.element(LexicalGoal::Div, "1a", 0).unwrap();
        assert!(scanner.runs_on(element, "1a", end));
        assert!(!scanner.runs_on(element, "1+", end));
    }
}
