//! What tests need besides Rust, whether it is here, and how it is got.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::places;

/// Something that a test needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The text of an edition of ECMA-262.
    Edition(&'static str),
    /// A command on `PATH`.
    Program(&'static str),
    /// A debugger, engine or compiler of the default settings.
    Tool(&'static str),
    /// A server of Debian's packages.
    Server(&'static str),
    /// An npm package that results are compared with.
    Package(&'static str),
    /// A compiler or engine built with coverage.
    Subject(&'static str),
    /// A feature of the crate under test.
    Feature(&'static str, bool),
}

macro_rules! needs {
    ($($name:ident: $kind:ident($which:literal);)*) => {
        $(
            #[doc = $which]
            pub const $name: Need = Need(Kind::$kind($which));
        )*
        /// All that tests need.
        pub const ALL: &[Need] = &[$($name),*];
    };
}

needs! {
    ES2020: Edition("es2020-candidate-2020-04");
    ES2025: Edition("es2025");
    ES2026: Edition("es2026");
    GCC: Program("gcc");
    GPP: Program("g++");
    GIT: Program("git");
    NODE_COMMAND: Program("node");
    BABEL: Tool("babel");
    BUN: Tool("bun");
    CHROMIUM: Tool("chromium");
    DENO: Tool("deno");
    ESBUILD: Tool("esbuild");
    FIREFOX: Tool("firefox");
    JSC: Tool("jsc");
    NODE: Tool("node");
    NODE_8: Tool("node-8");
    NODE_11: Tool("node-11");
    OXC: Tool("oxc");
    OXC_MINIFY: Tool("oxc-minify");
    POSTGRES: Server("postgresql");
    SWC: Tool("swc");
    TERSER: Tool("terser");
    TSC: Tool("tsc");
    UGLIFY_JS: Tool("uglify-js");
    XS: Tool("xs");
    BIBLIOGRAPHY: Package("@tc39/ecma262-biblio@2.1.3018"); // the last whose operations are all in ES2026
    GRAMMARKDOWN: Package("grammarkdown@3.3.2");
    PARSER_TESTS: Package("test262-parser-tests@0.0.5");
    GCC_WITH_COVERAGE: Subject("gcc-12.2");
    QUICKJS_WITH_COVERAGE: Subject("quickjs");
    TCC_WITH_COVERAGE: Subject("tcc");
}

/// What CI does without; tests that need it stay ignored there. Nothing else may.
const NOT_IN_CI: &[Need] = &[
    GCC_WITH_COVERAGE, // takes 20 minutes and 1 GB to build
];

/// A feature of the crate under test: `feature("boa", cfg!(feature = "boa"))`.
pub const fn feature(name: &'static str, is_on: bool) -> Need {
    Need(Kind::Feature(name, is_on))
}

impl Need {
    /// Whether it is here.
    pub fn is_met(&self) -> bool {
        match self.0 {
            Kind::Subject(name) => self.path().join(places::built(name)).is_file(),
            Kind::Feature(_, is_on) => is_on,
            Kind::Server(_) => crate::postgres::programs().is_some(),
            _ => self.path().exists(),
        }
    }

    /// The text, the executable or the folder; a command that is not found is only its name.
    pub fn path(&self) -> PathBuf {
        match self.0 {
            Kind::Edition(name) => places::texts().join(format!("{name}.html")),
            Kind::Program(name) => places::find(name).unwrap_or_else(|| name.into()),
            Kind::Tool(name) => places::executable(name),
            Kind::Package(name) => places::package(name),
            Kind::Subject(name) => places::cache().join("subjects").join(name.replace('.', "-")),
            Kind::Server(_) => crate::postgres::programs().unwrap_or_default(),
            Kind::Feature(..) => PathBuf::new(),
        }
    }

    /// Whether a test that misses it fails: in CI, which sets `PARALLAX_REQUIRE_ALL`.
    pub fn is_required(&self) -> bool {
        let all = std::env::var_os("PARALLAX_REQUIRE_ALL").is_some_and(|value| value == "1");
        all && !NOT_IN_CI.contains(self)
    }

    /// What is missing, and how to get it.
    pub fn reason(&self) -> String {
        match self.0 {
            Kind::Edition(name) => format!("needs {name}.html: run `parallax spec get {name}`"),
            Kind::Program(name) => format!("needs the command {name}: install it"),
            Kind::Tool(name) => format!("needs {name}: run `parallax setup --debuggers {name}`"),
            Kind::Server(name) => format!("needs {name}: run `apt-get install {name}`"),
            Kind::Package(name) => format!("needs the npm package {name}: run `make setup`"),
            Kind::Subject(name) => {
                format!("needs {name} with coverage: run `parallax isolate build {name}`")
            }
            Kind::Feature(name, _) => format!("needs the feature {name}: use --features {name}"),
        }
    }

    /// Tries to get it with the `parallax` command; a failure shows in that it is still not met.
    fn get(&self, parallax: &Path) {
        let run = |args: &[&str]| {
            let _ = Command::new(parallax)
                .args(args)
                .current_dir(places::repository())
                .stdin(Stdio::null())
                .status();
        };
        match self.0 {
            Kind::Edition(name) => run(&["spec", "get", name]),
            Kind::Tool(name) => run(&["setup", "--debuggers", name]),
            Kind::Subject(name) => run(&["isolate", "build", name]),
            Kind::Package(name) => install(name),
            Kind::Server(name) => install_debian(name),
            Kind::Program(_) | Kind::Feature(..) => {}
        }
    }
}

/// Gets what is missing, except for what CI does without.
pub fn get_missing(parallax: &Path) {
    for need in ALL.iter().filter(|need| !NOT_IN_CI.contains(need) && !need.is_met()) {
        need.get(parallax);
    }
}

/// Installs one of Debian's packages, where we may.
fn install_debian(package: &str) {
    for words in
        [&["update", "--quiet=2"][..], &["install", "--yes", "--no-install-recommends", package]]
    {
        let _not_root = Command::new("apt-get")
            .args(words)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status();
    }
}

/// Installs an npm package, no script of which runs. The folder gets its name only when all is in it,
/// so that an interrupted installation is not taken for a whole one.
fn install(package: &str) {
    let target = places::package_folder(package);
    let partial = target.with_extension(format!("partial-{}", std::process::id()));
    let quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
    let npm = Command::new("npm")
        .arg("install")
        .args(quietly)
        .arg("--prefix")
        .arg(&partial)
        .arg(package)
        .stdin(Stdio::null())
        .status();
    if npm.is_ok_and(|status| status.success()) {
        let _ = std::fs::rename(&partial, &target);
    }
    let _ = std::fs::remove_dir_all(&partial);
}
