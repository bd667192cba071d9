//! Data that names a person: addresses and numbers, each held to its own rules, because digits and dots are everywhere.

use super::is_open;
use crate::json::{Span, find_bytes};

/// An address of e-mail (RFC 5321, section 4.1.2, as it is used: no quotes, a domain with a dot). `git@` names no person.
pub(super) fn email(text: &[u8], at: usize, from: usize) -> Option<Span> {
    let is_local = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'%' | b'+' | b'-');
    let local = text.get(from..at)?.iter().rev().take(65).take_while(|byte| is_local(byte)).count();
    let is_label = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let domain = text.get(at + 1..)?.iter().take(254).take_while(|byte| is_label(byte)).count();
    let domain = text.get(at + 1..at + 1 + domain)?;
    // The full stop of a sentence is not of the domain.
    let end = domain.iter().rposition(u8::is_ascii_alphanumeric)? + 1;
    let domain = domain.get(..end)?;
    let dot = domain.iter().rposition(|byte| *byte == b'.')?;
    let last = domain.get(dot + 1..)?;
    let name = text.get(at - local..at)?;
    let fits = (1..=64).contains(&local)
        && name.first().is_some_and(|byte| *byte != b'.')
        && name != b"git"
        && domain.first().is_some_and(u8::is_ascii_alphanumeric)
        && find_bytes(domain, b"..").is_none()
        && last.len() >= 2
        && last.iter().all(u8::is_ascii_alphabetic);
    // A stroke before the name may be of an escape that is written out: then its letter is not of the name.
    let escaped = usize::from(name.len() > 1 && text.get(..at - local).is_some_and(|before| before.ends_with(b"\\")));
    fits.then_some(Span { start: at - local + escaped, end: at + 1 + end })
}

/// The number of a payment card: 12 to 19 digits (ISO/IEC 7812), in groups or not, of an issuer that gives out such, with the right check digit.
pub(super) fn card(text: &[u8], at: usize, _: usize) -> Option<Span> {
    starts_number(text, at).then_some(())?;
    let mut digits = [0_u8; 19];
    let (mut count, mut here, mut best) = (0, at, None);
    loop {
        match text.get(here) {
            Some(digit @ b'0'..=b'9') => {
                *digits.get_mut(count)? = digit - b'0';
                count += 1;
                here += 1;
            }
            next => {
                // The end of a group: the number may end here.
                let ends = !next.is_some_and(u8::is_ascii_alphabetic);
                if ends && digits.get(..count).is_some_and(is_card) {
                    best = Some(Span { start: at, end: here });
                }
                let grouped = matches!(next, Some(b' ' | b'-')) && text.get(here + 1).is_some_and(u8::is_ascii_digit);
                if !grouped || count >= 19 {
                    return best;
                }
                here += 1;
            }
        }
        if count == 19 && text.get(here).is_some_and(u8::is_ascii_digit) {
            return best;
        }
    }
}

/// The issuers of numbers that begin so, and the lengths of those (ISO/IEC 7812; <https://en.wikipedia.org/wiki/Payment_card_number>): the first
/// four digits from and to, the lengths from and to.
const ISSUERS: &[(u16, u16, usize, usize)] = &[
    (4000, 4999, 16, 16),
    (4000, 4999, 13, 13),
    (4000, 4999, 19, 19),
    (5100, 5599, 16, 16),
    (2221, 2720, 16, 16),
    (3400, 3499, 15, 15),
    (3700, 3799, 15, 15),
    (3000, 3059, 14, 14),
    (3600, 3699, 14, 14),
    (3800, 3999, 14, 14),
    (3528, 3589, 16, 19),
    (6011, 6011, 16, 19),
    (6221, 6229, 16, 19),
    (6440, 6599, 16, 19),
    (6200, 6299, 16, 19),
];

fn is_card(digits: &[u8]) -> bool {
    let first = digits.iter().take(4).fold(0, |sum, digit| sum * 10 + u16::from(*digit));
    let issued = ISSUERS.iter().any(|(from, to, least, most)| (*from..=*to).contains(&first) && (*least..=*most).contains(&digits.len()));
    // Luhn: every second digit from the right counts double.
    let mut sum = 0;
    for (nth, digit) in digits.iter().rev().enumerate() {
        sum += if nth % 2 == 1 { digit * 2 / 10 + digit * 2 % 10 } else { *digit };
    }
    issued && sum % 10 == 0 && digits.iter().any(|digit| Some(digit) != digits.last())
}

/// How long an IBAN is in each country (<https://www.swift.com/standards/data-standards/iban-international-bank-account-number>).
const IBANS: &[u8] = b"AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30";

