//! Which tests of test262 are in scope for an edition, and why the others are left out.

use parallax_program::test262::Test;

/// Folders of tests that are left out, and why.
const FOLDERS: &[(&str, &str)] = &[
    ("harness/", "tests of the harness itself"),
    ("intl402/", "Intl"),
    ("staging/", "staging"),
    ("built-ins/Temporal/", "Temporal"),
];

/// Features of tests that are left out, and why.
const FEATURES: &[(&str, &str)] = &[("Temporal", "Temporal")];

/// Features that came after ES2020, and words that the text of an edition has if it has them.
const SIGNS: &[(&str, &str)] = &[
    ("AggregateError", "AggregateError"),
    ("Array.prototype.at", "Array.prototype.at ("),
    ("Atomics.waitAsync", "Atomics.waitAsync"),
    ("FinalizationRegistry", "FinalizationRegistry"),
    ("Object.hasOwn", "Object.hasOwn"),
    ("Promise.any", "Promise.any"),
    ("RegExp.escape", "EncodeForRegExpEscape"),
    ("String.prototype.at", "String.prototype.at ("),
    ("String.prototype.isWellFormed", "String.prototype.isWellFormed"),
    ("String.prototype.replaceAll", "String.prototype.replaceAll"),
    ("String.prototype.toWellFormed", "String.prototype.toWellFormed"),
    ("TypedArray.prototype.at", "%TypedArray%.prototype.at ("),
    ("WeakRef", "WeakRef"),
    ("align-detached-buffer-semantics-with-web-reality", "IsValidIntegerIndex"),
    ("arbitrary-module-namespace-names", "ModuleExportName"),
    ("array-find-from-last", "Array.prototype.findLast"),
    ("class-fields-private", "PrivateIdentifier"),
    ("class-fields-private-in", "PrivateIdentifier"),
    ("class-fields-public", "FieldDefinition"),
    ("class-methods-private", "PrivateIdentifier"),
    ("class-static-block", "ClassStaticBlock"),
    ("class-static-fields-private", "PrivateIdentifier"),
    ("class-static-fields-public", "FieldDefinition"),
    ("class-static-methods-private", "PrivateIdentifier"),
    ("error-cause", "InstallErrorCause"),
    ("hashbang", "HashbangComment"),
    ("import-attributes", "WithClause"),
    ("import-bytes", "CreateBytesModule"),
    ("import-defer", "`import` `defer`"),
    ("import-text", "CreateTextModule"),
    ("json-modules", "ParseJSONModule"),
    ("legacy-regexp", "UpdateLegacyRegExpStaticProperties"),
    ("logical-assignment-operators", "`&amp;&amp;=`"),
    ("numeric-separator-literal", "NumericLiteralSeparator"),
    ("regexp-duplicate-named-groups", "MightBothParticipate"),
    ("regexp-match-indices", "hasIndices"),
    ("regexp-modifiers", "UpdateModifiers"),
    ("regexp-v-flag", "UnicodeSetsMode"),
    ("symbols-as-weakmap-keys", "CanBeHeldWeakly"),
    ("top-level-await", "AsyncModuleExecutionFulfilled"),
    ("Array.fromAsync", "Array.fromAsync"),
    ("Atomics.pause", "Atomics.pause"),
    ("Error.isError", "Error.isError"),
    ("Float16Array", "Float16Array"),
    ("Iterator.prototype.join", "Iterator.prototype.join"),
    ("Math.sumPrecise", "Math.sumPrecise"),
    ("ShadowRealm", "ShadowRealm"),
    ("array-grouping", "Object.groupBy"),
    ("arraybuffer-transfer", "ArrayBuffer.prototype.transfer"),
    ("await-dictionary", "Promise.allKeyed"),
    ("change-array-by-copy", "Array.prototype.toSorted"),
    ("decorators", "DecoratorList"),
    ("error-stack-accessor", "Error.prototype.stack"),
    ("explicit-resource-management", "DisposableStack"),
    ("immutable-arraybuffer", "transferToImmutable"),
    ("iterator-chunking", "Iterator.prototype.chunks"),
    ("iterator-helpers", "Iterator.prototype.map"),
    ("iterator-includes", "Iterator.prototype.includes"),
    ("iterator-sequencing", "Iterator.concat"),
    ("joint-iteration", "Iterator.zip"),
    ("json-parse-with-source", "JSON.rawJSON"),
    (
        "nonextensible-applies-to-private",
        "HostEnsureCanAddPrivateElement (\n            _O_: an Object,\n            _extensible_",
    ),
    ("promise-try", "Promise.try"),
    ("promise-with-resolvers", "Promise.withResolvers"),
    ("resizable-arraybuffer", "ArrayBuffer.prototype.resize"),
    ("set-methods", "Set.prototype.union"),
    ("source-phase-imports", "AbstractModuleSource"),
    ("uint8array-base64", "Uint8Array.fromBase64"),
    ("upsert", "getOrInsert"),
];

/// What an edition covers.
pub struct Scope {
    newer: Vec<&'static str>,
}

impl Scope {
    /// The scope for the text of an edition.
    pub fn of(text: &str) -> Self {
        let absent = SIGNS.iter().filter(|(_, sign)| !text.contains(sign));
        Scope { newer: absent.map(|(feature, _)| *feature).collect() }
    }

    /// Why a test is left out; `None` if it is to be run.
    pub fn left_out(&self, test: &Test) -> Option<&'static str> {
        let front_matter = &test.front_matter;
        let reason = |found: Option<&(&str, &'static str)>| found.map(|(_, reason)| *reason);
        if is_of_all_characters(&test.name) {
            return Some("all characters, one by one: scripts and binary properties");
        }
        reason(FOLDERS.iter().find(|(folder, _)| test.name.starts_with(folder)))
            .or_else(|| reason(FEATURES.iter().find(|(it, _)| front_matter.needs(it))))
            .or_else(|| {
                let newer = self.newer.iter().any(|feature| front_matter.needs(feature));
                newer.then_some("newer than the edition")
            })
    }
}

/// Tests that were generated from Unicode's data put all of its characters into strings, in loops: that
/// takes some hundred million steps each. Those of general categories are run; they use all that the others do.
fn is_of_all_characters(name: &str) -> bool {
    let generated = name.strip_prefix("built-ins/RegExp/property-escapes/generated/");
    generated.is_some_and(|name| !name.contains('/') && !name.starts_with("General_Category"))
}
