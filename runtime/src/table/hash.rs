//! The hash of a wire name: bytes in, 64 bits out, eight bytes at a time, the same in const evaluation.

/// 2^64 divided by the golden ratio, and a second odd constant with mixed bits.
const A: u64 = 0x9e37_79b9_7f4a_7c15;
const B: u64 = 0xd6e8_feb8_6659_fd93;

/// The hash of `bytes`. Nobody chooses names to collide: they are compiled in.
#[inline]
pub(super) const fn hash(bytes: &[u8]) -> u64 {
    let mut state = bytes.len() as u64 ^ A;
    let mut rest = bytes;
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        state = mix(state ^ u64::from_le_bytes(*chunk));
        rest = after;
    }
    if let Some(last) = bytes.last_chunk::<8>() {
        // The last eight bytes again, in place of a loop over the few that are left.
        return mix(state ^ u64::from_le_bytes(*last));
    }
    let mut tail = 0;
    while let [first, after @ ..] = rest {
        tail = tail << 8 | *first as u64;
        rest = after;
    }
    mix(state ^ tail)
}

const fn mix(state: u64) -> u64 {
    let product = (state as u128).wrapping_mul(B as u128);
    (product as u64) ^ ((product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn names_that_differ_little_spread_over_the_index() {
        let mut places = std::collections::HashSet::new();
        for n in 0..1000 {
            places.insert(hash(format!("tool_{n}").as_bytes()) & 2047);
        }
        // 1000 balls in 2048 bins hit about 790 bins.
        assert!(places.len() > 700, "{}", places.len());
    }
}
