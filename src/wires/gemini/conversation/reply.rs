//! Replies of generateContent: the members of a reply, and writing one as a stream.

use crate::conversation::reply::{Count, EventFraming, Grammar, PartGrammar, ReplyShape, UsagePaths, WireReply};
use crate::model::Stop;

pub(super) static REPLY: WireReply = WireReply {
    shape: ReplyShape {
        id: &["responseId", "response_id"],
        model: &["modelVersion", "model_version"],
        stops: &[
            ("candidates.*.finishReason=MAX_TOKENS,candidates.*.finish_reason=MAX_TOKENS", Stop::Length),
            ("candidates.*.content.parts.*.functionCall,candidates.*.content.parts.*.function_call", Stop::Calls),
            ("candidates.*.finishReason=STOP,candidates.*.finish_reason=STOP", Stop::Done),
            ("candidates.*.finishReason=CONTINUATION,candidates.*.finish_reason=CONTINUATION", Stop::Paused),
            ("candidates.*.finishReason:s,candidates.*.finish_reason:s,promptFeedback,prompt_feedback", Stop::Refused),
        ],
        open: "!candidates.*.finishReason !candidates.*.finish_reason !promptFeedback !prompt_feedback",
        failed: &[],
        usage: UsagePaths {
            input: &[
                "usageMetadata.promptTokenCount",
                "usageMetadata.toolUsePromptTokenCount",
                "usage_metadata.prompt_token_count",
                "usage_metadata.tool_use_prompt_token_count",
            ],
            output: &[
                "usageMetadata.candidatesTokenCount",
                "usageMetadata.thoughtsTokenCount",
                "usage_metadata.candidates_token_count",
                "usage_metadata.thoughts_token_count",
            ],
            cached: &["usageMetadata.cachedContentTokenCount", "usage_metadata.cached_content_token_count"],
            stored: &[],
            thought: &["usageMetadata.thoughtsTokenCount", "usage_metadata.thoughts_token_count"],
        },
        refusals: &[],
        beside: &[
            ("citations", "candidates.*.groundingMetadata"),
            ("citations", "candidates.*.citationMetadata"),
            ("logprobs", "candidates.*.logprobsResult"),
            ("n", "candidates.1"),
        ],
        streams_bodies: true,
    },
    grammar: &GRAMMAR,
};

/// Every chunk is a whole response with the next parts. Calls do not arrive in pieces.
static GRAMMAR: Grammar = Grammar {
    framing: EventFraming::Unnamed,
    begin: &[],
    thought: PartGrammar {
        begin: &[],
        piece: &[(
            "",
            r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"~t","thought":true}]},"index":0}],"modelVersion":"~m","responseId":"~r"}"#,
        )],
        end: &[],
        is_whole: false,
        item: "",
    },
    text: PartGrammar {
        begin: &[],
        piece: &[(
            "",
            r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"~t"}]},"index":0}],"modelVersion":"~m","responseId":"~r"}"#,
        )],
        end: &[],
        is_whole: false,
        item: "",
    },
    refusal: None,
    stops_at_refusal: false,
    call: PartGrammar {
        begin: &[],
        piece: &[(
            "",
            r#"{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{~j"name":"~f","args":~a}}]},"index":0}],"modelVersion":"~m","responseId":"~r"}"#,
        )],
        end: &[],
        is_whole: true,
        item: "",
    },
    // Clients treat a chunk without content as an invalid turn. Recorded streams then end with an empty text.
    finish: &[(
        "",
        r#"{"candidates":[{"content":{"role":"model","parts":[{"text":""}]},"finishReason":"~s"~v,"index":0}],"usageMetadata":{~u},"modelVersion":"~m","responseId":"~r"}"#,
    )],
    citation: r#"{"web":{"uri":"~i","title":"~f"}}"#,
    cite: &[],
    cites_message: false,
    error: &[("", "{~x}")],
    overflow: &[],
    stops: ["STOP", "STOP", "MAX_TOKENS", "STOP", "SAFETY", "STOP"],
    usage: &[
        (r#""promptTokenCount":"#, Count::Input, ""),
        (r#""candidatesTokenCount":"#, Count::Said, ""),
        (r#""totalTokenCount":"#, Count::Total, ""),
        (r#""cachedContentTokenCount":"#, Count::Cached, ""),
        (r#""thoughtsTokenCount":"#, Count::Thought, ""),
    ],
};
