//! Reads the fields of a protobuf message. A signature that was cut has a field that ends after the last byte.

/// The value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldValue<'b> {
    /// A number.
    Number(u64),
    /// Bytes, a text or a nested message.
    Bytes(&'b [u8]),
    /// Four or eight bytes.
    Fixed,
}

/// A field: its number, and its value.
pub(super) type Field<'b> = (u64, FieldValue<'b>);

/// Reads all fields of a message. Returns `None` if the bytes are not one whole message.
pub(super) fn read_fields(mut bytes: &[u8]) -> Option<Vec<Field<'_>>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let tag = read_number(&mut bytes)?;
        let value = match tag & 7 {
            0 => FieldValue::Number(read_number(&mut bytes)?),
            1 => take(&mut bytes, 8).map(|_| FieldValue::Fixed)?,
            2 => {
                let length = usize::try_from(read_number(&mut bytes)?).ok()?;
                FieldValue::Bytes(take(&mut bytes, length)?)
            }
            5 => take(&mut bytes, 4).map(|_| FieldValue::Fixed)?,
            _ => return None,
        };
        let number = tag >> 3;
        if number == 0 {
            return None;
        }
        fields.push((number, value));
    }
    Some(fields)
}

/// Reads a number of seven bits a byte.
fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let [byte, rest @ ..] = *bytes else { return None };
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn take<'b>(bytes: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

/// Returns the bytes of the only field with that number.
pub(super) fn only<'b>(fields: &[Field<'b>], number: u64) -> Option<&'b [u8]> {
    let mut found = fields.iter().filter(|(own, _)| *own == number);
    match (found.next(), found.next()) {
        (Some((_, FieldValue::Bytes(bytes))), None) => Some(bytes),
        _ => None,
    }
}

/// The first field of bytes that may be cut.
#[derive(Clone, Copy)]
pub(super) struct Split<'b> {
    /// Its number.
    pub(super) number: u64,
    /// Its content, as far as it is there.
    pub(super) content: &'b [u8],
    /// The number of bytes of the content that are missing.
    pub(super) missing: usize,
    /// The bytes after it.
    pub(super) rest: &'b [u8],
}

/// Splits the first field off. Returns `None` if it does not hold bytes.
pub(super) fn split_field(mut bytes: &[u8]) -> Option<Split<'_>> {
    let tag = read_number(&mut bytes)?;
    let length = usize::try_from(read_number(&mut bytes)?).ok()?;
    let (content, rest) = bytes.split_at(length.min(bytes.len()));
    (tag & 7 == 2).then(|| Split { number: tag >> 3, content, missing: length - content.len(), rest })
}
