//! What a phrase does: a function of as many values as the phrase has arguments.

use std::fmt;

use super::machine::Machine;
use super::stop::Stop;
use super::value::Value;

/// A function of the machine and of values.
type Of0<R> = for<'p> fn(&mut Machine<'p>) -> Result<R, Stop>;
type Of1<R> = for<'p> fn(&mut Machine<'p>, &Value) -> Result<R, Stop>;
type Of2<R> = for<'p> fn(&mut Machine<'p>, &Value, &Value) -> Result<R, Stop>;
type Of3<R> = for<'p> fn(&mut Machine<'p>, &Value, &Value, &Value) -> Result<R, Stop>;
type Of4<R> = for<'p> fn(&mut Machine<'p>, &Value, &Value, &Value, &Value) -> Result<R, Stop>;
type Of5<R> =
    for<'p> fn(&mut Machine<'p>, &Value, &Value, &Value, &Value, &Value) -> Result<R, Stop>;
type OfAny<R> = for<'p> fn(&mut Machine<'p>, &[Value]) -> Result<R, Stop>;

/// What a phrase does, and with how many arguments.
#[derive(Clone, Copy)]
pub(super) enum Behaviour<R> {
    Of0(Of0<R>),
    Of1(Of1<R>),
    Of2(Of2<R>),
    Of3(Of3<R>),
    Of4(Of4<R>),
    Of5(Of5<R>),
    /// With any number of arguments.
    OfAny(OfAny<R>),
}

impl<R> Behaviour<R> {
    /// Whether it can be applied to so many arguments.
    pub(super) fn takes(&self, count: usize) -> bool {
        match self {
            Behaviour::Of0(_) => count == 0,
            Behaviour::Of1(_) => count == 1,
            Behaviour::Of2(_) => count == 2,
            Behaviour::Of3(_) => count == 3,
            Behaviour::Of4(_) => count == 4,
            Behaviour::Of5(_) => count == 5,
            Behaviour::OfAny(_) => true,
        }
    }
}

impl<R> fmt::Debug for Behaviour<R> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a behaviour")
    }
}

impl Machine<'_> {
    /// Applies a behaviour to the values on the stack, of which it takes so many.
    pub(super) fn apply<R>(&mut self, behaviour: &Behaviour<R>, count: usize) -> Result<R, Stop> {
        match behaviour {
            Behaviour::Of0(function) => function(self),
            Behaviour::Of1(function) => {
                let a = self.pop();
                let result = function(self, &a);
                a.discard();
                result
            }
            Behaviour::Of2(function) => {
                let (b, a) = (self.pop(), self.pop());
                let result = function(self, &a, &b);
                a.discard();
                b.discard();
                result
            }
            Behaviour::Of3(function) => {
                let (c, b, a) = (self.pop(), self.pop(), self.pop());
                let result = function(self, &a, &b, &c);
                a.discard();
                b.discard();
                c.discard();
                result
            }
            Behaviour::Of4(function) => {
                let (d, c, b, a) = (self.pop(), self.pop(), self.pop(), self.pop());
                function(self, &a, &b, &c, &d)
            }
            Behaviour::Of5(function) => {
                let (e, d, c) = (self.pop(), self.pop(), self.pop());
                let (b, a) = (self.pop(), self.pop());
                function(self, &a, &b, &c, &d, &e)
            }
            Behaviour::OfAny(function) => {
                let all = self.pop_many(count);
                function(self, &all)
            }
        }
    }
}
