//! What is asked of a provider's own reasoning, put into its request.
//!
//! | wire | what is set | what goes |
//! |---|---|---|
//! | `anthropic-messages` | `thinking`, and `max_tokens` where it leaves no room | `temperature`, `top_p`, `top_k` |
//! | `bedrock-converse` | `additionalModelRequestFields.thinking`, and `inferenceConfig.maxTokens` likewise | `temperature`, `topP` of `inferenceConfig` |
//! | `gemini-generate` | `generationConfig.thinkingConfig` | |
//! | `openai-chat`, `mistral-chat` | `reasoning_effort` | |
//! | `openai-responses` | `reasoning` | |
//! | `openrouter-chat` | `reasoning`, by budget or by effort, since it refuses both: the SDK has no such provider | |
//!
//! With a profile it is fitted to the model: adaptive thinking with `output_config.effort` where `enabled` is refused, levels for Gemini 3 and later, a
//! budget within the model's bounds, and of words of effort the nearest one that there is.

use std::borrow::Cow;

use super::{merged, object, truthy, whole};
use crate::error::{Code, Error};
use crate::json::{Changes, Value, Writer, decimal, scan};
use crate::model::Wire;

/// Asks for reasoning by changes to a request: `native` is a `NativeReasoningConfig`, the `native` of [`resolve`](super::resolve).
///
/// # Errors
/// A wire that has no mapping, a budget beyond 2^31, a request whose members cannot be set.
pub fn ask(native: Value<'_>, wire: &Wire, profile: Option<Value<'_>>, body: Value<'_>, changes: &mut Changes<'_>) -> Result<(), Error> {
    let asked = Asked::read(native, profile)?;
    match wire.as_str() {
        "anthropic-messages" => asked.claude(body, None, changes),
        "bedrock-converse" => asked.claude(body, Some(["inferenceConfig", "additionalModelRequestFields"]), changes),
        "gemini-generate" => asked.gemini(body, changes),
        "openai-chat" | "mistral-chat" => asked.chat(body, changes),
        "openai-responses" => asked.reasoning(body, false, changes),
        "openrouter-chat" => asked.reasoning(body, true, changes),
        _ => Err(Error::new(Code::Input, "there is no mapping of reasoning for that wire").in_value("/wire")),
    }
}

/// What is asked for.
struct Asked<'d> {
    /// The word, if it is one.
    effort: Option<&'static str>,
    /// The tokens, if a number above zero was given; of a piece of one, none.
    budget: Option<usize>,
    shown: bool,
    extras: Option<Value<'d>>,
    profile: Option<Value<'d>>,
}

impl<'d> Asked<'d> {
    fn read(native: Value<'d>, profile: Option<Value<'d>>) -> Result<Self, Error> {
        let word = native.get("effort").and_then(Value::text).map_or(Cow::Borrowed(""), |text| text.lossy());
        let given = native.get("budgetTokens").filter(|budget| truthy(*budget));
        let budget = given.and_then(whole).map(|budget| usize::try_from(budget).unwrap_or(usize::MAX));
        if budget.is_some_and(|budget| budget > 1 << 31) {
            return Err(Error::new(Code::Input, "a budget is below 2^31 tokens").in_value("/native/budgetTokens"));
        }
        Ok(Self {
            effort: SCALE.iter().find(|one| **one == word).copied(),
            budget,
            shown: native.get("includeThoughts").is_some_and(truthy),
            extras: native.get("providerExtras"),
            profile,
        })
    }

    fn knows(&self, query: &str) -> bool {
        self.profile.is_some_and(|profile| profile.fits(query))
    }

    /// The tokens that it comes to. To ask for none outranks a number: it is the later and more specific wish.
    fn tokens(&self, table: [usize; 5]) -> Option<usize> {
        let nth = self.effort.map(|effort| SCALE.iter().position(|one| *one == effort).unwrap_or(0).min(4));
        match (nth, self.budget) {
            (Some(0), _) => Some(0),
            (_, Some(budget)) => Some(budget),
            (nth, None) => nth.and_then(|nth| table.get(nth).copied()),
        }
    }

