//! `ReasoningConfig`: its rules, and its meaning after the presets are applied.

use super::{is_truthy, overlay, whole};
use crate::error::{Code, Error};
use crate::json::{Changes, Kind, Value, canonical, decimal, lossy, scan};

/// The known words of effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Efforts {
    /// Those of the SDK: `none`, `minimal`, `low`, `medium`, `high`.
    Sdk,
    /// Those, and `xhigh` and `max`, which OpenAI's and Anthropic's models added later.
    All,
}

/// Checks a configuration with its rules, in the SDK's order and words.
///
/// # Errors
/// [`Code::Input`] with the SDK's sentence as its reason and the pointer of the setting at fault.
pub fn validate(config: Value<'_>, efforts: Efforts) -> Result<(), Error> {
    for SettingRule { path, pointer, test, must } in &RULES {
        let Some(given) = config.path(path) else { continue };
        let fits = match test.strip_prefix('>') {
            Some(_) => whole(given).is_some_and(|number| number > 0 || *test == ">=0"),
            None => given.fits(test) || efforts == Efforts::All && *path == "native.effort" && given.fits("=xhigh|max"),
        };
        if !fits {
            let quote = if test.starts_with('>') { "" } else { "\"" };
            let more = if efforts == Efforts::All && *path == "native.effort" { ", xhigh, max" } else { "" };
            let reason = ["reasoning.", path, " must be ", must, more, " (got ", quote, &shown(given), quote, ")"].concat();
            return Err(Error::new(Code::Input, reason).in_value(*pointer));
        }
    }
    Ok(())
}

/// Resolves a configuration to the object that the SDK calls `ResolvedReasoning`, as JSON. Returns `None` if it requests nothing.
///
/// # Errors
/// A fault that [`validate`] finds, unless the whole configuration is disabled.
pub fn resolve(config: Value<'_>, efforts: Efforts) -> Result<Option<Vec<u8>>, Error> {
    let is_off = |name: &str| config.get(name).is_some_and(|value| value.kind() == Kind::False);
    if config.kind() != Kind::Object || is_off("enabled") {
        return Ok(None);
    }
    validate(config, efforts)?;
    // A `null` counts as a setting, except for `enabled`, where it counts as absent.
    let asks = present(Some(config), "enabled").map_or_else(|| config.fits("level,native,reflection"), is_truthy);
    let presets = scan(PRESETS)?;
    let is_meant = |preset: &Value<'_>| {
        let level = preset.word("level");
        asks && if config.get("level").is_some() { config.fits(&["level=", level].concat()) } else { level == "medium" }
    };
    let Some(preset) = presets.root().elements().find(is_meant) else { return Ok(None) };
    let document = scan(preset.raw())?;
    let mut changes = Changes::new(&document);
    if let (Some(native), Some(notes)) = (document.root().get("native"), document.root().get("reflection")) {
        if is_off("native") {
            changes.remove(native)?
        } else {
            overlay(native, config.get("native"), &mut changes)?
        }
        let given = config.get("reflection");
        for name in SETTINGS {
            if let Some(value) = present(given, name) {
                changes.set(notes, name, value.raw())?;
            }
        }
        if let Some(turns) = present(given, "everyNTurns").and_then(whole) {
            changes.set(notes, "everyNTurns", decimal(turns).as_bytes())?;
        }
        let cadence = present(given, "cadence").unwrap_or(notes);
        if is_off("reflection") || !present(given, "enabled").is_none_or(is_truthy) || cadence.fits("=off,cadence=off") {
            changes.set(notes, "enabled", b"false")?;
            changes.set(notes, "cadence", b"\"off\"")?;
        }
    }
    changes.apply().map(Some)
}

/// Returns a member that exists and is not null.
fn present<'d>(object: Option<Value<'d>>, name: &str) -> Option<Value<'d>> {
    object?.get(name).filter(|value| !value.is_null())
}

/// Returns a value as JavaScript writes it into a sentence. JavaScript omits the brackets of a list; here they stay.
fn shown(value: Value<'_>) -> String {
    match value.kind() {
        Kind::Object => "[object Object]".to_owned(),
        Kind::Number => lossy(&canonical(value)),
        _ => value.text().map_or_else(|| lossy(value.raw()), |text| text.lossy().into_owned()),
    }
}

/// The test of a setting: one of some words, or a number with a minimum. `must` is the SDK's wording.
struct SettingRule {
    path: &'static str,
    pointer: &'static str,
    test: &'static str,
    must: &'static str,
}

/// The rules in the SDK's order.
static RULES: [SettingRule; 7] = [
    SettingRule { path: "level", pointer: "/level", test: "=minimal|low|medium|high", must: "one of minimal, low, medium, high" },
    SettingRule {
        path: "native.effort",
        pointer: "/native/effort",
        test: "=none|minimal|low|medium|high",
        must: "one of none, minimal, low, medium, high",
    },
    SettingRule { path: "native.budgetTokens", pointer: "/native/budgetTokens", test: ">=0", must: "a non-negative number" },
    SettingRule {
        path: "reflection.cadence",
        pointer: "/reflection/cadence",
        test: "=off|every_turn|after_tool|on_branch|initial_then_after_tool",
        must: "one of off, every_turn, after_tool, on_branch, initial_then_after_tool",
    },
    SettingRule { path: "reflection.maxPerRun", pointer: "/reflection/maxPerRun", test: ">=0", must: "a non-negative number" },
    SettingRule { path: "reflection.everyNTurns", pointer: "/reflection/everyNTurns", test: ">=1", must: ">= 1" },
    SettingRule {
        path: "reflection.feedTo",
        pointer: "/reflection/feedTo",
        test: "=memory|plan|none",
        must: "\"memory\", \"plan\", or \"none\"",
    },
];

/// The settings of each level.
static PRESETS: &[u8] = include_bytes!("presets.json");

/// The settings of the notes that are copied unchanged.
static SETTINGS: [&str; 10] =
    ["cadence", "mode", "maxTokens", "maxChars", "keepLast", "summarize", "promptTemplate", "emitEvents", "maxPerRun", "feedTo"];
