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

use super::{merged, truthy, whole};
use crate::error::{Code, Error};
use crate::json::{Changes, Value, decimal, scan, seek};
use crate::model::Wire;

/// A request that asks for reasoning: `native` is a `NativeReasoningConfig`, as the `native` of [`resolve`](super::resolve) is one. What is
/// not asked for keeps its bytes.
///
/// # Errors
/// A wire that has no mapping, a budget beyond 2^31, a request that is not JSON or whose members cannot be set.
pub fn ask(native: Value<'_>, wire: &Wire, profile: Option<Value<'_>>, request: &[u8]) -> Result<Vec<u8>, Error> {
    let word = native.get("effort").and_then(Value::text).map(|text| text.lossy()).unwrap_or_default();
    let given = native.get("budgetTokens").filter(|budget| truthy(*budget)).and_then(whole);
    if given.is_some_and(|budget| budget > 1 << 31) {
        return Err(Error::new(Code::Input, "a budget is below 2^31 tokens").in_value("/native/budgetTokens"));
    }
    let asked = Asked {
        effort: SCALE.iter().position(|one| *one == word),
        budget: given,
        shown: native.get("includeThoughts").is_some_and(truthy),
        extras: native.get("providerExtras"),
        profile,
    };
    let mut body = Body(request.to_vec());
    match wire.as_str() {
        "anthropic-messages" => asked.claude(&MESSAGES, &mut body),
        "bedrock-converse" => asked.claude(&CONVERSE, &mut body),
        "gemini-generate" => asked.gemini(&mut body),
        "openai-chat" | "mistral-chat" => asked.chat(&mut body),
        "openai-responses" => asked.reasoning(false, &mut body),
        "openrouter-chat" => asked.reasoning(true, &mut body),
        _ => Err(Error::new(Code::Input, "there is no mapping of reasoning for that wire").in_value("/wire")),
    }?;
    Ok(body.0)
}

/// What is asked for.
struct Asked<'d> {
    /// The word, by its place in [`SCALE`].
    effort: Option<usize>,
    /// The tokens, if a number above zero was given; of a piece of one, none.
    budget: Option<usize>,
    shown: bool,
    extras: Option<Value<'d>>,
    profile: Option<Value<'d>>,
}

impl Asked<'_> {
    fn knows(&self, query: &str) -> bool {
        self.profile.is_some_and(|profile| profile.fits(query))
    }

    /// The tokens that it comes to. To ask for none outranks a number: it is the later and more specific wish.
    fn tokens(&self, table: &[usize; 7]) -> Option<usize> {
        if self.effort == Some(0) {
            return Some(0);
        }
        self.budget.or_else(|| table.get(self.effort?).copied())
    }

    /// Anthropic's thinking, on its own wire or in the places where Converse has it.
    fn claude(&self, places: &Claude, body: &mut Body) -> Result<(), Error> {
        let adapts = self.knows("thinking !thinking.*=enabled");
        let thinking = if adapts {
            let Some(effort) = self.effort else { return Ok(()) };
            let has = |kind| (effort == 0 && self.knows(&["thinking.*=", kind].concat())).then_some(kind);
            let off = has("disabled").or_else(|| has("between_tools"));
            if off.is_none() {
                // The scale of `output_config` begins with low.
                body.set(places.effort, &quoted(SCALE.get(effort.max(2)).unwrap_or(&"")))?;
            }
            let shown = off.is_none() && self.shown && self.knows("display=omitted");
            ["{\"type\":\"", off.unwrap_or("adaptive"), if shown { "\",\"display\":\"summarized\"}" } else { "\"}" }].concat()
        } else {
            let Some(budget) = self.tokens(&[0, 1024, 2048, 8192, 16384, 16384, 16384]).filter(|budget| *budget > 0) else { return Ok(()) };
            // The answer needs room beside the thinking.
            let room = budget.saturating_add(1024).max(4096);
            if scan(&body.0)?.root().path(places.limit).and_then(whole).is_none_or(|had| had < room) {
                body.set(places.limit, &decimal(room))?;
            }
            ["{\"type\":\"enabled\",\"budget_tokens\":", &decimal(budget), "}"].concat()
        };
        body.set_over(places.thinking, &thinking, self.extras)?;
        body.strip(places)
    }

    /// Gemini's: a number of tokens, or since Gemini 3 a level.
    fn gemini(&self, body: &mut Body) -> Result<(), Error> {
        let (name, value) = if self.knows("signs=always !budget") {
            let has = |one: &str| if self.knows("levels") { self.knows(&["levels.*=", one].concat()) } else { true };
            let Some(level) = self.effort.and_then(|effort| nearest(effort, 1..5, &has)) else { return Ok(()) };
            ("{\"thinkingLevel\":", quoted(level))
        } else {
            let Some(mut budget) = self.tokens(&[0, 512, 1024, 4096, 12000, 12000, 12000]) else { return Ok(()) };
            let bound = |path| self.profile.and_then(|profile| profile.path(path)).and_then(whole);
            budget = budget.max(bound("budget.min").unwrap_or(0)).min(bound("budget.max").unwrap_or(usize::MAX));
            ("{\"thinkingBudget\":", decimal(budget))
        };
        let thinking = [name, &value, if self.shown { ",\"includeThoughts\":true}" } else { "}" }].concat();
        body.set_over("generationConfig.thinkingConfig", &thinking, self.extras)
    }

    fn chat(&self, body: &mut Body) -> Result<(), Error> {
        if let Some(word) = self.word() {
            body.set("reasoning_effort", &quoted(word))?;
        }
        body.0 = merged(&body.0, self.extras)?;
        Ok(())
    }

    fn reasoning(&self, counts: bool, body: &mut Body) -> Result<(), Error> {
        let mut own = "{".to_owned();
        match self.budget.filter(|_| counts && self.effort != Some(0)) {
            Some(budget) => own += &["\"max_tokens\":", &decimal(budget)].concat(),
            None => own += &self.word().map(|word| ["\"effort\":", &quoted(word)].concat()).unwrap_or_default(),
        }
        if self.shown && !counts {
            own += if own.len() > 1 { ",\"summary\":\"auto\"" } else { "\"summary\":\"auto\"" };
        }
        own += "}";
        let empty = own.len() == 2 && self.extras.is_none_or(|extras| extras.members().next().is_none());
        if empty { Ok(()) } else { body.set_over("reasoning", &own, self.extras) }
    }

    /// The word of effort, fitted to those that the model has, where they are known.
    fn word(&self) -> Option<&'static str> {
        let efforts = self.profile.map_or("", |profile| profile.word("efforts")).as_bytes();
        let has = |one: &str| ["'", "`"].iter().any(|quote| seek(efforts, [quote, one, quote].concat().as_bytes()).is_some());
        if self.knows("effort=false") {
            return None;
        }
        nearest(self.effort?, 0..SCALE.len(), if efforts.is_empty() { &|_| true } else { &has })
    }
}

