//! Unicode properties as patterns name them. The tables of their names are in files that the text only
//! mentions; names and characters are ICU's, of Unicode 17.

use std::sync::LazyLock;

use emojis::EmojiVersion;
use icu_casemap::CaseMapper;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::script::ScriptWithExtensions;
use icu_properties::{CodePointMapData, CodePointSetData, PropertyParser};
use rustc_hash::FxHashMap;

use super::super::charset::{CharSet, LAST};

/// The version of Unicode that ICU's data are of, which emoji have, too.
const EMOJI: EmojiVersion = EmojiVersion::new(17, 0);

/// The binary properties of strings.
const OF_STRINGS: &[&str] = &[
    "Basic_Emoji",
    "Emoji_Keycap_Sequence",
    "RGI_Emoji_Modifier_Sequence",
    "RGI_Emoji_Flag_Sequence",
    "RGI_Emoji_Tag_Sequence",
    "RGI_Emoji_ZWJ_Sequence",
    "RGI_Emoji",
];

/// The name of a property that may be written short. Short names of binary properties stay.
pub(super) fn canonical_name(name: &str) -> &str {
    match name {
        "gc" => "General_Category",
        "sc" => "Script",
        "scx" => "Script_Extensions",
        other => other,
    }
}

pub(super) fn is_binary(name: &str) -> bool {
    matches!(name, "Any" | "ASCII" | "Assigned") || ecma262(name).is_some()
}

pub(super) fn is_of_strings(name: &str) -> bool {
    OF_STRINGS.contains(&name)
}

fn ecma262(name: &str) -> Option<icu_properties::CodePointSetDataBorrowed<'static>> {
    // The text has an alias that ICU has not.
    let name = if name == "space" { "White_Space" } else { name };
    CodePointSetData::new_for_ecma262(name.as_bytes())
}

fn category(value: &str) -> Option<GeneralCategoryGroup> {
    PropertyParser::<GeneralCategoryGroup>::new().get_strict(value)
}

/// The characters with a value of a property.
pub(super) fn with_value(property: &str, value: &str) -> Option<CharSet> {
    let script = || PropertyParser::<Script>::new().get_strict(value);
    Some(match canonical_name(property) {
        "General_Category" => {
            let categories = CodePointMapData::<GeneralCategory>::new();
            of(categories.iter_ranges_for_group(category(value)?))
        }
        "Script" => of(CodePointMapData::<Script>::new().iter_ranges_for_value(script()?)),
        "Script_Extensions" => {
            of(ScriptWithExtensions::new().get_script_extensions_ranges(script()?))
        }
        _ => return None,
    })
}

/// What has a binary property; nothing where there is no data for it.
pub(super) fn binary(name: &str) -> Option<CharSet> {
    Some(match name {
        "Any" => CharSet::of([(0, LAST)]),
        "ASCII" => CharSet::of([(0, 0x7f)]),
        "Assigned" => {
            CharSet::of([(0, LAST)]).difference(&with_value("General_Category", "Unassigned")?)
        }
        name if is_of_strings(name) => of_strings(name)?,
        _ => of(ecma262(name)?.iter_ranges()),
    })
}

/// What has a property of strings: the emoji up to the version of Unicode, and what they are made of.
fn of_strings(name: &str) -> Option<CharSet> {
    let has = |it: &[u32]| name == "RGI_Emoji" || name == kind(it);
    let emoji = emojis::iter().flat_map(|it| {
        let toned = it.skin_tones().into_iter().flatten().filter(move |tone| *tone != it);
        std::iter::once(it).chain(toned)
    });
    let emoji = emoji.filter(|it| it.emoji_version() <= EMOJI);
    let sequences = emoji.map(|it| it.as_str().chars().map(u32::from).collect::<Vec<_>>());
    let all = CharSet::of_sequences(sequences.filter(|it| has(it)));
    if !matches!(name, "Basic_Emoji" | "RGI_Emoji") {
        return Some(all);
    }
    // Tones and hair, which stand alone, too.
    let parts = binary("Emoji_Component")?.intersection(&binary("Emoji_Presentation")?);
    Some(all.union(&parts.difference(&binary("Regional_Indicator")?)))
}

/// Which of the properties an emoji has, by the rules for each kind of sequence.
fn kind(emoji: &[u32]) -> &'static str {
    let has =
        |characters: std::ops::RangeInclusive<u32>| emoji.iter().any(|it| characters.contains(it));
    match emoji {
        _ if has(0x20e3..=0x20e3) => "Emoji_Keycap_Sequence",
        _ if has(0x200d..=0x200d) => "RGI_Emoji_ZWJ_Sequence",
        _ if has(0xe007f..=0xe007f) => "RGI_Emoji_Tag_Sequence",
        _ if has(0x1f1e6..=0x1f1ff) => "RGI_Emoji_Flag_Sequence",
        [_, 0x1f3fb..=0x1f3ff] => "RGI_Emoji_Modifier_Sequence",
        _ => "Basic_Emoji",
    }
}

