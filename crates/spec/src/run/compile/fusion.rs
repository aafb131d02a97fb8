//! Instructions that often follow each other become one: a variable that is only looked at need not be
//! copied to the stack.

use fixedbitset::FixedBitSet;

use super::super::code::Op;

/// The same code in fewer instructions.
pub(super) fn fused(mut ops: Vec<Op>) -> Vec<Op> {
    let mut targets = FixedBitSet::with_capacity(ops.len() + 1);
    for to in ops.iter_mut().filter_map(Op::target) {
        targets.insert(*to);
    }
    let mut fused: Vec<Op> = Vec::with_capacity(ops.len());
    // Where each instruction is now.
    let mut places = Vec::with_capacity(ops.len() + 1);
    // The first instruction of those that may still become one: nothing jumps behind it.
    let mut first = 0;
    for (at, op) in ops.into_iter().enumerate() {
        if targets.contains(at) {
            first = fused.len();
        }
        let (taken, op) = joined(&fused[first..], op);
        fused.truncate(fused.len() - taken);
        places.push(fused.len());
        fused.push(op);
    }
    places.push(fused.len());
    for to in fused.iter_mut().filter_map(Op::target) {
        *to = places[*to];
    }
    fused
}

/// An instruction, joined with so many before it.
fn joined(before: &[Op], op: Op) -> (usize, Op) {
    match (before, &op) {
        ([.., Op::Load(slot)], Op::IsKind(kind)) => (1, Op::SlotKind(*slot, *kind)),
        ([.., Op::Load(slot)], Op::Field(name)) => (1, Op::SlotField(*slot, *name)),
        ([.., Op::Load(slot), Op::Push(value)], Op::Same) => (2, Op::SlotIs(*slot, value.clone())),
        _ => (0, op),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::value::Value;
    use super::*;

    #[test]
    fn what_is_jumped_to_is_not_joined_with_what_is_before_it() {
        let alone = vec![Op::Load(0), Op::IsKind(3), Op::JumpIf(0), Op::Return];
        let shown = format!("{:?}", fused(alone));
        assert_eq!(shown, "[SlotKind(0, 3), JumpIf(0), Return]");
        let target =
            vec![Op::Jump(2), Op::Load(0), Op::IsKind(3), Op::JumpIf(5), Op::Pop, Op::Return];
        let shown = format!("{:?}", fused(target));
        assert_eq!(shown, "[Jump(2), Load(0), IsKind(3), JumpIf(5), Pop, Return]");
        let same = vec![Op::Jump(1), Op::Load(1), Op::Push(Value::Null), Op::Same, Op::JumpIf(1)];
        let shown = format!("{:?}", fused(same));
        assert_eq!(shown, "[Jump(1), SlotIs(1, Null), JumpIf(1)]");
    }
}