/// A request that is being changed, a step at a time: a step may make the object that the next one reaches into.
struct Body(Vec<u8>);

impl Body {
    /// Gives the member at the end of a path a value; what is missing on the way, or null, becomes an object.
    fn set(&mut self, path: &str, json: &str) -> Result<(), Error> {
        let document = scan(&self.0)?;
        let mut here = document.root();
        let (mut name, mut rest) = path.split_once('.').unwrap_or((path, ""));
        while let Some(next) = here.get(name).filter(|next| !rest.is_empty() && !next.is_null()) {
            here = next;
            (name, rest) = rest.split_once('.').unwrap_or((rest, ""));
        }
        let mut json = json.to_owned();
        for name in rest.rsplit('.').filter(|name| !name.is_empty()) {
            json = ["{\"", name, "\":", &json, "}"].concat();
        }
        let mut changes = Changes::new(&document);
        changes.set(here, name, json.as_bytes())?;
        self.0 = changes.apply()?;
        Ok(())
    }

    /// The same of an object that has extras put over it.
    fn set_over(&mut self, path: &str, own: &str, extras: Option<Value<'_>>) -> Result<(), Error> {
        let json = merged(own.as_bytes(), extras)?;
        self.set(path, std::str::from_utf8(&json).unwrap_or_default())
    }

    /// Takes out the sampling that is refused beside thinking, also what is there twice.
    fn strip(&mut self, places: &Claude) -> Result<(), Error> {
        let document = scan(&self.0)?;
        let mut changes = Changes::new(&document);
        for (name, value) in document.root().path(places.sampling).into_iter().flat_map(Value::members) {
            if places.refused.iter().any(|one| name == **one) {
                changes.remove(value)?;
            }
        }
        self.0 = changes.apply()?;
        Ok(())
    }
}

/// Of the words that there are, the one asked for, else the next that is more, else the most there is.
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

fn quoted(word: &str) -> String {
    ["\"", word, "\""].concat()
}

static SCALE: [&str; 7] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/// Where a wire has what belongs to the thinking of Anthropic's models, as paths.
struct Claude {
    limit: &'static str,
    thinking: &'static str,
    effort: &'static str,
    sampling: &'static str,
    refused: &'static [&'static str],
}

static MESSAGES: Claude = Claude {
    limit: "max_tokens",
    thinking: "thinking",
    effort: "output_config.effort",
    sampling: "",
    refused: &["temperature", "top_p", "top_k"],
};

static CONVERSE: Claude = Claude {
    limit: "inferenceConfig.maxTokens",
    thinking: "additionalModelRequestFields.thinking",
    effort: "additionalModelRequestFields.output_config.effort",
    sampling: "inferenceConfig",
    refused: &["temperature", "topP"],
};
