//! `ReasoningConfig`: what is wrong with one, and what it means once the presets have filled it in.

use super::{merged, object, truthy, whole};
use crate::error::{Code, Error};
use crate::json::{Kind, Value, Writer, canonical, lossy};

/// Which words of effort there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Efforts {
    /// Those of the SDK: `none`, `minimal`, `low`, `medium`, `high`.
    Sdk,
    /// Those, and `xhigh` and `max`, which came to OpenAI's and Anthropic's models later.
    All,
}

/// Holds a configuration to its rules, in the SDK's order and words.
///
/// # Errors
/// [`Code::Input`] with the SDK's sentence as its reason and the pointer of the setting at fault.
pub fn validate(config: Value<'_>, efforts: Efforts) -> Result<(), Error> {
    for (path, test, must) in RULES {
        let wide = efforts == Efforts::All && *path == "native.effort";
        let (test, must) = if wide { ALL } else { (*test, *must) };
        let Some(given) = config.path(path) else { continue };
        let is_word = test.starts_with('=');
        let fits = if is_word { given.fits(test) } else { whole(given).is_some_and(|number| number >= u64::from(test == "1")) };
        if !fits {
            let quote = if is_word { "\"" } else { "" };
            let reason = ["reasoning.", path, " must be ", must, " (got ", quote, &shown(given), quote, ")"].concat();
            return Err(Error::new(Code::Input, reason).in_value(["/", &path.replace('.', "/")].concat()));
        }
    }
    Ok(())
}

/// What a configuration means: the object that the SDK calls `ResolvedReasoning`, as JSON; nothing if it asks for nothing.
///
/// # Errors
/// What [`validate`] finds wrong, unless it is switched off as a whole.
pub fn resolve(config: Value<'_>, efforts: Efforts) -> Result<Option<Vec<u8>>, Error> {
    let is_off = |name: &str| config.get(name).is_some_and(|value| value.kind() == Kind::False);
    if config.kind() != Kind::Object || is_off("enabled") {
        return Ok(None);
    }
    validate(config, efforts)?;
    // Null is said, and asks: only `enabled` takes it for nothing.
    let asks = match said(config, "enabled") {
        Some(enabled) => truthy(enabled),
        None => config.fits("level,native,reflection"),
    };
    let level = config.path("level").map_or("medium", |_| config.word("level"));
    let Some((_, cadence, limits)) = LEVELS.iter().find(|(name, ..)| *name == level).filter(|_| asks) else { return Ok(None) };
    let mut out = Writer::default();
    out.open(b'{');
    out.name("enabled");
    out.flag(true);
    out.member("level", level);
    if !is_off("native") {
        out.name("native");
        let mut preset = Writer::default();
        preset.text(level);
        out.raw(&merged(object("effort", &preset.finish()), config.get("native"))?);
    }
    out.name("reflection");
    reflection(config.get("reflection"), cadence, limits, &mut out);
    out.close(b'}');
    Ok(Some(out.finish()))
}

/// The notes between the turns: each setting as given, or as the level has it, or as it always is.
fn reflection(given: Option<Value<'_>>, cadence: &str, limits: &Pairs, out: &mut Writer) {
    let of = |name: &str| given.and_then(|given| said(given, name));
    let wanted = given.is_none_or(|given| given.kind() != Kind::False) && of("enabled").is_none_or(truthy);
    let cadence = of("cadence").and_then(Value::text).map_or(cadence.into(), |text| text.lossy());
    let cadence = if wanted { &*cadence } else { "off" };
    out.open(b'{');
    out.name("enabled");
    out.flag(cadence != "off");
    out.member("cadence", cadence);
    for (name, default) in [("mode", "\"piggyback\"")].iter().chain(limits).chain(ALWAYS) {
        let json = of(name).map_or(default.as_bytes(), Value::raw);
        if !json.is_empty() {
            out.name(name);
            out.raw(json);
        }
    }
    out.name("everyNTurns");
    match of("everyNTurns") {
        Some(turns) => {
            let text = canonical(turns);
            let is_whole = |byte: &u8| *byte != b'.' || text.contains(&b'e');
            out.raw(text.split(|byte| !is_whole(byte)).next().unwrap_or_default());
        }
        None => out.number(1),
    }
    out.close(b'}');
}

/// A member that is there and not null.
fn said<'d>(object: Value<'d>, name: &str) -> Option<Value<'d>> {
    object.get(name).filter(|value| !value.is_null())
}

/// A value as JavaScript writes it into a sentence. A list it would write without its brackets; here they stay.
fn shown(value: Value<'_>) -> String {
    match value.kind() {
        Kind::Object => "[object Object]".to_owned(),
        Kind::Number => lossy(&canonical(value)),
        _ => value.text().map_or_else(|| lossy(value.raw()), |text| text.lossy().into_owned()),
    }
}

/// Where a setting stands, what it has to pass (to be one of those words, or a number of at least that much), and the sentence.
const RULES: &[(&str, &str, &str)] = &[
    ("level", "=minimal|low|medium|high", "one of minimal, low, medium, high"),
    ("native.effort", "=none|minimal|low|medium|high", "one of none, minimal, low, medium, high"),
    ("native.budgetTokens", "0", "a non-negative number"),
    (
        "reflection.cadence",
        "=off|every_turn|after_tool|on_branch|initial_then_after_tool",
        "one of off, every_turn, after_tool, on_branch, initial_then_after_tool",
    ),
    ("reflection.maxPerRun", "0", "a non-negative number"),
    ("reflection.everyNTurns", "1", ">= 1"),
    ("reflection.feedTo", "=memory|plan|none", "\"memory\", \"plan\", or \"none\""),
];

/// The rule of the effort where all words are taken.
const ALL: (&str, &str) = ("=none|minimal|low|medium|high|xhigh|max", "one of none, minimal, low, medium, high, xhigh, max");

/// Two settings and their values.
type Pairs = [(&'static str, &'static str); 2];

/// What each level sets: the cadence and the two lengths. Its name is its effort.
const LEVELS: &[(&str, &str, Pairs)] = &[
    ("minimal", "off", [("maxTokens", "150"), ("maxChars", "400")]),
    ("low", "on_branch", [("maxTokens", "200"), ("maxChars", "600")]),
    ("medium", "initial_then_after_tool", [("maxTokens", "350"), ("maxChars", "1200")]),
    ("high", "initial_then_after_tool", [("maxTokens", "600"), ("maxChars", "2000")]),
];

/// What is the same for every level; two have no default.
const ALWAYS: &[(&str, &str)] =
    &[("keepLast", "3"), ("summarize", "false"), ("promptTemplate", ""), ("emitEvents", "true"), ("maxPerRun", ""), ("feedTo", "\"none\"")];
