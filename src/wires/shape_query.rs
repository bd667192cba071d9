//! Queries that distinguish the bodies of a wire from those of others.

use super::codec::{Recognition, Side};
use crate::json::Value;

/// A query, and the meaning of a body that fits it. The first that fits counts.
pub(super) struct ShapeQuery {
    query: &'static str,
    /// `None` if such a body does not belong to this wire.
    recognition: Option<Recognition>,
}

impl ShapeQuery {
    /// Returns `true` if a body fits the query.
    pub(super) fn fits(&self, body: Value<'_>) -> bool {
        body.fits(self.query)
    }

    /// The side of a body that fits, and the certainty.
    pub(super) fn recognition(&self) -> Option<Recognition> {
        self.recognition
    }
}

/// A query for requests of this wire.
pub(super) const fn request(certainty: u8, query: &'static str) -> ShapeQuery {
    ShapeQuery { query, recognition: Some(Recognition { side: Side::Request, certainty }) }
}

/// A query for responses of this wire.
pub(super) const fn response(certainty: u8, query: &'static str) -> ShapeQuery {
    ShapeQuery { query, recognition: Some(Recognition { side: Side::Response, certainty }) }
}

/// A query for bodies of another wire.
pub(super) const fn foreign(query: &'static str) -> ShapeQuery {
    ShapeQuery { query, recognition: None }
}

/// Recognises a body by the first query that fits.
pub(super) fn recognise(shapes: &[ShapeQuery], body: Value<'_>) -> Option<Recognition> {
    shapes.iter().find(|shape| shape.fits(body))?.recognition
}
