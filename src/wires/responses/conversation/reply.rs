//! Replies of OpenAI's Responses: the members of a reply, and writing one as a stream.
//!
//! A stream sends an item four times: added empty, its parts grow, each part is done, the item is done. The closing event has the whole response.

use crate::conversation::reply::{Count, EventFraming, Grammar, PartGrammar, ReplyShape, UsagePaths, WireReply};
use crate::model::Stop;

pub(super) static REPLY: WireReply = WireReply {
    shape: ReplyShape {
        id: &["id", "response.id"],
        model: &["model", "response.model"],
        stops: &[
            ("incomplete_details.reason=content_filter", Stop::Refused),
            ("status=incomplete,incomplete_details.reason:s", Stop::Length),
            ("output.*.type=function_call|custom_tool_call", Stop::Calls),
            ("status=completed", Stop::Done),
        ],
        open: "status=queued|in_progress",
        failed: &["status=failed|cancelled"],
        usage: UsagePaths {
            input: &["usage.input_tokens"],
            output: &["usage.output_tokens"],
            cached: &["usage.input_tokens_details.cached_tokens"],
            stored: &["usage.input_tokens_details.cache_write_tokens"],
            thought: &["usage.output_tokens_details.reasoning_tokens"],
        },
        refusals: &["output.*.content.*.refusal"],
        beside: &[
            ("citations", "output.*.content.*.annotations"),
            ("logprobs", "output.*.content.*.logprobs"),
            ("service_tier", "service_tier"),
        ],
        streams_bodies: false,
    },
    grammar: &GRAMMAR,
};

