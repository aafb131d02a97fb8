//! What a campaign is to do: its kind, its typed settings and its programs.

use std::fmt;

use parallax_model::{Ability, Parameters, Program};
use serde::{Deserialize, Serialize};

/// The definition of a campaign. Two runs with equal plans are one campaign.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Its kind and settings.
    pub settings: Settings,
    /// The programs, for kinds that run sessions on programs.
    pub programs: Vec<Program>,
}

/// The kind of a campaign, and everything besides its programs that decides its results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Settings {
    /// Debuggers in lockstep.
    Differential(DifferentialSettings),
    /// One debugger against itself.
    Metamorphic(MetamorphicSettings),
    /// Engines against the text of the specification.
    Conformance(ConformanceSettings),
    /// A failing compiler or engine, whose source files are ranked by suspicion.
    Isolation(IsolationSettings),
    /// Debuggers on compiled programs, through source maps.
    Maps(MapsSettings),
}

/// Settings of a differential campaign.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DifferentialSettings {
    /// The debuggers in lockstep.
    pub debuggers: Vec<Tool>,
    /// The seeds of each program.
    pub seeds: Seeds,
    /// How actions are chosen.
    pub parameters: Parameters,
    /// Normalisations that are switched off.
    pub normalisations_off: Vec<String>,
    /// The edition of ECMA-262 that debuggers are held against; none where only they are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Whether sessions end at the first difference, even one of conventions.
    #[serde(default, skip_serializing_if = "is_false")]
    pub stops_at_first: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
fn is_false(it: &bool) -> bool {
    !it
}

/// Settings of a metamorphic campaign.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MetamorphicSettings {
    /// The debugger.
    pub debugger: Tool,
    /// The seeds of each program.
    pub seeds: Seeds,
    /// How the actions of initial runs are chosen.
    pub parameters: Parameters,
    /// The most follow-up runs of one initial run.
    pub rounds: u32,
    /// The relations to choose from.
    pub relations: Vec<String>,
    /// Relations among them that the debugger cannot serve.
    pub skipped: Vec<SkippedRelation>,
}

/// A relation that a debugger cannot serve.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedRelation {
    /// The relation's name.
    pub relation: String,
    /// What the debugger would have to be able to do.
    pub needs: Ability,
}

/// Settings of a conformance campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConformanceSettings {
    /// The engines.
    pub engines: Vec<Tool>,
    /// The folder of the suite.
    pub suite: String,
    /// The edition that says what is right.
    pub edition: String,
}

/// Settings of an isolation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IsolationSettings {
    /// The compiler or engine that fails.
    pub subject: String,
    /// The file of the failing program.
    pub program: String,
    /// Options with which it fails.
    pub bad: Vec<String>,
    /// Options with which it does not.
    pub good: Vec<String>,
    /// The seed of the search for witnesses.
    pub seed: u64,
}

/// Settings of a campaign on compiled programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapsSettings {
    /// The debuggers.
    pub debuggers: Vec<Tool>,
    /// The compilers.
    pub compilers: Vec<Tool>,
    /// The edition of ECMA-262 that debuggers are held against; none where only the original is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
}

/// A debugger or an engine that takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name in the configuration.
    pub name: String,
    /// Its version as it reports it.
    pub version: String,
}

/// Consecutive seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seeds {
    /// The first.
    pub first: u64,
    /// How many.
    pub count: u64,
}

impl Seeds {
    /// All of them.
    pub fn range(self) -> std::ops::Range<u64> {
        self.first..self.first.saturating_add(self.count)
    }
}

