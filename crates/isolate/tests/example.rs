//! The example isolates the bug that it shows.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

#[allow(dead_code, reason = "its main function is not called")]
#[path = "../examples/isolate.rs"]
mod example;

async fn the_bug_of_the_calculator_is_isolated() {
    let folder = tempfile::tempdir().unwrap();
    let isolation = example::isolate_the_bug(folder.path()).await.unwrap();
    let first = &isolation.files[0];
    assert_eq!((first.rank, first.name.as_str()), (1, "fast.c"), "{:?}", isolation.files);
    assert_eq!(first.functions[0], "difference", "{:?}", first.functions);
    assert!(!isolation.mutants.is_empty());
}

parallax_testing::async_tests! {
    [GCC] {
        the_bug_of_the_calculator_is_isolated,
    }
}
