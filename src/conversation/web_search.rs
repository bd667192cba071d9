//! Web search by the provider: Anthropic's `web_search`, OpenAI's `web_search` and Google's `googleSearch` are one tool under three names.

use super::writer::RequestWriter;
use crate::json::Value;
use crate::model::{Tool, ToolKind};

/// The options that Anthropic and OpenAI share.
pub(crate) struct SearchOptions<'d> {
    /// The only domains that are searched.
    pub(crate) domains: Option<Value<'d>>,
    /// The user's location, in one form on both wires.
    pub(crate) location: Option<Value<'d>>,
}

/// Returns `true` if a tool of the provider searches the web.
pub(crate) fn is_web_search(tool: &Tool<'_>) -> bool {
    let is_named = matches!(&*tool.name, b"googleSearch" | b"google_search" | b"googleSearchRetrieval");
    tool.kind == ToolKind::Server && (is_named || tool.value.fits("type^web_search|google_search"))
}

/// Notes that the target's search replaces a tool, and which options it lacks. `keeps` names the options that it has.
pub(crate) fn search_options<'d>(tool: &Tool<'d>, keeps: &[&str], request: &mut RequestWriter<'_, 'd>) -> SearchOptions<'d> {
    request.notes.add(tool.value, "tool", "the target runs its own web search instead");
    for (name, value) in tool.value.members() {
        let is_kept = ["type", "name", "filters"].iter().chain(keeps).any(|known| name == **known);
        if !is_kept && !value.is_null() {
            request.notes.lose(value, "tool", "the web search of the target has no such option");
        }
    }
    let domains = tool.value.get("allowed_domains").or_else(|| tool.value.path("filters.allowed_domains"));
    SearchOptions {
        domains: domains.filter(|domains| !domains.is_null()),
        location: tool.value.get("user_location").filter(|place| !place.is_null()),
    }
}