impl Settings {
    /// The name of the kind, as in the store.
    pub fn kind(&self) -> &'static str {
        match self {
            Settings::Differential(_) => "differential",
            Settings::Metamorphic(_) => "metamorphic",
            Settings::Conformance(_) => "conformance",
            Settings::Isolation(_) => "isolation",
            Settings::Maps(_) => "maps",
        }
    }

    /// The seeds of each program; none for kinds that do not run sessions on programs.
    pub fn seeds(&self) -> Option<Seeds> {
        match self {
            Settings::Differential(settings) => Some(settings.seeds),
            Settings::Metamorphic(settings) => Some(settings.seeds),
            Settings::Conformance(_) | Settings::Isolation(_) | Settings::Maps(_) => None,
        }
    }

    /// Whether sessions know what earlier ones did, and do something else.
    pub fn is_guided(&self) -> bool {
        match self {
            Settings::Differential(settings) => {
                settings.parameters.novelty && !settings.stops_at_first
            }
            _ => false,
        }
    }

    /// The debuggers or engines that take part.
    pub fn tools(&self) -> &[Tool] {
        match self {
            Settings::Differential(settings) => &settings.debuggers,
            Settings::Metamorphic(settings) => std::slice::from_ref(&settings.debugger),
            Settings::Conformance(settings) => &settings.engines,
            Settings::Isolation(_) => &[],
            Settings::Maps(settings) => &settings.debuggers,
        }
    }
}

impl MetamorphicSettings {
    /// Which relations the debugger cannot serve, in words; none if it can serve all.
    pub fn skipped_in_words(&self) -> Option<String> {
        let words = |it: &SkippedRelation| format!("{} needs {}", it.relation, it.needs);
        let list: Vec<String> = self.skipped.iter().map(words).collect();
        let name = &self.debugger.name;
        (!list.is_empty())
            .then(|| format!("{name} skips {} relations: {}", list.len(), list.join(", ")))
    }
}

/// For people.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Settings::Differential(settings) => {
                write_parameters(settings.parameters, f)?;
                match settings.normalisations_off.as_slice() {
                    [] => Ok(()),
                    off => write!(f, "; without the normalisations {}", off.join(", ")),
                }
            }
            Settings::Metamorphic(settings) => {
                write_parameters(settings.parameters, f)?;
                let relations = settings.relations.join(", ");
                write!(f, "; up to {} rounds of {relations}", settings.rounds)?;
                match settings.skipped_in_words() {
                    None => Ok(()),
                    Some(skipped) => write!(f, "; {skipped}"),
                }
            }
            Settings::Conformance(settings) => write!(f, "the suite in {}", settings.suite),
            Settings::Isolation(settings) => {
                let (bad, good) = (settings.bad.join(" "), settings.good.join(" "));
                write!(f, "{} with `{bad}`", settings.program)?;
                if !good.is_empty() {
                    write!(f, " against `{good}`")?;
                }
                write!(f, ", seed {}", settings.seed)
            }
            Settings::Maps(settings) => {
                let names = settings.compilers.iter();
                let names = names.map(|it| format!("{} {}", it.name, it.version));
                write!(f, "compiled by {}", names.collect::<Vec<_>>().join(", "))?;
                match &settings.edition {
                    Some(edition) => write!(f, "; held against the text of {edition}"),
                    None => f.write_str("; not held against the text"),
                }
            }
        }
    }
}

fn write_parameters(parameters: Parameters, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Parameters { breakpoints_per_line, removal, executions, novelty, disputed, shards } =
        parameters;
    write!(
        f,
        "{breakpoints_per_line} breakpoints per line, removed with probability {removal}, \
         {executions} execution actions"
    )?;
    if disputed > 0.0 {
        write!(f, ", {disputed} of the breakpoints on any line")?;
    }
    match (novelty, shards) {
        (false, _) => Ok(()),
        (true, 1) => f.write_str(", guided by what was rarely done"),
        (true, shards) => write!(f, ", guided by what was rarely done in one of {shards} shards"),
    }
}

impl Plan {
    /// A text that is equal for equal plans.
    ///
    /// # Errors
    /// Where the settings cannot be written as JSON, for example a probability that is no number.
    pub fn fingerprint(&self) -> Result<String, serde_json::Error> {
        let programs = self
            .programs
            .iter()
            .map(|program| format!("{} {:016x}", program.name, program.fingerprint()));
        let programs = programs.collect::<Vec<_>>().join("\n");
        Ok(format!("{}\n{programs}", serde_json::to_string(&self.settings)?))
    }
}
