//! Queries that tell the bodies of a wire from those of others.

use super::codec::{Recognition, Side};
use crate::json::Value;

/// A query, and what a body that fits it is. Of several the first that fits counts.
pub(super) struct ShapeQuery {
    query: &'static str,
    /// Nothing, if such a body is none of this wire.
    recognition: Option<Recognition>,
}

impl ShapeQuery {
    /// True if a body fits the query.
    pub(super) fn fits(&self, body: Value<'_>) -> bool {
        body.fits(self.query)
    }

    /// The side of a body that fits, and how sure that is.
    pub(super) fn recognition(&self) -> Option<Recognition> {
        self.recognition
    }
}

/// A body that fits is a request of this wire.
pub(super) const fn request(certainty: u8, query: &'static str) -> ShapeQuery {
    ShapeQuery { query, recognition: Some(Recognition { side: Side::Request, certainty }) }
}

/// A body that fits is a response of this wire.
pub(super) const fn response(certainty: u8, query: &'static str) -> ShapeQuery {
    ShapeQuery { query, recognition: Some(Recognition { side: Side::Response, certainty }) }
}

/// A body that fits is of another wire.
pub(super) const fn foreign(query: &'static str) -> ShapeQuery {
    ShapeQuery { query, recognition: None }
}

/// Recognises a body by the first query that it fits.
pub(super) fn recognise(shapes: &[ShapeQuery], body: Value<'_>) -> Option<Recognition> {
    shapes.iter().find(|shape| shape.fits(body))?.recognition
}
