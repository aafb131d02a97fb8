//! Trackers, and the form in which each wants a report.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Tool;

/// Something that a report says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Versions that show it.
    Versions,
    /// The operating system and the machine.
    Platform,
    /// The program and the steps in the debugger's own user interface.
    Steps,
    /// What is right, and why.
    Expected,
    /// What is shown.
    Shown,
    /// What is shown, in a word and in full, as an introduction.
    Summary,
    /// How often it comes.
    Often,
    /// Since when it is there.
    Since,
    /// The script, the control, who does it right, the test.
    More,
}

/// A tracker's form: its name on the command line, where it is, and the headings of a report in order.
struct Form {
    name: &'static str,
    tools: &'static [Tool],
    address: &'static str,
    headings: &'static [(&'static str, Part)],
}

macro_rules! trackers {
    ($($(#[$doc:meta])* $variant:ident $name:literal of $($tool:ident),+ at $address:literal { $($heading:literal: $part:ident),* $(,)? })*) => {
        /// Where bugs are reported.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Tracker {
            $($(#[$doc])* $variant,)*
        }

        impl Tracker {
            /// All of them.
            pub const ALL: &[Tracker] = &[$(Tracker::$variant),*];

            fn form(self) -> Form {
                match self {
                    $(Tracker::$variant => Form {
                        name: $name,
                        tools: &[$(Tool::$tool),+],
                        address: $address,
                        headings: &[$(($heading, Part::$part)),*],
                    },)*
                }
            }
        }
    };
}

trackers! {
    /// Babel.
    Babel "babel" of Babel at "https://github.com/babel/babel/issues/new" {
        "Input code": Steps, "Current behavior": Shown, "Expected behavior": Expected, "Environment": Versions, "Possible solution": More,
    }
    /// Boa.
    Boa "boa" of Boa at "https://github.com/boa-dev/boa/issues/new" {
        "Describe the bug": Summary, "To Reproduce": Steps, "Expected behavior": Expected, "Build environment": Versions,
        "Additional context": More,
    }
    /// Bun.
    Bun "bun" of Bun at "https://github.com/oven-sh/bun/issues/new" {
        "What version of Bun is running?": Versions, "What platform is your computer?": Platform,
        "What steps can reproduce the bug?": Steps, "What is the expected behavior?": Expected,
        "What do you see instead?": Shown, "Additional information": More,
    }
    /// Chromium's developer tools.
    Chromium "chromium" of Chromium at "https://issues.chromium.org/issues/new" {
        "Steps to reproduce the problem": Steps, "Problem description": Shown, "What is the expected behavior?": Expected,
        "Did this work before?": Since, "Chrome version": Versions, "OS": Platform, "Additional comments": More,
    }
    /// Deno.
    Deno "deno" of Deno at "https://github.com/denoland/deno/issues/new" {
        "Version": Versions, "Describe the bug": Summary, "Steps to Reproduce": Steps, "Expected Behavior": Expected,
        "Environment": Platform, "Additional Context": More,
    }
    /// esbuild.
    Esbuild "esbuild" of Esbuild at "https://github.com/evanw/esbuild/issues/new" {
        "What happens": Summary, "How to reproduce it": Steps, "What should happen": Expected, "Version": Versions, "More": More,
    }
    /// GCC.
    Gcc "gcc" of Gcc at "https://gcc.gnu.org/bugzilla/enter_bug.cgi?product=gcc" {
        "Summary": Summary, "How to reproduce it": Steps, "Expected": Expected, "gcc -v": Versions, "System": Platform, "More": More,
    }
    /// Firefox.
    Mozilla "mozilla" of Firefox at "https://bugzilla.mozilla.org/enter_bug.cgi?product=DevTools&component=Debugger" {
        "Steps to reproduce": Steps, "Actual results": Shown, "Expected results": Expected, "Version": Versions,
        "Regression range": Since, "More": More,
    }
    /// Node.
    Node "node" of Node at "https://github.com/nodejs/node/issues/new" {
        "Version": Versions, "Platform": Platform, "What steps will reproduce the bug?": Steps,
        "How often does it reproduce? Is there a required condition?": Often,
        "What is the expected behavior? Why is that the expected behavior?": Expected, "What do you see instead?": Shown,
        "Additional information": More,
    }
    /// oxc.
    Oxc "oxc" of OxcMinify, OxcTransform at "https://github.com/oxc-project/oxc/issues/new" {
        "What happens": Summary, "How to reproduce it": Steps, "What should happen": Expected, "Version": Versions, "More": More,
    }
    /// QuickJS-ng.
    QuickjsNg "quickjs-ng" of QuickjsNg at "https://github.com/quickjs-ng/quickjs/issues/new" {
        "What happens": Summary, "How to reproduce it": Steps, "What should happen": Expected, "Version": Versions, "More": More,
    }
    /// swc.
    Swc "swc" of Swc at "https://github.com/swc-project/swc/issues/new" {
        "Describe the bug": Summary, "Input code": Steps, "Expected behavior": Expected, "Version": Versions, "Additional context": More,
    }
    /// ECMA-262.
    Tc39 "tc39" of Node, Bun, Firefox, QuickjsNg at "https://github.com/tc39/ecma262/issues/new" {
        "Description": Summary, "Example": Steps, "What the text says": Expected, "Engines that were run": Versions, "More": More,
    }
    /// terser.
    Terser "terser" of Terser at "https://github.com/terser/terser/issues/new" {
        "Version": Versions, "Input": Steps, "Actual result": Shown, "Expected result": Expected, "More": More,
    }
    /// TypeScript.
    Typescript "typescript" of Typescript at "https://github.com/microsoft/typescript-go/issues/new" {
        "Code": Steps, "Actual behavior": Shown, "Expected behavior": Expected, "Version": Versions, "Additional information": More,
    }
    /// UglifyJS.
    UglifyJs "uglify-js" of UglifyJs at "https://github.com/mishoo/UglifyJS/issues/new" {
        "Uglify version": Versions, "JavaScript input": Steps, "Actual result": Shown, "Expected result": Expected, "More": More,
    }
    /// V8.
    V8 "v8" of Node, Chromium, Deno at "https://issues.chromium.org/issues/new" {
        "Steps to reproduce": Steps, "Actual result": Shown, "Expected result": Expected, "Version": Versions,
        "Regression": Since, "More": More,
    }
    /// WebKit.
    Webkit "webkit" of Bun, Jsc at "https://bugs.webkit.org/enter_bug.cgi?product=WebKit" {
        "Summary": Summary, "Steps to Reproduce": Steps, "Expected Results": Expected, "Version": Versions,
        "Regression": Since, "More": More,
    }
}

impl Tracker {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.form().name
    }

    /// Where one reports.
    pub fn address(self) -> &'static str {
        self.form().address
    }

    /// The tools whose bugs can be reported there.
    pub fn tools(self) -> &'static [Tool] {
        self.form().tools
    }

    /// The headings of a report, in order.
    pub(crate) fn headings(self) -> &'static [(&'static str, Part)] {
        self.form().headings
    }
}

impl fmt::Display for Tracker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Tracker {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Tracker::ALL.iter().copied().find(|it| it.name() == text);
        found.ok_or_else(|| {
            let names: Vec<_> = Tracker::ALL.iter().map(|it| it.name()).collect();
            format!("there is no form for the tracker `{text}`; there are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_says_what_is_right_and_how_it_is_seen() {
        for tracker in Tracker::ALL {
            let has = |part| tracker.headings().iter().any(|(_, it)| *it == part);
            assert!(has(Part::Steps) && has(Part::Expected) && has(Part::More), "{tracker}");
            assert!(has(Part::Shown) || has(Part::Summary), "{tracker}");
            assert_eq!(tracker.name().parse(), Ok(*tracker));
        }
    }

    #[test]
    fn every_tool_can_be_reported_to_its_own_tracker() {
        for tool in Tool::ALL {
            assert!(tool.tracker().tools().contains(tool), "{tool}");
        }
    }
}
