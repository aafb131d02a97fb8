//! Real debuggers, broken on purpose: how sensitive tests are is measured with them.

mod broken;
mod shown;

pub use broken::Broken;

/// Declares the faults and the list of all.
macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A way to be broken.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Fault { $($(#[$doc])* $name,)* }

        impl Fault {
            /// All of them.
            pub const ALL: &[Fault] = &[$(Fault::$name),*];
        }
    };
}

faults! {
    /// Breakpoints go one line below the one that was asked for.
    SlidesTooFar,
    /// A breakpoint on a line without code is said to be where it was asked for.
    HidesSliding,
    /// The second breakpoint is set at the place of the first.
    MixesUpBreakpoints,
    /// A third breakpoint is refused.
    RefusesThird,
    /// The first breakpoint is confirmed but not set.
    ForgetsFirst,
    /// The last breakpoint replaces the one before it.
    ReplacesLast,
    /// Breakpoints that are set while the program is paused have no effect.
    DeafWhilePaused,
    /// Removed breakpoints stay.
    KeepsRemoved,
    /// Removing one breakpoint removes all.
    RemovesAll,
    /// Removing a breakpoint is refused.
    RefusesRemoval,
    /// Breakpoints are hit once.
    HitsOnce,
    /// The first pause of a session is skipped.
    SkipsFirstPause,
    /// Every third pause is skipped.
    SwallowsPauses,
    /// After a resume every other pause is shown twice.
    PausesTwice,
    /// Steps in do not enter.
    StepsOverForIn,
    /// Steps over enter.
    StepsInForOver,
    /// Steps out do not stop in the caller.
    ResumesForOut,
    /// Every other resume is a step over.
    StepsForResume,
    /// Sessions end at their sixth pause.
    EndsEarly,
    /// The variables shown are those of the pause before, if that was in the same function.
    StaleValues,
    /// After a step the first variable is missing.
    DropsVariable,
    /// After a step numbers are one too large.
    WrongNumber,
    /// After a step what is uninitialised is shown as undefined.
    ForgetsUninitialized,
    /// After a step the outermost frame is missing.
    LosesFrame,
    /// After a step functions have no names.
    LosesNames,
    /// After a step columns are one too large.
    WrongColumn,
    /// With two breakpoints or more, pauses are shown a line too low.
    WrongLine,
    /// A breakpoint of the session before is still there.
    LeaksBreakpoint,
    /// A session after one that stepped begins with a pause at the first line.
    LeaksStep,
    /// Conditions of breakpoints are not heeded.
    IgnoresConditions,
    /// Breakpoints with a condition never pause.
    FailsConditions,
    /// Every variable evaluates to undefined.
    EvaluatesWrongly,
    /// A breakpoint at a column goes one column further.
    MissesColumn,
    /// What a program printed last before it ended is lost if it was paused.
    LosesOutput,
    /// Breakpoints that are removed while the program is paused stay.
    KeepsRemovedWhilePaused,
    /// After a step the caller is shown a line too low.
    WrongCallerLine,
    /// After a step the two nearest callers change places.
    SwapsFrames,
    /// After a step the innermost frame is shown twice.
    RepeatsFrame,
    /// After a step a frame between the innermost and the outermost is missing.
    LosesMiddleFrame,
    /// After a step the first variable of the nearest caller is missing.
    DropsCallerVariable,
    /// The variables of callers are those of the pause before, if the stack has the same functions.
    StaleCallerValues,
    /// After a step numbers in callers are one too large.
    WrongCallerValue,
    /// After a step `this` is undefined.
    WrongThis,
    /// After a step the first member of each object is missing.
    DropsMember,
    /// The members of objects are those of the pause before.
    StaleMembers,
    /// After a step numbers in objects are one too large.
    WrongMember,
    /// After a step objects have one member more.
    AddsMember,
    /// After a step objects are shown as dates.
    WrongClass,
    /// After a step objects are shown as null.
    ObjectsAsNull,
    /// After a step strings lose their first character.
    CutsStrings,
    /// After a step the first two variables have each other's value.
    SwapsVariables,
    /// Expressions are evaluated in the caller.
    EvaluatesInCaller,
    /// Expressions for a caller are evaluated in the innermost frame.
    EvaluatesInTop,
    /// Every expression throws.
    EvaluationThrows,
    /// To pause on exceptions is confirmed and has no effect.
    IgnoresExceptions,
    /// Exceptions pause the program without being asked to.
    PausesUnasked,
    /// Exceptions are shown as null.
    WrongException,
    /// A log point logs only the first time.
    LogsOnce,
    /// A log point pauses the program.
    LogPointsPause,
    /// A variable that is set becomes null.
    SetsNull,
    /// To set a variable is refused.
    RefusesToSet,
    /// A restart goes to the caller.
    RestartsCaller,
    /// The first async caller is shown with another name.
    WrongAsyncCaller,
    /// To skip functions is confirmed and has no effect.
    IgnoresSkips,
    /// A run to a line does not stop there.
    RunsPast,
    /// In programs with async functions, a step over in a function runs on.
    AsyncStepsRunOn,
    /// An exception that ends the program is not shown.
    LosesEnding,
}
