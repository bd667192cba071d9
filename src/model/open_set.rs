//! Sets of words that grow: the wire's own word first, our names for the known ones as a view of it.

/// Declares a word of an open set: a constant for each known one, and any other kept as it is.
macro_rules! open_set {
    ($(#[doc = $doc:literal])+ pub struct $name:ident; $($(#[doc = $about:literal])+ $known:ident = $text:literal,)+) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(std::borrow::Cow<'static, str>);

        impl $name {
            $($(#[doc = $about])+ pub const $known: $name = $name(std::borrow::Cow::Borrowed($text));)+

            /// Those that are known here.
            pub const KNOWN: &'static [$name] = &[$($name::$known,)+];

            /// The one of that name, known or not.
            #[must_use]
            pub fn named(name: impl Into<String>) -> Self {
                Self(std::borrow::Cow::Owned(name.into()))
            }

            /// Its name.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Returns `true` if it is one of those known here.
            #[must_use]
            pub fn is_known(&self) -> bool {
                Self::KNOWN.contains(self)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

pub(crate) use open_set;
