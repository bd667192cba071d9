//! The thoughts of a conversation, for whoever writes it: whose each is, and the writer's task with it.

use super::writer::RequestWriter;
use crate::conversation::plan::Decision;
use crate::json::Value;
use crate::model::Content;

impl<'c, 'd> RequestWriter<'c, 'd> {
    /// The issuer of a thought, with everything that the tables know of it.
    pub(crate) fn issuer(&self, content: &Content<'_>) -> Value<'c> {
        self.ends.issuer(content)
    }

    /// The id that the issuer gave a thought: of its item, or as the source kept it.
    pub(crate) fn thought_id(&self, content: &Content<'d>) -> Option<Value<'d>> {
        match content.issued {
            Some(issued) => issued.id,
            None if self.issuer(content).fits("reasoning_ids=true") => content.value.get("id"),
            None => None,
        }
    }

    /// Writes a thought as its issuer wrote it, if the source kept it so and the target has it in that shape; says whether it did.
    pub(crate) fn native(&mut self, content: &Content<'d>) -> bool {
        let is_kept = content.issued.is_some_and(|issued| issued.is_native);
        let is_native =
            is_kept && self.decision(content) == Some(Decision::Native) && self.issuer(content).token("wire") == self.profile.token("wire");
        if is_native {
            self.out.raw(content.value.raw());
        }
        is_native
    }

    /// The decision on the thought that a content is or carries.
    pub(crate) fn decision(&self, content: &Content<'_>) -> Option<Decision> {
        self.plan.decision(content.span)
    }

    /// True if a call gets the documented string in place of a signature.
    pub(crate) fn has_placeholder(&self, content: &Content<'_>) -> bool {
        self.plan.has_placeholder(content.span)
    }
}
