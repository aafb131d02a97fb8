//! MD5 (RFC 1321), by whose first eight bytes LLVM refers to names and lists of files. No secret
//! hangs on it.

/// By how many bits each of the four rounds turns, over and over.
const TURNS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// Refers to texts.
#[derive(Debug)]
pub struct Digest {
    sines: [u32; 64],
}

impl Digest {
    /// Works out the constants, which the RFC takes from the sine.
    pub fn new() -> Self {
        let sine = |at: usize| ((at as f64 + 1.0).sin().abs() * 4_294_967_296.0) as u32;
        Digest { sines: std::array::from_fn(sine) }
    }

    /// What LLVM writes in a text's place.
    pub fn refer(&self, text: &[u8]) -> u64 {
        let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
        let (blocks, rest) = text.as_chunks::<64>();
        for block in blocks {
            self.mix(&mut state, block);
        }
        // The end is a bit that is set, zeros, and the length in bits.
        let mut last = [0; 128];
        last[..rest.len()].copy_from_slice(rest);
        last[rest.len()] = 0x80;
        let end = if rest.len() < 56 { 64 } else { 128 };
        last[end - 8..end].copy_from_slice(&(text.len() as u64 * 8).to_le_bytes());
        for block in last[..end].as_chunks::<64>().0 {
            self.mix(&mut state, block);
        }
        u64::from(state[0]) | u64::from(state[1]) << 32
    }

    fn mix(&self, state: &mut [u32; 4], block: &[u8; 64]) {
        let (chunks, _) = block.as_chunks::<4>();
        let words: [u32; 16] = std::array::from_fn(|at| u32::from_le_bytes(chunks[at]));
        let [mut a, mut b, mut c, mut d] = *state;
        for step in 0..64 {
            let (mixed, word) = match step / 16 {
                0 => ((b & c) | (!b & d), step),
                1 => ((d & b) | (!d & c), step * 5 + 1),
                2 => (b ^ c ^ d, step * 3 + 5),
                _ => (c ^ (b | !d), step * 7),
            };
            let sum =
                a.wrapping_add(mixed).wrapping_add(self.sines[step]).wrapping_add(words[word % 16]);
            (a, d, c) = (d, c, b);
            b = b.wrapping_add(sum.rotate_left(TURNS[step / 16][step % 4]));
        }
        for (sum, part) in state.iter_mut().zip([a, b, c, d]) {
            *sum = sum.wrapping_add(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_digest_of_the_rfc() {
        let first = |text: &str| Digest::new().refer(text.as_bytes()).to_le_bytes();
        assert_eq!(first(""), [0xd4, 0x1d, 0x8c, 0xd9, 0x8f, 0x00, 0xb2, 0x04]);
        assert_eq!(first("message digest"), [0xf9, 0x6b, 0x69, 0x7d, 0x7c, 0xb7, 0x93, 0x8d]);
        let long = "1234567890".repeat(8);
        assert_eq!(first(&long), [0x57, 0xed, 0xf4, 0xa2, 0x2b, 0xe3, 0xc9, 0x55]);
        let middling = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        assert_eq!(first(middling), [0xd1, 0x74, 0xab, 0x98, 0xd2, 0x77, 0xd9, 0xf5]);
    }
}
