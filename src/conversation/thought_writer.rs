//! The thoughts of a conversation for its writer: the issuer of each, and what the writer does with it.

use super::writer::RequestWriter;
use crate::conversation::plan::Decision;
use crate::json::Value;
use crate::model::Content;

impl<'c, 'd> RequestWriter<'c, 'd> {
    /// Returns the profile of a thought's issuer.
    pub(crate) fn issuer(&self, content: &Content<'_>) -> Value<'c> {
        self.ends.issuer(content)
    }

    /// Returns the id that the issuer gave a thought: the id of its item, or the one that the source kept.
    pub(crate) fn thought_id(&self, content: &Content<'d>) -> Option<Value<'d>> {
        match content.issued {
            Some(issued) => issued.id,
            None if self.issuer(content).fits("reasoning_ids=true") => content.value.get("id"),
            None => None,
        }
    }

    /// Writes a thought in its issuer's original form, if the source kept that and the target has the shape. Returns `true` if it did.
    pub(crate) fn native(&mut self, content: &Content<'d>) -> bool {
        let is_kept = content.issued.is_some_and(|issued| issued.is_native);
        let is_native =
            is_kept && self.decision(content) == Some(Decision::Native) && self.issuer(content).token("wire") == self.profile.token("wire");
        if is_native {
            self.out.raw(content.value.raw());
        }
        is_native
    }

    /// Returns the decision on the thought that a content is or carries.
    pub(crate) fn decision(&self, content: &Content<'_>) -> Option<Decision> {
        self.plan.decision(content.span)
    }

    /// Returns `true` if a call gets the documented string in place of a signature.
    pub(crate) fn has_placeholder(&self, content: &Content<'_>) -> bool {
        self.plan.has_placeholder(content.span)
    }
}
