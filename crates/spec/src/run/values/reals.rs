//! Functions of real numbers.

use super::super::behaviour::Behaviour::{self, Of0, Of1, Of2};
use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::value::Value;
use crate::phrases::RealValue;

impl RealValue {
    pub(in crate::run) fn behaviour(self) -> Behaviour<Value> {
        match self {
            Self::Pi => Of0(|_| Ok(Value::Mathematical(std::f64::consts::PI))),
            Self::Cosine => Of1(|machine, x| machine.real(x, f64::cos)),
            Self::CubeRoot => Of1(|machine, x| machine.real(x, f64::cbrt)),
            Self::Exponential => Of1(|machine, x| machine.real(x, f64::exp)),
            Self::HyperbolicCosine => Of1(|machine, x| machine.real(x, f64::cosh)),
            Self::HyperbolicSine => Of1(|machine, x| machine.real(x, f64::sinh)),
            Self::HyperbolicTangent => Of1(|machine, x| machine.real(x, f64::tanh)),
            Self::InverseCosine => Of1(|machine, x| machine.real(x, f64::acos)),
            Self::InverseHyperbolicCosine => Of1(|machine, x| machine.real(x, f64::acosh)),
            Self::InverseHyperbolicSine => Of1(|machine, x| machine.real(x, f64::asinh)),
            Self::InverseHyperbolicTangent => Of1(|machine, x| machine.real(x, f64::atanh)),
            Self::InverseSine => Of1(|machine, x| machine.real(x, f64::asin)),
            Self::InverseTangent => Of1(|machine, x| machine.real(x, f64::atan)),
            Self::Sine => Of1(|machine, x| machine.real(x, f64::sin)),
            Self::Tangent => Of1(|machine, x| machine.real(x, f64::tan)),
            Self::SquareRoot => Of1(|machine, x| machine.real(x, f64::sqrt)),
            Self::RaisedTo => Of2(|machine, x, y| {
                let power = machine.double(x)?.powf(machine.double(y)?);
                Ok(Value::Mathematical(power))
            }),
            Self::SumOfSquares => Of1(|machine, list| {
                let list = machine.heap.as_list(list).unwrap_or_default();
                let squares = list.iter().filter_map(Value::as_double).map(|it| it * it);
                Ok(Value::Mathematical(squares.sum()))
            }),
        }
    }
}

impl Machine<'_> {
    pub(super) fn double(&self, value: &Value) -> Result<f64, Stop> {
        value.as_double().map_or_else(|| self.wrong_type(value, "is not a number"), Ok)
    }

    fn real(&self, x: &Value, function: fn(f64) -> f64) -> Result<Value, Stop> {
        Ok(Value::Mathematical(function(self.double(x)?)))
    }
}
