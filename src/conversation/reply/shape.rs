//! The places of a response's id, model, stop reason and usage. They are data: one row for each wire.

use crate::json::{Text, Value};
use crate::model::{Stop, Usage};

/// The places of a wire's responses.
pub(crate) struct ReplyShape {
    /// The paths to the id of the response, in its body and in the first event of its stream.
    pub(crate) id: &'static [&'static str],
    /// The paths to the name of the model.
    pub(crate) model: &'static [&'static str],
    /// The queries for the stop reason of a body. The first match counts.
    pub(crate) stops: &'static [(&'static str, Stop)],
    /// The query for a whole body whose answer is not over: it says so, or has no stop reason.
    pub(crate) open: &'static str,
    /// The queries for a body whose answer failed. It is over but not complete.
    pub(crate) failed: &'static [&'static str],
    /// The paths to the counts of tokens.
    pub(crate) usage: UsagePaths,
    /// The paths to the refusal texts, where the wire separates them.
    pub(crate) refusals: &'static [&'static str],
    /// The members of a body that are not converted: the name for notes, and the path.
    pub(crate) beside: &'static [(&'static str, &'static str)],
    /// True if an event of its stream is a body. A body is then a stream of one event.
    pub(crate) streams_bodies: bool,
}

/// The paths to the counts of tokens. Several are added; one with a `-` before it is subtracted.
pub(crate) struct UsagePaths {
    /// All input.
    pub(crate) input: &'static [&'static str],
    /// All output.
    pub(crate) output: &'static [&'static str],
    /// The part of the input that came from a cache.
    pub(crate) cached: &'static [&'static str],
    /// The part of the input that was put into a cache.
    pub(crate) stored: &'static [&'static str],
    /// The part of the output that is reasoning.
    pub(crate) thought: &'static [&'static str],
}

/// The id, model and time of an answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReplyHead {
    /// The id of the response, as it is written.
    pub(crate) id: Vec<u8>,
    /// The model, as it is written.
    pub(crate) model: Vec<u8>,
    /// The time of the answer in seconds.
    pub(crate) created: i64,
}

impl ReplyShape {
    /// Reads the id and the model from a body or the first event of a stream.
    pub(crate) fn head(&self, body: Value<'_>, created: i64) -> ReplyHead {
        let first = |paths: &[&str]| paths.iter().find_map(|path| body.path(path)?.text()).map(Text::raw).unwrap_or_default().to_vec();
        ReplyHead { id: first(self.id), model: first(self.model), created }
    }

    /// Reads why the model stopped.
    pub(crate) fn stop(&self, body: Value<'_>) -> Option<Stop> {
        self.stops.iter().find(|(query, _)| body.fits(query)).map(|(_, stop)| *stop)
    }

    /// Returns `true` if a body reports that its answer failed.
    pub(crate) fn has_failed(&self, body: Value<'_>) -> bool {
        self.failed.iter().any(|query| body.fits(query))
    }

    /// Returns `true` if a whole body has a complete answer.
    pub(crate) fn is_over(&self, body: Value<'_>) -> bool {
        !body.fits(self.open) && !self.has_failed(body)
    }

    /// Reads the usage of the answer.
    pub(crate) fn usage(&self, body: Value<'_>) -> Usage {
        let count = |path: &&str| match path.strip_prefix('-') {
            Some(path) => body.path(path)?.whole().map(|count| -count),
            None => body.path(path)?.whole(),
        };
        let sum = |paths: &[&str]| paths.iter().filter_map(count).reduce(|one, other| one + other);
        let UsagePaths { input, output, cached, stored, thought } = self.usage;
        let [input, output, cached, stored, thought] = [input, output, cached, stored, thought].map(sum);
        Usage { input, output, cached, stored, thought }
    }
}
