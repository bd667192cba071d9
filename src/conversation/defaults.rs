//! Settings that say what every target does anyway. Nothing is noted of them where a target has no place for them.

use crate::json::Value;
use crate::model::{Setting, Settings, ToolChoice};

/// Returns `true` if a setting has the value that holds where it is not set, on every wire that has it. That a target without a store keeps nothing is such a value too.
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

/// The choice of tools that means something where there are no tools: one that demands a call.
pub(crate) fn forced<'d>(settings: &Settings<'d>) -> Option<Value<'d>> {
    settings.tool_choice.as_ref().filter(|(choice, _)| !matches!(choice, ToolChoice::Auto | ToolChoice::None)).map(|(_, value)| *value)
}

/// The choice of tools, unless it is the default.
pub(crate) fn chosen<'d>(settings: &Settings<'d>) -> Option<Value<'d>> {
    settings.tool_choice.as_ref().filter(|(choice, _)| !matches!(choice, ToolChoice::Auto)).map(|(_, value)| *value)
}

/// The setting by which calls come one by one. Everywhere else they may come together.
pub(crate) fn one_by_one<'d>(settings: &Settings<'d>) -> Option<Value<'d>> {
    settings.parallel.filter(|(parallel, _)| !parallel).map(|(_, value)| value)
}
