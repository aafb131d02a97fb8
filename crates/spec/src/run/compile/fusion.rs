//! Instructions that often follow each other become one: a variable that is only looked at need not be
//! copied to the stack.

use fixedbitset::FixedBitSet;

use super::super::code::{Op, Slots};

/// The same code in fewer instructions.
pub(super) fn fused(ops: Vec<Op>) -> Vec<Op> {
    pass(pass(ops, joined), grouped)
}

/// An instruction, joined with so many before it.
type Join = fn(&[Op], Op) -> (usize, Op);

/// Goes over all instructions once.
fn pass(mut ops: Vec<Op>, join: Join) -> Vec<Op> {
    let mut targets = FixedBitSet::with_capacity(ops.len() + 1);
    for to in ops.iter_mut().filter_map(Op::target) {
        targets.insert(*to);
    }
    let mut fused: Vec<Op> = Vec::with_capacity(ops.len());
    // Where each instruction is now.
    let mut places = Vec::with_capacity(ops.len() + 1);
    // The first instruction of those that may still become one: nothing jumps behind it.
    let mut first = 0;
    let last = ops.len().saturating_sub(1);
    for (at, op) in ops.into_iter().enumerate() {
        // Results that come early go to the last instruction, `Return`.
        if targets.contains(at) || at == last {
            first = fused.len();
        }
        let (taken, op) = join(&fused[first..], op);
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

/// Variables that no instruction before them looks at are loaded together.
fn grouped(before: &[Op], op: Op) -> (usize, Op) {
    let Op::Load(slot) = op else { return (0, op) };
    let slots = match before.last() {
        Some(Op::Load(before)) => Slots::one(*before).and(slot),
        Some(Op::Loads(before)) => before.and(slot),
        _ => None,
    };
    slots.map_or((0, op), |slots| (1, Op::Loads(slots)))
}

fn joined(before: &[Op], op: Op) -> (usize, Op) {
    match (before, &op) {
        ([.., Op::Load(slot)], Op::IsKind(kind)) => (1, Op::SlotKind(*slot, *kind)),
        ([.., Op::Load(slot)], Op::Field(name)) => (1, Op::SlotField(*slot, *name)),
        ([.., Op::Load(slot), Op::Push(value)], Op::Same) => (2, Op::SlotIs(*slot, value.clone())),
        ([.., Op::SlotField(slot, name), Op::Push(value)], Op::Same) => {
            (2, Op::FieldIs(*slot, *name, value.clone()))
        }
        ([.., Op::Push(value)], Op::Same) => (1, Op::Is(value.clone())),
        ([.., Op::SlotField(slot, name)], Op::Store(to)) => (1, Op::FieldTo(*slot, *name, *to)),
        ([.., Op::Load(slot)], Op::HasField(name)) => (1, Op::SlotHasField(*slot, *name)),
        ([.., Op::Load(slot)], Op::Return) => (1, Op::ReturnSlot(*slot)),
        ([.., Op::Push(value)], Op::Return) => (1, Op::ReturnValue(value.clone())),
        ([.., Op::Child(child, nth)], Op::Syntax(name, 0)) => {
            (1, Op::ChildSyntax(*child, *nth, *name))
        }
        (before, Op::Operation(..) | Op::Method(..)) => match (loads(before), &op) {
            (Some((taken, slots)), Op::Operation(name, count)) if *count < 256 => {
                (taken, Op::OperationOf(*name, *count as u8, slots))
            }
            (Some((taken, slots)), Op::Method(name, count)) if *count < 256 => {
                (taken, Op::MethodOf(*name, *count as u8, slots))
            }
            _ => (0, op),
        },
        _ => (0, op),
    }
}

/// The variables that the last instructions load, and how many instructions these are.
fn loads(before: &[Op]) -> Option<(usize, Slots)> {
    let is_load = |op: &&Op| matches!(op, Op::Load(_));
    let count = before.iter().rev().take_while(is_load).count();
    let mut all = before[before.len() - count..].iter();
    let mut slots = match all.next() {
        Some(Op::Load(slot)) => Slots::one(*slot),
        _ => return None,
    };
    for op in all {
        let Op::Load(slot) = op else { return None };
        slots = slots.and(*slot)?;
    }
    Some((count, slots))
}

#[cfg(test)]
mod tests {
    use super::super::super::names::Name;
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
        let result = vec![Op::Load(1), Op::Return, Op::Load(0), Op::Return];
        let shown = format!("{:?}", fused(result));
        // What returns early goes to the last instruction, which has to be `Return`.
        assert_eq!(shown, "[ReturnSlot(1), Load(0), Return]");
        let same = vec![Op::Jump(1), Op::Load(1), Op::Push(Value::Null), Op::Same, Op::JumpIf(1)];
        let shown = format!("{:?}", fused(same));
        assert_eq!(shown, "[Jump(1), SlotIs(1, Null), JumpIf(1)]");
    }

    #[test]
    fn variables_are_loaded_by_what_takes_them() {
        let name = Name(7);
        let call = vec![Op::Load(2), Op::Load(0), Op::Operation(name, 2), Op::Return];
        let fused = super::fused(call);
        assert!(
            matches!(&fused[..], [Op::OperationOf(_, 2, slots), Op::Return] if slots.all() == [2, 0])
        );
        // What is jumped to is not loaded with what is before it.
        let call = vec![Op::Load(2), Op::Load(0), Op::Operation(name, 2), Op::Jump(1)];
        let fused = super::fused(call);
        assert!(
            matches!(&fused[..], [Op::Load(2), Op::OperationOf(_, 2, slots), Op::Jump(1)] if slots.all() == [0])
        );
        let many = super::fused((0..8).map(Op::Load).chain([Op::Pop, Op::Return]).collect());
        assert!(matches!(&many[..], [Op::Loads(six), Op::Loads(two), Op::Pop, Op::Return]
            if six.all().len() == 6 && two.all() == [6, 7]));
    }
}
