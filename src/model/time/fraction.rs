//! The milliseconds in a fraction of a second, computed like JavaScript.

use super::moment::truncated;

/// Returns the nearest double, times 1000, rounded down. Sixteen nines are therefore a thousand milliseconds, which no second has. `None` if there is no
/// digit.
pub(super) fn milliseconds(digits: &str) -> Option<i64> {
    if digits.is_empty() { None } else { truncated(nearest(digits) * 1_000.0) }
}

/// Returns the double nearest to a decimal fraction below 1, given by its digits. Each doubling of the decimal gives its next binary digit. (The standard
/// library parses decimals too, but adds a table of 10 kB.)
fn nearest(digits: &str) -> f64 {
    let mut rest: Vec<u8> = digits.bytes().map(|digit| digit - b'0').collect();
    if is_zero(&rest) {
        return 0.0;
    }
    let mut exponent = 1_022_u64;
    while doubled(&mut rest) == 0 {
        exponent -= 1;
    }
    // The leading one is not stored; 52 bits follow it.
    let mut bits = exponent;
    for _ in 0..52 {
        bits = bits << 1 | doubled(&mut rest);
    }
    let half = doubled(&mut rest);
    let up = if is_zero(&rest) { half & bits } else { half };
    f64::from_bits(bits + up)
}

/// Doubles the decimal in place, and returns the digit before the point.
fn doubled(digits: &mut [u8]) -> u64 {
    let mut carry = 0;
    for digit in digits.iter_mut().rev() {
        let twice = *digit * 2 + carry;
        carry = u8::from(twice > 9);
        *digit = twice - 10 * carry;
    }
    u64::from(carry)
}

fn is_zero(digits: &[u8]) -> bool {
    digits.iter().all(|digit| *digit == 0)
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::nearest;

    #[test]
    fn the_nearest_double_is_the_one_that_std_parses() {
        let mut seed = 1_u64;
        for round in 0..20_000_u32 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let length = round % 30 + 1;
            let denominator = 10_u128.pow(length);
            let numerator = (u128::from(seed) << 64 | u128::from(seed.rotate_left(29))) % denominator;
            let digits = format!("{numerator:0width$}", width = usize::try_from(length).unwrap_or(0));
            assert_eq!(Ok(nearest(&digits)), format!("0.{digits}").parse(), "{digits}");
        }
    }
}
