//! Settings that every target applies by default. They are not noted where a target does not have them.

use crate::json::Value;
use crate::model::{Setting, Settings, ToolChoice};

/// Returns `true` if a setting has the default value of every wire that has it. A target without a store keeps nothing, which is a default too.
pub(crate) fn is_default(setting: Setting, value: Value<'_>) -> bool {
    let query = match setting {
        Setting::Stream | Setting::LogProbs | Setting::Store => "=false",
        Setting::Count | Setting::TopP | Setting::Temperature => "=1|1.0",
        Setting::PresencePenalty | Setting::FrequencyPenalty | Setting::TopLogProbs => "=0|0.0",
        Setting::ServiceTier => "=auto|default|standard",
        Setting::Verbosity => "=medium",
        _ => "=null",
    };
    value.is_null() || value.fits(query) || matches!(value.raw(), b"[]" | b"{}")
}

/// Returns the choice of tools that matters without tools: one that demands a call.
pub(crate) fn forced<'d>(settings: &Settings<'d>) -> Option<Value<'d>> {
    settings.tool_choice.as_ref().filter(|(choice, _)| !matches!(choice, ToolChoice::Auto | ToolChoice::None)).map(|(_, value)| *value)
}

/// Returns the choice of tools, unless it is the default.
pub(crate) fn chosen<'d>(settings: &Settings<'d>) -> Option<Value<'d>> {
    settings.tool_choice.as_ref().filter(|(choice, _)| !matches!(choice, ToolChoice::Auto)).map(|(_, value)| *value)
}

/// Returns the setting that forbids parallel calls. They are allowed everywhere else.
pub(crate) fn one_by_one<'d>(settings: &Settings<'d>) -> Option<Value<'d>> {
    settings.parallel.filter(|(parallel, _)| !parallel).map(|(_, value)| value)
}
