//! The forms a time may have, in the order in which they are tried. Each is a pattern that [`super::parser`] follows.
//!
//! In a pattern a small letter, `@` and `_` stand for something, and any other character for itself. A group in
//! parentheses may be missing; but a text that has begun it must go through with it.
//!
//! | | stands for |
//! |---|---|
//! | `y` `v` `c` `e` | a year: of four digits, of two to four, of two, of a sign and six digits or of four |
//! | `m` `n` | a month: two digits, its name |
//! | `d` `u` `a` | a day: two digits, one or two, one |
//! | `o` | the day of the year, three digits |
//! | `x` `w` `k` | a week year, a week, a day of the week |
//! | `j` `l` | the name of a day of the week, short and long |
//! | `h` `i` `s` `f` | hour, minute, second; a fraction of the second, with its point or comma |
//! | `@` | [`TIME`] |
//! | `t` | the `T` before a time, which may be small |
//! | `z` | `Z`, which may be small, or an offset: `+01`, `+0100`, `+01:00`, to 99 hours and 99 minutes |
//! | `q` | the name of a zone: up to three parts, digits only after the first |
//! | `g` | a zone as e-mail has it: `+0100`, or one of a few names |
//! | `_` | white space and comments, as e-mail has them |

/// A time of day. Colons are optional, each one.
pub(super) const TIME: &str = "h((:)i((:)s(f)))";

pub(super) const FORMS: [&str; 12] = [
    // ISO 8601, as far as Luxon goes. Hyphens are optional, each one; month and day may be missing. The `W` of a week may not
    // be small. A zone in brackets wins over the offset before it. A time may stand alone, but without its `T`, and only if
    // it does not look like a date: `0924` is a year, and `1234-05` a month.
    "e((-)m((-)d))(t@(z)([q]))",
    "x(-)Ww((-)k)(t@(z)([q]))",
    "y(-)o(t@(z)([q]))",
    "@(z)([q])",
    // SQL, as databases print it. `Z` is an offset, `Zulu` a zone. Luxon allows the second space even if nothing follows it.
    "y-m-d( @( )(z))",
    "y-m-d @( )q",
    "@( )(z)",
    "@( )q",
    // RFC 2822, the date of an e-mail. Names are in their usual case only.
    "(_)(j,_)u_n_v_h:i(:s)_g(_)",
    // RFC 850 and asctime, the older dates of an HTTP header; the usual one, `Sun, 15 Nov 2026 02:08:33 GMT`, is a case of
    // RFC 2822. Here a space is one space, and an asctime day below 10 has one in place of its first digit.
    "l, d-n-c h:i:s GMT",
    "j n d h:i:s y",
    "j n  a h:i:s y",
];
