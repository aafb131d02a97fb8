//! Sentences about bytes and their encodings.

use super::super::super::behaviour::Behaviour::{self, Of1, Of2, Of3};
use super::super::super::machine::Machine;
use super::super::super::stop::Stop;
use super::super::super::value::Value;
use super::{Effect, give};
use crate::phrases::BytesSentence;

impl BytesSentence {
    pub(super) fn behaviour(self) -> Behaviour<Effect> {
        match self {
            Self::BytesAt | Self::BytesInBuffer => Of3(|machine, block, from, count| {
                let at = |place: &Value| place.as_index().unwrap_or_default();
                let bytes = machine.heap.as_list(block).unwrap_or_default();
                match bytes.get(at(from)..at(from) + at(count)).map(<[_]>::to_vec) {
                    Some(bytes) => give([machine.heap.list(bytes)]),
                    None => machine.missing("the bytes are not inside the block"),
                }
            }),
            Self::ChosenByte => Of2(|machine, block, index| {
                let one = machine.count(1);
                give([machine.shared_bytes(block, index, &one)?])
            }),
            Self::StoreDecoded => Of2(store_decoded),
            Self::Base64 => Of2(|machine, bytes, bare| base64(machine, bytes, bare, [b'+', b'/'])),
            Self::Base64Url => {
                Of2(|machine, bytes, bare| base64(machine, bytes, bare, [b'-', b'_']))
            }
            Self::DecodedBase64 => Of1(|machine, chunk| {
                let text = machine.string(chunk)?;
                let all = text.bytes().fold(0, |sum, sign| sum << 6 | sextet(sign));
                let bytes = [all >> 16, (all >> 8) & 255, all & 255];
                let bytes = bytes.iter().map(|byte| machine.count(*byte as usize)).collect();
                give([machine.heap.list(bytes)])
            }),
            Self::HexadecimalByte => Of1(|machine, digits| {
                let text = machine.string(digits)?;
                give([machine.count(usize::from_str_radix(&text, 16).unwrap_or_default())])
            }),
        }
    }
}

/// Puts the bytes of a result into the block that a typed array shows.
fn store_decoded(machine: &mut Machine<'_>, array: &Value, result: &Value) -> Result<Effect, Stop> {
    let field = |machine: &Machine<'_>, of: &Value, name: &str| {
        let name = machine.program.names.find(name)?;
        machine.heap.field(of, name).cloned()
    };
    let bytes = field(machine, result, "Bytes");
    let buffer = field(machine, array, "ViewedArrayBuffer");
    let block = buffer.and_then(|it| field(machine, &it, "ArrayBufferData"));
    let bytes = bytes.and_then(|it| machine.heap.as_list(&it).map(<[_]>::to_vec));
    if let (Some(bytes), Some(block)) = (bytes, block)
        && let Some(block) = machine.heap.as_list_mut(&block)
    {
        block.iter_mut().zip(bytes).for_each(|(place, byte)| *place = byte);
    }
    give([])
}

/// The last two signs of the alphabet are the ones that differ. `bare` leaves out the padding.
fn base64(
    machine: &mut Machine<'_>,
    bytes: &Value,
    bare: &Value,
    [plus, slash]: [u8; 2],
) -> Result<Effect, Stop> {
    let list = machine.heap.as_list(bytes).unwrap_or_default();
    let bytes: Vec<u32> = list.iter().map(|it| it.as_double().unwrap_or_default() as u32).collect();
    let pads = matches!(bare, Value::Boolean(false));
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let all = (0..3).fold(0, |sum, at| sum << 8 | chunk.get(at).copied().unwrap_or_default());
        for at in 0..4 {
            let sign = match all >> (18 - 6 * at) & 63 {
                it @ 0..26 => b'A' + it as u8,
                it @ 26..52 => b'a' + (it - 26) as u8,
                it @ 52..62 => b'0' + (it - 52) as u8,
                62 => plus,
                _ => slash,
            };
            match at <= chunk.len() {
                true => text.push(char::from(sign)),
                false if pads => text.push('='),
                false => {}
            }
        }
    }
    give([Value::text(&text)])
}

fn sextet(sign: u8) -> u32 {
    u32::from(match sign {
        b'A'..=b'Z' => sign - b'A',
        b'a'..=b'z' => sign - b'a' + 26,
        b'0'..=b'9' => sign - b'0' + 52,
        b'+' => 62,
        _ => 63,
    })
}
