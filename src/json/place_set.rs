//! Places of a document, by their pointers.

use std::collections::BTreeSet;
use std::ops::Bound;

use super::pointer::is_within;

/// Places of a document, by their pointers.
#[derive(Debug, Default)]
pub struct PlaceSet<'p>(BTreeSet<&'p str>);

impl<'p> PlaceSet<'p> {
    /// Returns `true` if a pointer names one of the places or something below it.
    #[must_use]
    pub fn holds(&self, pointer: &str) -> bool {
        let steps = pointer.match_indices('/').map(|(at, _)| at).chain([pointer.len()]);
        steps.filter_map(|end| pointer.get(..end)).any(|above| self.0.contains(above))
    }

    /// Returns the places that are equal to a given one or below it, in order.
    pub fn within<'s>(&'s self, place: &'s str) -> impl Iterator<Item = &'p str> + use<'s, 'p> {
        self.0.range::<str, _>((Bound::Included(place), Bound::Unbounded)).copied().take_while(move |pointer| is_within(pointer, place))
    }
}

impl<'p> FromIterator<&'p str> for PlaceSet<'p> {
    fn from_iter<I: IntoIterator<Item = &'p str>>(pointers: I) -> Self {
        Self(pointers.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::PlaceSet;

    #[test]
    fn places_hold_what_is_at_or_below_them() {
        let places: PlaceSet<'_> = ["/choices/1/message", "/choices/10", "/a~1b"].into_iter().collect();
        for inner in ["/choices/1/message", "/choices/1/message/content/0", "/choices/10/x", "/a~1b/0"] {
            assert!(places.holds(inner), "{inner}");
        }
        for outer in ["", "/choices", "/choices/1", "/choices/100", "/choices/1/messages", "/a~1bc"] {
            assert!(!places.holds(outer), "{outer}");
        }
        assert_eq!(places.within("/choices/1").collect::<Vec<_>>(), ["/choices/1/message"]);
        assert_eq!(places.within("").count(), 3);
    }
}