    /// Anthropic's thinking, on its own wire or in the two places where Converse has it.
    fn claude(&self, body: Value<'_>, homes: Option<[&str; 2]>, changes: &mut Changes<'_>) -> Result<(), Error> {
        let [limits, home] = homes.map_or([None; 2], |homes| homes.map(Some));
        let (limit, sampling) = if homes.is_some() { ("maxTokens", CONVERSE) } else { ("max_tokens", MESSAGES) };
        if self.knows("thinking !thinking.*=enabled") {
            return self.adaptive(body, home, (limits, sampling), changes);
        }
        let Some(budget) = self.tokens([0, 1024, 2048, 8192, 16384]).filter(|budget| *budget > 0) else { return Ok(()) };
        // The answer needs room beside the thinking.
        let room = 4096.max(budget.saturating_add(1024));
        let had = inside(body, limits).and_then(|limits| limits.get(limit)).and_then(whole);
        let narrow = had.is_none_or(|had| usize::try_from(had).is_ok_and(|had| had < room));
        if narrow {
            put(body, limits, vec![(limit, decimal(room).into_bytes())], changes)?;
        }
        let mut thinking = Writer::default();
        thinking.open(b'{');
        thinking.member("type", "enabled");
        thinking.name("budget_tokens");
        thinking.number(budget);
        thinking.close(b'}');
        put(body, home, vec![("thinking", merged(thinking.finish(), self.extras)?)], changes)?;
        strip(inside(body, limits), sampling, changes)
    }

    /// Thinking of the models that decide themselves how much they think. A budget has no place there.
    fn adaptive(
        &self,
        body: Value<'_>,
        home: Option<&str>,
        (limits, sampling): (Option<&str>, &[&str]),
        changes: &mut Changes<'_>,
    ) -> Result<(), Error> {
        let Some(effort) = self.effort else { return Ok(()) };
        let off = || ["disabled", "between_tools"].into_iter().find(|kind| self.knows(&["thinking.*=", kind].concat()));
        let kind = (effort == "none").then(off).flatten();
        let mut thinking = Writer::default();
        thinking.open(b'{');
        thinking.member("type", kind.unwrap_or("adaptive"));
        thinking.member_if("display", (kind.is_none() && self.shown && self.knows("display=omitted")).then_some("summarized"));
        thinking.close(b'}');
        let mut fields = vec![("thinking", merged(thinking.finish(), self.extras)?)];
        if kind.is_none() {
            let mut word = Writer::default();
            word.text(nearest(effort, |one| !matches!(one, "none" | "minimal")).unwrap_or(effort));
            let word = word.finish();
            match inside(body, home).and_then(|home| home.get("output_config")).filter(|config| !config.is_null()) {
                Some(config) => changes.set(config, "effort", &word)?,
                None => fields.push(("output_config", object("effort", &word))),
            }
        }
        put(body, home, fields, changes)?;
        strip(inside(body, limits), sampling, changes)
    }

    /// Gemini's: a number of tokens, or since Gemini 3 a level.
    fn gemini(&self, body: Value<'_>, changes: &mut Changes<'_>) -> Result<(), Error> {
        let mut thinking = Writer::default();
        thinking.open(b'{');
        if self.knows("signs=always !budget") {
            let Some(effort) = self.effort else { return Ok(()) };
            let has = |one: &str| if self.knows("levels") { self.knows(&["levels.*=", one].concat()) } else { LEVELS.contains(&one) };
            thinking.member_if("thinkingLevel", nearest(effort, has));
        } else {
            let Some(mut budget) = self.tokens([0, 512, 1024, 4096, 12000]) else { return Ok(()) };
            let bound =
                |path| self.profile.and_then(|profile| profile.path(path)).and_then(whole).and_then(|bound| usize::try_from(bound).ok());
            if let (Some(least), Some(most)) = (bound("budget.min"), bound("budget.max")) {
                budget = budget.max(least).min(most);
            }
            thinking.name("thinkingBudget");
            thinking.number(budget);
        }
        if self.shown {
            thinking.name("includeThoughts");
            thinking.flag(true);
        }
        thinking.close(b'}');
        put(body, Some("generationConfig"), vec![("thinkingConfig", merged(thinking.finish(), self.extras)?)], changes)
    }