/// The number of a bank account (ISO 13616): the country's length, in groups of four or not, and the remainder by 97 that it must leave.
pub(super) fn iban(text: &[u8], at: usize, _: usize) -> Option<Span> {
    is_open(text, at).then_some(())?;
    let country = text.get(at..at + 2)?;
    let [.., tens, ones] = IBANS.chunks(4).find(|row| row.starts_with(country))? else { return None };
    let length = usize::from(tens & 0xf) * 10 + usize::from(ones & 0xf);
    let mut number = [0_u8; 34];
    let (mut count, mut here) = (0, at);
    while count < length {
        let byte = *text.get(here)?;
        here += 1;
        if byte == b' ' && count % 4 == 0 && count > 0 {
            continue;
        }
        (byte.is_ascii_uppercase() || byte.is_ascii_digit()).then_some(())?;
        *number.get_mut(count)? = byte;
        count += 1;
    }
    let number = number.get(..length)?;
    let (head, tail) = number.split_at_checked(4)?;
    let remainder = tail.iter().chain(head).fold(0_u32, |sum, byte| match byte {
        b'0'..=b'9' => (sum * 10 + u32::from(byte - b'0')) % 97,
        _ => (sum * 100 + u32::from(byte - b'A') + 10) % 97,
    });
    let closed = !text.get(here).is_some_and(u8::is_ascii_alphanumeric);
    (remainder == 1 && closed && head.iter().skip(2).all(u8::is_ascii_digit)).then_some(Span { start: at, end: here })
}

/// A telephone number: with the `+` of ITU-T E.164 and 8 to 15 digits, or as North America writes it, `(201) 555-0123` or `201-555-0123`.
pub(super) fn phone(text: &[u8], at: usize, _: usize) -> Option<Span> {
    let rest = text.get(at..)?;
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    let free = is_open(text, at) && !before.is_some_and(|byte| matches!(byte, b'+' | b'.' | b'-' | b'/' | b'_'));
    if rest.first() != Some(&b'+') {
        return free.then(|| american(rest)).flatten().map(|length| Span { start: at, end: at + length });
    }
    is_open(text, at).then_some(())?;
    let (mut digits, mut end) = (0, 0);
    let (mut gap, mut first_group) = (0, 0);
    for (nth, byte) in rest.iter().enumerate().skip(1) {
        match byte {
            b'0'..=b'9' => {
                (digits, end, gap) = (digits + 1, nth + 1, 0);
                (digits <= 15).then_some(())?;
            }
            // `+44 (0)20 …`: two signs at most between digits.
            b' ' | b'-' | b'.' | b'(' | b')' if digits > 0 && gap < 2 => {
                gap += 1;
                first_group = if first_group == 0 { digits } else { first_group };
            }
            _ => break,
        }
    }
    // A country's code has three digits at most and may run on into the next group; `+12026-01-01` is a year.
    let is_year = digits > first_group && (5..8).contains(&first_group);
    let first = matches!(rest.get(1), Some(b'1'..=b'9'));
    let closed = !rest.get(end).is_some_and(u8::is_ascii_alphabetic);
    (digits >= 8 && first && closed && !is_year).then_some(Span { start: at, end: at + end })
}

/// How long a number in North American groups is here. Neither of the first two groups begins with 0 or 1 (NANP).
fn american(rest: &[u8]) -> Option<usize> {
    let parenthesised = rest.first() == Some(&b'(');
    let shape: &[u8] = match (parenthesised, rest.get(3), rest.get(5)) {
        (true, _, Some(b' ')) => b"(Ndd) Ndd-dddd",
        (true, _, _) => b"(Ndd)Ndd-dddd",
        (_, Some(b'.'), _) => b"Ndd.Ndd.dddd",
        _ => b"Ndd-Ndd-dddd",
    };
    let fits = shape.iter().enumerate().all(|(nth, sign)| {
        rest.get(nth).is_some_and(|byte| match sign {
            b'N' => matches!(byte, b'2'..=b'9'),
            b'd' => byte.is_ascii_digit(),
            sign => byte == sign,
        })
    });
    let next = rest.get(shape.len());
    (fits && !next.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))).then_some(shape.len())
}

/// An address of IPv4 (RFC 791), but for those that are of no machine in particular (RFC 1122: `127.`, `255.255.255.255`) and for versions of
/// programs, as in `Chrome/120.0.0.0`.
pub(super) fn ipv4(text: &[u8], at: usize, _: usize) -> Option<Span> {
    starts_number(text, at).then_some(())?;
    if let Some([.., before, b'/']) = text.get(..at) {
        (!before.is_ascii_alphanumeric()).then_some(())?;
    }
    let mut here = at;
    let mut parts = [0_u32; 4];
    for (nth, part) in parts.iter_mut().enumerate() {
        if nth > 0 {
            (text.get(here) == Some(&b'.')).then_some(())?;
            here += 1;
        }
        let digits = text.get(here..)?.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
        (1..=3).contains(&digits).then_some(())?;
        let number = text.get(here..here + digits)?;
        *part = number.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
        (*part <= 255 && (digits == 1 || number.first() != Some(&b'0'))).then_some(())?;
        here += digits;
    }
    let goes_on = match text.get(here..) {
        Some([b'.', next, ..]) => next.is_ascii_digit(),
        Some([next, ..]) => next.is_ascii_alphanumeric() || matches!(next, b'_' | b'-'),
        _ => false,
    };
    (!goes_on && !matches!(parts, [127, ..] | [255, 255, 255, 255])).then_some(Span { start: at, end: here })
}

/// Returns `true` if a number begins at a place and is not a part of a longer one or of a word.
fn starts_number(text: &[u8], at: usize) -> bool {
    is_open(text, at) && !matches!(text.get(..at), Some([.., b'.' | b'_' | b'-' | b'+']))
}
