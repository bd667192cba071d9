//! Replies of Chat Completions: the members of a reply, and writing one as a stream.

use crate::conversation::reply::{Count, EventFraming, Grammar, PartGrammar, ReplyShape, Templates, UsagePaths, WireReply};
use crate::model::Stop;

pub(super) static OPENAI: WireReply = WireReply { shape: SHAPE, grammar: &OPENAI_CHUNKS };
pub(super) static OPENROUTER: WireReply = WireReply { shape: SHAPE, grammar: &OPENROUTER_CHUNKS };
pub(super) static MISTRAL: WireReply = WireReply { shape: SHAPE, grammar: &MISTRAL_CHUNKS };

const SHAPE: ReplyShape = ReplyShape {
    id: &["id"],
    model: &["model"],
    stops: &[
        ("choices.*.finish_reason=length|max_tokens|model_length", Stop::Length),
        ("choices.*.finish_reason=content_filter|refusal", Stop::Refused),
        ("choices.*.finish_reason:s choices.*.finish_reason=tool_calls|function_call,choices.*.message.tool_calls.*", Stop::Calls),
        ("choices.*.finish_reason:s", Stop::Done),
    ],
    open: "!choices.*.finish_reason:s",
    // OpenRouter closes a stream with `[DONE]` and no reason if its upstream broke off. OpenAI's client also throws then.
    failed: &["choices.*.finish_reason=error,choices.*.error:o", "!choices.*.finish_reason:s"],
    usage: UsagePaths {
        input: &["usage.prompt_tokens"],
        // Some hosts include thoughts in the completion tokens, others count them separately.
        output: &["usage.total_tokens", "-usage.prompt_tokens"],
        cached: &["usage.prompt_tokens_details.cached_tokens"],
        stored: &["usage.prompt_tokens_details.cache_write_tokens"],
        thought: &["usage.completion_tokens_details.reasoning_tokens"],
    },
    refusals: &["choices.*.message.refusal"],
    beside: &[
        ("citations", "choices.*.message.annotations"),
        ("citations", "citations"),
        ("logprobs", "choices.*.logprobs"),
        ("service_tier", "service_tier"),
        ("n", "choices.1"),
    ],
    streams_bodies: false,
};

/// Writes a chunk with a piece of the message, or with its end.
macro_rules! chunk {
    ($delta:literal) => {
        chunk!($delta, "null", "")
    };
    ($delta:literal, $reason:literal, $usage:literal) => {
        &[("", chunk!(@ $delta, $reason, $usage))]
    };
    (@ $delta:literal, $reason:literal, $usage:literal) => {
        concat!(
            r#"{"id":"~r","object":"chat.completion.chunk","created":~c,"model":"~m","system_fingerprint":"","choices":[{"index":0,"delta":"#,
            $delta,
            r#","logprobs":null,"finish_reason":"#,
            $reason,
            "}]",
            $usage,
            "}"
        )
    };
}

static OPENAI_CHUNKS: Grammar = Grammar {
    framing: EventFraming::Unnamed,
    begin: chunk!(r#"{"role":"assistant","content":null,"refusal":null}"#),
    thought: part(chunk!(r#"{"reasoning_content":"~t"}"#)),
    text: part(chunk!(r#"{"content":"~t"}"#)),
    refusal: Some(part(chunk!(r#"{"refusal":"~t"}"#))),
    stops_at_refusal: false,
    call: PartGrammar {
        begin: chunk!(r#"{"tool_calls":[{"index":~k,"id":"~i","type":"function","function":{"name":"~f","arguments":""}}]}"#),
        piece: chunk!(r#"{"tool_calls":[{"index":~k,"function":{"arguments":"~t"}}]}"#),
        end: &[],
        is_whole: false,
        item: "",
    },
    // The cost is in a separate chunk without choices.
    finish: &[
        ("", chunk!(@ "{}", r#""~s""#, "")),
        ("", r#"{"id":"~r","object":"chat.completion.chunk","created":~c,"model":"~m","choices":[],"usage":{~u}}"#),
        DONE,
    ],
    citation: r#"{"type":"url_citation","url_citation":{"start_index":~b,"end_index":~h,"url":"~i","title":"~f"}}"#,
    cite: chunk!(r#"{"annotations":[~g]}"#),
    cites_message: true,
    error: &[("", "{~x}")],
    overflow: &[],
    stops: ["stop", "tool_calls", "length", "stop", "content_filter", "stop"],
    usage: &[
        (r#""prompt_tokens":"#, Count::Input, ""),
        (r#""completion_tokens":"#, Count::Output, ""),
        (r#""total_tokens":"#, Count::Total, ""),
        (r#""prompt_tokens_details":{"cached_tokens":"#, Count::Cached, "}"),
        (r#""completion_tokens_details":{"reasoning_tokens":"#, Count::Thought, "}"),
    ],
};

static OPENROUTER_CHUNKS: Grammar = Grammar { thought: part(chunk!(r#"{"reasoning":"~t"}"#)), finish: END, ..OPENAI_CHUNKS };

/// Mistral's client reads neither calls in pieces nor content filters.
static MISTRAL_CHUNKS: Grammar = Grammar {
    begin: chunk!(r#"{"role":"assistant","content":""}"#),
    thought: part(chunk!(r#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"~t"}]}]}"#)),
    call: PartGrammar {
        begin: &[],
        piece: chunk!(r#"{"tool_calls":[{"index":~k,"id":"~i","type":"function","function":{"name":"~f","arguments":"~t"}}]}"#),
        end: &[],
        is_whole: true,
        item: "",
    },
    refusal: None,
    citation: "",
    cite: &[],
    finish: END,
    stops: ["stop", "tool_calls", "length", "stop", "stop", "stop"],
    ..OPENAI_CHUNKS
};

const END: Templates = &[("", chunk!(@ r#"{"content":""}"#, r#""~s""#, r#","usage":{~u}"#)), DONE];
const DONE: (&str, &str) = ("", "[DONE]");

const fn part(piece: Templates) -> PartGrammar {
    PartGrammar { begin: &[], piece, end: &[], is_whole: false, item: "" }
}
