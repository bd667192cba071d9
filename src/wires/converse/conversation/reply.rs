//! Replies of Converse: the members of a reply, and writing one as a stream of frames.

use crate::conversation::reply::{Count, EventFraming, Grammar, PartGrammar, ReplyShape, Templates, UsagePaths, WireReply};
use crate::model::Stop;

/// The address names the model, and a header the reply.
pub(super) static REPLY: WireReply = WireReply {
    shape: ReplyShape {
        id: &[],
        model: &[],
        stops: &[
            ("stopReason=tool_use|malformed_tool_use", Stop::Calls),
            ("stopReason=max_tokens|model_context_window_exceeded", Stop::Length),
            ("stopReason=stop_sequence", Stop::Sequence),
            ("stopReason=guardrail_intervened|content_filtered", Stop::Refused),
            ("stopReason:s", Stop::Done),
        ],
        open: "!stopReason:s",
        failed: &[],
        usage: UsagePaths {
            input: &["usage.inputTokens", "usage.cacheReadInputTokens", "usage.cacheWriteInputTokens"],
            output: &["usage.outputTokens"],
            cached: &["usage.cacheReadInputTokens"],
            stored: &["usage.cacheWriteInputTokens"],
            thought: &[],
        },
        refusals: &[],
        beside: &[("citations", "output.message.content.*.citationsContent.citations"), ("service_tier", "serviceTier.type")],
        streams_bodies: false,
    },
    grammar: &GRAMMAR,
};

/// The stream: a message starts; blocks grow and stop, and only calls have a start event.
static GRAMMAR: Grammar = Grammar {
    framing: EventFraming::Frame,
    begin: &[("messageStart", r#"{"role":"assistant"}"#)],
    thought: PartGrammar {
        begin: &[],
        piece: &[(DELTA, r#"{"contentBlockIndex":~n,"delta":{"reasoningContent":{"text":"~t"}}}"#)],
        end: STOP,
        is_whole: false,
        item: "",
    },
    text: PartGrammar {
        begin: &[],
        piece: &[(DELTA, r#"{"contentBlockIndex":~n,"delta":{"text":"~t"}}"#)],
        end: STOP,
        is_whole: false,
        item: "",
    },
    refusal: None,
    stops_at_refusal: false,
    call: PartGrammar {
        begin: &[("contentBlockStart", r#"{"contentBlockIndex":~n,"start":{"toolUse":{"toolUseId":"~i","name":"~f"}}}"#)],
        piece: &[(DELTA, r#"{"contentBlockIndex":~n,"delta":{"toolUse":{"input":"~t"}}}"#)],
        end: STOP,
        is_whole: false,
        item: "",
    },
    finish: &[("messageStop", r#"{"stopReason":"~s"}"#), ("metadata", r#"{"usage":{~u},"metrics":{"latencyMs":0}}"#)],
    citation: "",
    cite: &[],
    cites_message: false,
    error: &[("modelStreamErrorException", "{~x}")],
    overflow: &[],
    stops: ["end_turn", "tool_use", "max_tokens", "stop_sequence", "content_filtered", "end_turn"],
    usage: &[
        (r#""inputTokens":"#, Count::Fresh, ""),
        (r#""outputTokens":"#, Count::Output, ""),
        (r#""totalTokens":"#, Count::Total, ""),
        (r#""cacheReadInputTokens":"#, Count::Cached, ""),
        (r#""cacheWriteInputTokens":"#, Count::Stored, ""),
    ],
};

const DELTA: &str = "contentBlockDelta";
const STOP: Templates = &[("contentBlockStop", r#"{"contentBlockIndex":~n}"#)];
