//! Where a wire's responses say what they are: who answers, why it stopped, what it cost. Data, one row a wire.

use crate::json::{Text, Value};
use crate::model::{Stop, Usage};

/// The places of a wire's responses.
pub(crate) struct ReplyShape {
    /// The paths to the id of the response, in its body and in the first event of its stream.
    pub(crate) id: &'static [&'static str],
    /// The paths to the name of the model.
    pub(crate) model: &'static [&'static str],
    /// How a body says why the model stopped: queries, of which the first that fits counts.
    pub(crate) stops: &'static [(&'static str, Stop)],
    /// The query that a whole body fits whose answer is not over: it says so, or says no reason why the model stopped.
    pub(crate) open: &'static str,
    /// The queries that a body fits whose answer failed, which is over and not complete.
    pub(crate) failed: &'static [&'static str],
    /// The paths to the counts of tokens.
    pub(crate) usage: UsagePaths,
    /// The paths to the texts with which the model declines, where the wire marks them.
    pub(crate) refusals: &'static [&'static str],
    /// The members of a body that are not converted: the name of each in notes, and its path.
    pub(crate) beside: &'static [(&'static str, &'static str)],
    /// True if an event of its stream is a body: a body is then the stream of one event.
    pub(crate) streams_bodies: bool,
}

/// The paths to the counts of tokens. Several add up, but one with a `-` before it is taken off.
pub(crate) struct UsagePaths {
    /// Everything that was read.
    pub(crate) input: &'static [&'static str],
    /// Everything that was written.
    pub(crate) output: &'static [&'static str],
    /// The part of the input that came from a cache.
    pub(crate) cached: &'static [&'static str],
    /// The part of the input that was put into a cache.
    pub(crate) stored: &'static [&'static str],
    /// The part of the output that was thought.
    pub(crate) thought: &'static [&'static str],
}

/// Who answers.
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
    /// Reads who answers, from a body or the first event of a stream.
    pub(crate) fn head(&self, body: Value<'_>, created: i64) -> ReplyHead {
        let first = |paths: &[&str]| paths.iter().find_map(|path| body.path(path)?.text()).map(Text::raw).unwrap_or_default().to_vec();
        ReplyHead { id: first(self.id), model: first(self.model), created }
    }

    /// Reads why the model stopped.
    pub(crate) fn stop(&self, body: Value<'_>) -> Option<Stop> {
        self.stops.iter().find(|(query, _)| body.fits(query)).map(|(_, stop)| *stop)
    }

    /// True if a body says that its answer failed.
    pub(crate) fn has_failed(&self, body: Value<'_>) -> bool {
        self.failed.iter().any(|query| body.fits(query))
    }

    /// True if a whole body has a complete answer.
    pub(crate) fn is_over(&self, body: Value<'_>) -> bool {
        !body.fits(self.open) && !self.has_failed(body)
    }

    /// Reads what the answer cost.
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
