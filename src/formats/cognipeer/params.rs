//! Writes the provider's reasoning settings into its request.
//!
//! | wire | set | removed |
//! |---|---|---|
//! | `anthropic-messages` | `thinking`, and `max_tokens` if it is too small | `temperature`, `top_p`, `top_k` |
//! | `bedrock-converse` | `additionalModelRequestFields.thinking`, and `inferenceConfig.maxTokens` likewise | `temperature`, `topP` of `inferenceConfig` |
//! | `gemini-generate` | `generationConfig.thinkingConfig` | |
//! | `openai-chat`, `mistral-chat` | `reasoning_effort` | |
//! | `openai-responses` | `reasoning` | |
//! | `openrouter-chat` | `reasoning`, by budget or by effort, since it refuses both: the SDK has no such provider | |
//!
//! With a profile the settings are fitted to the model: adaptive thinking with `output_config.effort` where `enabled` is refused, levels for Gemini 3 and
//! later, a budget within the model's limits, and the nearest supported word of effort.

use super::{is_truthy, merged, whole};
use crate::conversation::reasoning::listed_words;
use crate::error::{Code, Error};
use crate::json::{Changes, Value, decimal, lossy, scan};
use crate::model::Wire;
use crate::wires::description;

/// Writes a request with reasoning settings. `native` is a `NativeReasoningConfig`, such as the `native` of [`resolve`](super::resolve). Every other member
/// keeps its bytes.
///
/// # Errors
/// A wire that has no mapping, a budget beyond 2^31, a request that is not JSON or whose members cannot be set.
pub fn ask(native: Value<'_>, wire: &Wire, profile: Option<Value<'_>>, request: &[u8]) -> Result<Vec<u8>, Error> {
    let document = scan(request)?;
    let body = document.root();
    let word = native.get("effort").and_then(Value::text).map(|text| text.lossy()).unwrap_or_default();
    let wanted = WantedReasoning {
        effort: SCALE.iter().position(|one| *one == word),
        budget: native.get("budgetTokens").filter(|budget| is_truthy(*budget)).and_then(whole),
        shown: native.get("includeThoughts").is_some_and(is_truthy),
        extras: native.get("providerExtras"),
        profile,
    };
    if wanted.budget.is_some_and(|budget| budget > 1 << 31) {
        return Err(Error::new(Code::Input, "a budget is below 2^31 tokens").in_value("/native/budgetTokens"));
    }
    let mut places = None;
    let fields = match wire.as_str() {
        "anthropic-messages" => wanted.claude(places.insert(&MESSAGES), body),
        "bedrock-converse" => wanted.claude(places.insert(&CONVERSE), body),
        "gemini-generate" => wanted.gemini(),
        "openai-chat" | "mistral-chat" => wanted.chat(),
        "openai-responses" => wanted.reasoning(false),
        "openrouter-chat" => wanted.reasoning(true),
        _ => return Err(Error::new(Code::Input, "there is no mapping of reasoning for that wire").in_value("/wire")),
    };
    let mut changes = Changes::new(&document);
    if !fields.is_empty() {
        // The extras of a chat are among its members, and replace them.
        let homes: &[&str] = if description(wire).is_chat() { &[] } else { &HOMES };
        put(body, scan(fields.as_bytes())?.root(), homes, &mut changes)?;
        if let Some(places) = places {
            for (name, value) in body.fields(places.sampling) {
                if places.refused.iter().any(|one| name == **one) {
                    changes.remove(value)?;
                }
            }
        }
    }
    changes.apply()
}

/// The reasoning that a configuration requests.
struct WantedReasoning<'d> {
    /// The word, by its index in [`SCALE`].
    effort: Option<usize>,
    /// The tokens, if they are a whole number above zero.
    budget: Option<usize>,
    shown: bool,
    extras: Option<Value<'d>>,
    profile: Option<Value<'d>>,
}

/// The members to write into a request, as JSON. Empty for none.
type Fields = String;

