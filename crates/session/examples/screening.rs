//! Screening: whether programs are fit for comparison, and why not.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use parallax_campaign::Screening;
use parallax_debug::{Instance, Limits, Subject};
use parallax_model::Program;
use parallax_session::{Normaliser, screening};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let node = Instance::new("node", "node", "node");
    let mut subjects = [Subject::new(node, Limits::default())?];
    let normaliser = Normaliser::default();
    for (name, text) in [
        ("sound.js", "let a = 1;\nlet b = a + 1;\n"),
        ("broken.js", "let a = ;\n"),
        ("random.js", "let a = performance.timeOrigin + process.hrtime()[1];\nlet b = a;\n"),
    ] {
        let program = Program::new(name, text);
        match screening::screen(&mut subjects, &normaliser, &program, 1).await? {
            Screening::Fit => println!("{name} is fit for comparison"),
            Screening::FitWithout(refusals) => println!("{name} is fit but for {refusals:?}"),
            Screening::Unfit(why) => println!("{name} is not: {why}"),
        }
    }
    Ok(())
}