    fn chat(&self, body: Value<'_>, changes: &mut Changes<'_>) -> Result<(), Error> {
        let mut own = Writer::default();
        own.open(b'{');
        own.member_if("reasoning_effort", self.word());
        own.close(b'}');
        let fields = merged(own.finish(), self.extras)?;
        for (name, value) in scan(&fields)?.root().members() {
            changes.set(body, &name.lossy(), value.raw())?;
        }
        Ok(())
    }

    fn reasoning(&self, body: Value<'_>, counts: bool, changes: &mut Changes<'_>) -> Result<(), Error> {
        let budget = self.budget.filter(|_| counts && self.effort != Some("none"));
        let mut own = Writer::default();
        own.open(b'{');
        match budget {
            Some(budget) => {
                own.name("max_tokens");
                own.number(budget);
            }
            None => own.member_if("effort", self.word()),
        }
        own.member_if("summary", (self.shown && !counts).then_some("auto"));
        own.close(b'}');
        let reasoning = merged(own.finish(), self.extras)?;
        if reasoning == b"{}" { Ok(()) } else { changes.set(body, "reasoning", &reasoning) }
    }

    /// The word of effort, fitted to those that the model has, where they are known.
    fn word(&self) -> Option<&'static str> {
        let efforts = self.profile.map(|profile| profile.word("efforts")).unwrap_or_default();
        match self.effort {
            Some(effort) if !efforts.is_empty() => nearest(effort, |one| efforts.split(['\'', '`']).any(|word| word == one)),
            effort => effort.filter(|_| !self.knows("effort=false")),
        }
    }
}

/// The object that a member is, or the value itself; nothing where it is null.
fn inside<'v>(body: Value<'v>, home: Option<&str>) -> Option<Value<'v>> {
    home.map_or(Some(body), |home| body.get(home)).filter(|home| !home.is_null())
}

/// Gives an object members: the body, or one inside it, which is made if it is missing.
fn put(body: Value<'_>, home: Option<&str>, fields: Vec<(&str, Vec<u8>)>, changes: &mut Changes<'_>) -> Result<(), Error> {
    if let Some(there) = inside(body, home) {
        return fields.into_iter().try_for_each(|(name, json)| changes.set(there, name, &json));
    }
    let mut out = Writer::default();
    out.open(b'{');
    for (name, json) in fields {
        out.name(name);
        out.raw(&json);
    }
    out.close(b'}');
    changes.set(body, home.unwrap_or_default(), &out.finish())
}

/// Takes members out of an object, every one of those that are there twice.
fn strip(object: Option<Value<'_>>, names: &[&str], changes: &mut Changes<'_>) -> Result<(), Error> {
    let members = object.into_iter().flat_map(Value::members);
    members.filter(|(name, _)| names.iter().any(|one| *name == **one)).try_for_each(|(_, value)| changes.remove(value))
}

/// Of the words that there are, the one asked for, else the next that is more, else the most there is.
fn nearest(effort: &str, has: impl Fn(&str) -> bool) -> Option<&'static str> {
    let mut less = None;
    let mut reached = false;
    for one in SCALE {
        reached |= *one == effort;
        if has(one) {
            if reached {
                return Some(one);
            }
            less = Some(*one);
        }
    }
    less
}

const SCALE: &[&str] = &["none", "minimal", "low", "medium", "high", "xhigh", "max"];
const LEVELS: &[&str] = &["minimal", "low", "medium", "high"];
const MESSAGES: &[&str] = &["temperature", "top_p", "top_k"];
const CONVERSE: &[&str] = &["temperature", "topP"];