impl WantedReasoning<'_> {
    fn knows(&self, query: &str) -> bool {
        self.profile.is_some_and(|profile| profile.fits(query))
    }

    /// Returns an object to send, with the extras applied.
    fn with_extras(&self, own: &[&str]) -> Fields {
        // Both objects were parsed. Too deep nesting is detected when they are written into the request.
        merged(own.concat().as_bytes(), self.extras).map(|text| lossy(&text)).unwrap_or_default()
    }

    /// Returns the number of tokens. The word `none` overrides a number: it is the later and more specific setting.
    fn tokens(&self, table: &[usize; 7]) -> Option<usize> {
        if self.effort == Some(0) {
            return Some(0);
        }
        self.budget.or_else(|| table.get(self.effort?).copied())
    }

    /// Writes Anthropic's thinking, on its own wire or in the places of Converse.
    fn claude(&self, places: &ClaudePlaces, body: Value<'_>) -> Fields {
        let [before_limit, after_limit, before, after] = places.around;
        let mut fields = "{".to_owned();
        let mut end = [after, "}"].concat();
        let thinking = if self.knows("thinking !thinking.*=enabled") {
            // A model with adaptive thinking has no place for a budget.
            let Some(effort) = self.effort else { return String::new() };
            let has = |kind| (effort == 0 && self.knows(&["thinking.*=", kind].concat())).then_some(kind);
            let off = has("disabled").or_else(|| has("between_tools"));
            if off.is_none() {
                // The scale of `output_config` begins with low.
                end = [",\"output_config\":{\"effort\":\"", SCALE.get(effort.max(2)).unwrap_or(&""), "\"}", &end].concat();
            }
            let shown = off.is_none() && self.shown && self.knows("display=omitted");
            self.with_extras(&["{\"type\":\"", off.unwrap_or("adaptive"), if shown { "\",\"display\":\"summarized\"}" } else { "\"}" }])
        } else {
            let budget = self.tokens(&[0, 1024, 2048, 8192, 16384, 16384, 16384]).unwrap_or(0);
            if budget == 0 {
                return String::new();
            }
            // The answer needs tokens beside the thinking.
            let room = budget.saturating_add(1024).max(4096);
            if body.path(places.limit).and_then(whole).is_none_or(|had| had < room) {
                fields += &[before_limit, &decimal(room), after_limit].concat();
            }
            self.with_extras(&["{\"type\":\"enabled\",\"budget_tokens\":", &decimal(budget), "}"])
        };
        [&fields, before, &thinking, &end].concat()
    }

    /// Writes Gemini's setting: a number of tokens, or since Gemini 3 a level.
    fn gemini(&self) -> Fields {
        let (name, value) = if self.knows("signs=always !budget") {
            let has = |one: &str| !self.knows("levels") || self.knows(&["levels.*=", one].concat());
            let Some(level) = self.effort.and_then(|effort| nearest(effort, 1..5, &has)) else { return String::new() };
            ("{\"thinkingLevel\":\"", [level, "\""].concat())
        } else {
            let Some(budget) = self.tokens(&[0, 512, 1024, 4096, 12000, 12000, 12000]) else { return String::new() };
            let bound = |path| self.profile.and_then(|profile| profile.path(path)).and_then(whole);
            let budget = budget.max(bound("budget.min").unwrap_or(0)).min(bound("budget.max").unwrap_or(usize::MAX));
            ("{\"thinkingBudget\":", decimal(budget))
        };
        let thinking = self.with_extras(&[name, &value, if self.shown { ",\"includeThoughts\":true}" } else { "}" }]);
        ["{\"generationConfig\":{\"thinkingConfig\":", &thinking, "}}"].concat()
    }

    /// Writes a chat's settings. The extras are beside the effort, not in a separate object.
    fn chat(&self) -> Fields {
        match self.word() {
            Some(word) => self.with_extras(&["{\"reasoning_effort\":\"", word, "\"}"]),
            None => self.with_extras(&["{}"]),
        }
    }

    /// Writes the object of Responses, or of OpenRouter, which also accepts a number of tokens.
    fn reasoning(&self, counts: bool) -> Fields {
        let own = match (self.budget.filter(|_| counts && self.effort != Some(0)), self.word()) {
            (Some(budget), _) => ["{\"max_tokens\":", &decimal(budget)].concat(),
            (None, Some(word)) => ["{\"effort\":\"", word, "\""].concat(),
            (None, None) => "{".to_owned(),
        };
        let summary = match (self.shown && !counts, own.len()) {
            (true, 1) => "\"summary\":\"auto\"}",
            (true, _) => ",\"summary\":\"auto\"}",
            (false, _) => "}",
        };
        let reasoning = self.with_extras(&[&own, summary]);
        if reasoning == "{}" { String::new() } else { ["{\"reasoning\":", &reasoning, "}"].concat() }
    }

    /// Returns the word of effort, fitted to the model's words if they are known.
    fn word(&self) -> Option<&'static str> {
        let efforts = self.profile.map_or("", |profile| profile.word("efforts"));
        let has = |one: &str| efforts.is_empty() || listed_words(efforts).any(|known| known == one);
        nearest(self.effort.filter(|_| !self.knows("effort=false"))?, 0..SCALE.len(), &has)
    }
}

/// Sets members of an object. An object that also holds the caller's members keeps them. The recursion is three levels deep, like the fields of this module.
fn put(object: Value<'_>, fields: Value<'_>, homes: &[&str], changes: &mut Changes<'_>) -> Result<(), Error> {
    for (name, value) in fields.members() {
        let name = name.lossy();
        match object.get(&name).filter(|there| homes.contains(&&*name) && !there.is_null()) {
            Some(there) => put(there, value, homes, changes)?,
            None => changes.set(object, &name, value.raw())?,
        }
    }
    Ok(())
}

static HOMES: [&str; 4] = ["inferenceConfig", "additionalModelRequestFields", "generationConfig", "output_config"];

/// Returns the requested word of effort, or the next higher one that the model has, or the highest.
fn nearest(effort: usize, among: std::ops::Range<usize>, has: &dyn Fn(&str) -> bool) -> Option<&'static str> {
    let mut found = None;
    for at in among {
        let word = SCALE.get(at).filter(|word| has(word));
        found = word.copied().or(found);
        if at >= effort && word.is_some() {
            break;
        }
    }
    found
}

static SCALE: [&str; 7] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/// The places of Anthropic's thinking on a wire.
struct ClaudePlaces {
    /// The path of the limit that includes the thinking.
    limit: &'static str,
    /// The path of the object with the sampling.
    sampling: &'static str,
    refused: &'static [&'static str],
    /// The text before and after the limit, and before and after the thinking.
    around: [&'static str; 4],
}

static MESSAGES: ClaudePlaces = ClaudePlaces {
    limit: "max_tokens",
    sampling: "",
    refused: &["temperature", "top_p", "top_k"],
    around: ["\"max_tokens\":", ",", "\"thinking\":", ""],
};

static CONVERSE: ClaudePlaces = ClaudePlaces {
    limit: "inferenceConfig.maxTokens",
    sampling: "inferenceConfig",
    refused: &["temperature", "topP"],
    around: ["\"inferenceConfig\":{\"maxTokens\":", "},", "\"additionalModelRequestFields\":{\"thinking\":", "}"],
};