fn of(ranges: impl Iterator<Item = std::ops::RangeInclusive<u32>>) -> CharSet {
    CharSet::of(ranges.map(|it| (*it.start(), *it.end())))
}

/// Simple case folding.
pub(super) fn folded(character: u32) -> u32 {
    const MAPPER: icu_casemap::CaseMapperBorrowed<'static> = CaseMapper::new();
    char::from_u32(character).map_or(character, |it| MAPPER.simple_fold(it).into())
}

/// `Canonicalize` without Unicode: the upper case of a code unit, where that is one, and not ASCII for
/// what is not.
pub(super) fn upper(unit: u32) -> u32 {
    let Some(symbol) = char::from_u32(unit) else { return unit };
    let mut upper = symbol.to_uppercase().map(u32::from);
    match (upper.next(), upper.next()) {
        (Some(one), None) if one < 0x1_0000 && (unit < 128 || one >= 128) => one,
        _ => unit,
    }
}

/// Characters by what they become.
type Inverse = FxHashMap<u32, Vec<u32>>;

fn inverse(last: u32, change: fn(u32) -> u32) -> Inverse {
    let mut all = Inverse::default();
    for (from, to) in (0..=last).map(|it| (it, change(it))).filter(|(from, to)| from != to) {
        all.entry(to).or_default().push(from);
    }
    all
}

/// Whether a set has a character that becomes this one, by folding or by its upper case.
pub(super) fn has_before(set: &CharSet, canonical: u32, by_folding: bool) -> bool {
    static FOLDED: LazyLock<Inverse> = LazyLock::new(|| inverse(LAST, folded));
    static UPPER: LazyLock<Inverse> = LazyLock::new(|| inverse(0xffff, upper));
    let (before, itself) = match by_folding {
        true => (FOLDED.get(&canonical), folded(canonical)),
        false => (UPPER.get(&canonical), upper(canonical)),
    };
    let stays = itself == canonical && set.contains(canonical);
    stays || before.is_some_and(|all| all.iter().any(|it| set.contains(*it)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_exactly() {
        for name in ["ASCII", "Alpha", "Alphabetic", "space", "XIDS", "Emoji"] {
            assert!(is_binary(name), "{name}");
        }
        for name in ["alpha", "ALPHA", "Block", "L", "", "Script"] {
            assert!(!is_binary(name), "{name}");
        }
        for (property, value) in [("gc", "Lu"), ("General_Category", "punct"), ("scx", "Grek")] {
            assert!(with_value(property, value).is_some(), "{property}={value}");
        }
        for (property, value) in [("gc", "lu"), ("Script", "greek"), ("sc", "Lu"), ("Any", "Y")] {
            assert!(with_value(property, value).is_none(), "{property}={value}");
        }
    }

    #[test]
    fn emoji_are_those_of_one_version_of_unicode() {
        // The numbers of Unicode 17: of sequences, and of single characters besides.
        let counts = OF_STRINGS.iter().map(|name| {
            let all = binary(name).unwrap();
            let single = (0..=LAST).filter(|it| all.contains(*it)).count();
            (*name, all.strings().len() + single)
        });
        let expected = [
            ("Basic_Emoji", 1400),
            ("Emoji_Keycap_Sequence", 12),
            ("RGI_Emoji_Modifier_Sequence", 665),
            ("RGI_Emoji_Flag_Sequence", 259),
            ("RGI_Emoji_Tag_Sequence", 3),
            ("RGI_Emoji_ZWJ_Sequence", 1614),
            ("RGI_Emoji", 3953),
        ];
        assert_eq!(counts.collect::<Vec<_>>(), expected);
        let basic = binary("Basic_Emoji").unwrap();
        assert!(basic.contains(0x1f3fb) && !basic.contains(0x1f1e6) && !basic.contains(0x1fadd));
    }

    #[test]
    fn case_brings_characters_together() {
        let kelvin = CharSet::of_characters([0x212a]);
        assert!(has_before(&kelvin, folded(u32::from('K')), true));
        assert!(!has_before(&kelvin, upper(u32::from('K')), false));
        assert_eq!(upper(u32::from('ß')), u32::from('ß'));
        assert_eq!((folded(u32::from('ß')), folded(0x1e9e)), (0xdf, 0xdf));
    }
}