/// Item ids are derived from the response id, because no provider issued any.
static GRAMMAR: Grammar = Grammar {
    framing: EventFraming::Named,
    begin: &[
        (
            "response.created",
            r#"{"type":"response.created","sequence_number":~q,"response":{"id":"~r","object":"response","created_at":~c,"status":"in_progress","model":"~m","error":null,"incomplete_details":null,"instructions":null,"metadata":{},"parallel_tool_calls":true,"tools":[],"tool_choice":"auto","output":[]}}"#,
        ),
        (
            "response.in_progress",
            r#"{"type":"response.in_progress","sequence_number":~q,"response":{"id":"~r","object":"response","created_at":~c,"status":"in_progress","model":"~m","error":null,"incomplete_details":null,"instructions":null,"metadata":{},"parallel_tool_calls":true,"tools":[],"tool_choice":"auto","output":[]}}"#,
        ),
    ],
    thought: PartGrammar {
        begin: &[
            (
                "response.output_item.added",
                r#"{"type":"response.output_item.added","sequence_number":~q,"output_index":~n,"item":{"id":"rs_~n_~r","type":"reasoning","summary":[]}}"#,
            ),
            (
                "response.reasoning_summary_part.added",
                r#"{"type":"response.reasoning_summary_part.added","sequence_number":~q,"item_id":"rs_~n_~r","output_index":~n,"summary_index":0,"part":{"type":"summary_text","text":""}}"#,
            ),
        ],
        piece: &[(
            "response.reasoning_summary_text.delta",
            r#"{"type":"response.reasoning_summary_text.delta","sequence_number":~q,"item_id":"rs_~n_~r","output_index":~n,"summary_index":0,"delta":"~t"}"#,
        )],
        end: &[
            (
                "response.reasoning_summary_text.done",
                r#"{"type":"response.reasoning_summary_text.done","sequence_number":~q,"item_id":"rs_~n_~r","output_index":~n,"summary_index":0,"text":"~t"}"#,
            ),
            (
                "response.reasoning_summary_part.done",
                r#"{"type":"response.reasoning_summary_part.done","sequence_number":~q,"item_id":"rs_~n_~r","output_index":~n,"summary_index":0,"part":{"type":"summary_text","text":"~t"}}"#,
            ),
            (
                "response.output_item.done",
                r#"{"type":"response.output_item.done","sequence_number":~q,"output_index":~n,"item":{"id":"rs_~n_~r","type":"reasoning","summary":[{"type":"summary_text","text":"~t"}]}}"#,
            ),
        ],
        is_whole: false,
        item: r#"{"id":"rs_~n_~r","type":"reasoning","summary":[{"type":"summary_text","text":"~t"}]}"#,
    },
    text: PartGrammar {
        begin: &[
            (
                "response.output_item.added",
                r#"{"type":"response.output_item.added","sequence_number":~q,"output_index":~n,"item":{"id":"msg_~n_~r","type":"message","role":"assistant","status":"in_progress","content":[]}}"#,
            ),
            (
                "response.content_part.added",
                r#"{"type":"response.content_part.added","sequence_number":~q,"item_id":"msg_~n_~r","output_index":~n,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}"#,
            ),
        ],
        piece: &[(
            "response.output_text.delta",
            r#"{"type":"response.output_text.delta","sequence_number":~q,"item_id":"msg_~n_~r","output_index":~n,"content_index":0,"delta":"~t","logprobs":[]}"#,
        )],
        end: &[
            (
                "response.output_text.done",
                r#"{"type":"response.output_text.done","sequence_number":~q,"item_id":"msg_~n_~r","output_index":~n,"content_index":0,"text":"~t","logprobs":[]}"#,
            ),
            (
                "response.content_part.done",
                r#"{"type":"response.content_part.done","sequence_number":~q,"item_id":"msg_~n_~r","output_index":~n,"content_index":0,"part":{"type":"output_text","text":"~t","annotations":[~l],"logprobs":[]}}"#,
            ),
            (
                "response.output_item.done",
                r#"{"type":"response.output_item.done","sequence_number":~q,"output_index":~n,"item":{"id":"msg_~n_~r","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"~t","annotations":[~l],"logprobs":[]}]}}"#,
            ),
        ],
        is_whole: false,
        item: r#"{"id":"msg_~n_~r","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"~t","annotations":[~l],"logprobs":[]}]}"#,
    },
    refusal: Some(PartGrammar {
        begin: &[
            (
                "response.output_item.added",
                r#"{"type":"response.output_item.added","sequence_number":~q,"output_index":~n,"item":{"id":"msg_~n_~r","type":"message","role":"assistant","status":"in_progress","content":[]}}"#,
            ),
            (
                "response.content_part.added",
                r#"{"type":"response.content_part.added","sequence_number":~q,"item_id":"msg_~n_~r","output_index":~n,"content_index":0,"part":{"type":"refusal","refusal":""}}"#,
            ),
        ],
        piece: &[(
            "response.refusal.delta",
            r#"{"type":"response.refusal.delta","sequence_number":~q,"item_id":"msg_~n_~r","output_index":~n,"content_index":0,"delta":"~t"}"#,
        )],
        end: &[
            (
                "response.refusal.done",
                r#"{"type":"response.refusal.done","sequence_number":~q,"item_id":"msg_~n_~r","output_index":~n,"content_index":0,"refusal":"~t"}"#,
            ),
            (
                "response.content_part.done",
                r#"{"type":"response.content_part.done","sequence_number":~q,"item_id":"msg_~n_~r","output_index":~n,"content_index":0,"part":{"type":"refusal","refusal":"~t"}}"#,
            ),
            (
                "response.output_item.done",
                r#"{"type":"response.output_item.done","sequence_number":~q,"output_index":~n,"item":{"id":"msg_~n_~r","type":"message","role":"assistant","status":"completed","content":[{"type":"refusal","refusal":"~t"}]}}"#,
            ),
        ],
        is_whole: false,
        item: r#"{"id":"msg_~n_~r","type":"message","role":"assistant","status":"completed","content":[{"type":"refusal","refusal":"~t"}]}"#,
    }),
    stops_at_refusal: false,
    call: PartGrammar {
        begin: &[(
            "response.output_item.added",
            r#"{"type":"response.output_item.added","sequence_number":~q,"output_index":~n,"item":{"id":"fc_~n_~r","type":"function_call","status":"in_progress","call_id":"~i","name":"~f","arguments":""}}"#,
        )],
        piece: &[(
            "response.function_call_arguments.delta",
            r#"{"type":"response.function_call_arguments.delta","sequence_number":~q,"item_id":"fc_~n_~r","output_index":~n,"delta":"~t"}"#,
        )],
        end: &[
            (
                "response.function_call_arguments.done",
                r#"{"type":"response.function_call_arguments.done","sequence_number":~q,"item_id":"fc_~n_~r","output_index":~n,"arguments":"~t"}"#,
            ),
            (
                "response.output_item.done",
                r#"{"type":"response.output_item.done","sequence_number":~q,"output_index":~n,"item":{"id":"fc_~n_~r","type":"function_call","status":"completed","call_id":"~i","name":"~f","arguments":"~t"}}"#,
            ),
        ],
        is_whole: false,
        item: r#"{"id":"fc_~n_~r","type":"function_call","status":"completed","call_id":"~i","name":"~f","arguments":"~t"}"#,
    },
    finish: &[(
        "response.~s",
        r#"{"type":"response.~s","sequence_number":~q,"response":{"id":"~r","object":"response","created_at":~c,"status":"~s","model":"~m","error":null,"incomplete_details":~e,"instructions":null,"metadata":{},"parallel_tool_calls":true,"tools":[],"tool_choice":"auto","output":[~o],"usage":{~u}}}"#,
    )],
    citation: r#"{"type":"url_citation","start_index":~b,"end_index":~h,"url":"~i","title":"~f"}"#,
    cite: &[(
        "response.output_text.annotation.added",
        r#"{"type":"response.output_text.annotation.added","sequence_number":~q,"item_id":"msg_~n_~r","output_index":~n,"content_index":0,"annotation_index":~y,"annotation":~g}"#,
    )],
    cites_message: false,
    error: &[("error", r#"{~x,"type":"error","sequence_number":~q}"#)],
    // Codex compacts the conversation when it reads this code here, but not when it comes with a status.
    overflow: &[(
        "response.failed",
        r#"{"type":"response.failed","sequence_number":~q,"response":{"id":"~r","object":"response","created_at":~c,"status":"failed","model":"~m","error":{"code":"context_length_exceeded","message":"~t"},"incomplete_details":null,"instructions":null,"metadata":{},"parallel_tool_calls":true,"tools":[],"tool_choice":"auto","output":[]}}"#,
    )],
    stops: [
        "completed|null",
        "completed|null",
        r#"incomplete|{"reason":"max_output_tokens"}"#,
        "completed|null",
        r#"incomplete|{"reason":"content_filter"}"#,
        "completed|null",
    ],
    usage: &[
        (r#""input_tokens":"#, Count::Input, ""),
        (r#""input_tokens_details":{"cached_tokens":"#, Count::CachedOrNone, "}"),
        (r#""output_tokens":"#, Count::Output, ""),
        (r#""output_tokens_details":{"reasoning_tokens":"#, Count::ThoughtOrNone, "}"),
        (r#""total_tokens":"#, Count::Total, ""),
    ],
};
