//! Pages that share a real Chromium: what one of them suffers, the others do not notice.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::time::{Duration, Instant};

use parallax_debug::{Debugger, Instance, backends};
use parallax_model::{Action, Ending, Observation, Program};

fn instance(mark: &str) -> Instance {
    Instance { args: vec![mark.to_owned()], ..Instance::new("chromium", "chromium", "chromium") }
}

async fn launch(instance: &Instance) -> Box<dyn Debugger> {
    let launch = backends::find("chromium").unwrap().launch(instance);
    match tokio::time::timeout(Duration::from_secs(60), launch).await {
        Ok(launched) => launched.expect("these tests need chromium: run `parallax setup`"),
        Err(_) => panic!("chromium did not get ready within a minute"),
    }
}

async fn runs_to_the_end(debugger: &mut dyn Debugger) {
    let session = async {
        debugger.load(&Program::new("p.js", "let a = 1;\n")).await.unwrap();
        let end = debugger.perform(Action::Start).await.unwrap();
        assert_eq!(end, Observation::Finished(Ending::Completed));
        debugger.unload().await.unwrap();
    };
    tokio::time::timeout(Duration::from_secs(60), session).await.expect("it does not answer");
}

/// How many processes have a mark, and a word or its absence, on their command lines.
fn count(mark: &str, counts: impl Fn(&str) -> bool) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| {
        let bytes = std::fs::read(entry.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&bytes).replace('\0', " "))
    });
    lines.filter(|line| line.contains(mark) && counts(line)).count()
}

fn browsers(mark: &str) -> usize {
    count(mark, |line| !line.contains("--type="))
}

async fn until(what: &str, holds: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !holds() {
        assert!(Instant::now() < deadline, "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn a_page_that_hangs_is_given_up_alone() {
    let mark = "--parallax-test=hang";
    let instance = instance(mark);
    let mut busy = launch(&instance).await;
    let mut other = launch(&instance).await;
    assert_eq!(browsers(mark), 1, "they share it");
    let renderers = || count("--type=renderer", |line| line.contains(&folder(mark)));
    let before = renderers();
    assert!(before >= 2, "{before}");
    busy.load(&Program::new("p.js", "for (;;);\n")).await.unwrap();
    let hung = tokio::time::timeout(Duration::from_millis(500), busy.perform(Action::Start)).await;
    assert!(hung.is_err());
    drop(busy);
    until("the busy page is still there", || renderers() < before).await;
    runs_to_the_end(other.as_mut()).await;
    // The browser is not trusted with new pages.
    let mut third = launch(&instance).await;
    assert_eq!(browsers(mark), 2);
    runs_to_the_end(third.as_mut()).await;
    drop(other);
    until("the first browser outlives its pages", || browsers(mark) == 1).await;
    drop(third);
    until("the second browser outlives its pages", || browsers(mark) == 0).await;
}

async fn a_page_that_is_done_leaves_its_browser_to_others() {
    let mark = "--parallax-test=share";
    let instance = instance(mark);
    let mut one = launch(&instance).await;
    let mut other = launch(&instance).await;
    runs_to_the_end(one.as_mut()).await;
    drop(one);
    runs_to_the_end(other.as_mut()).await;
    let mut third = launch(&instance).await;
    assert_eq!(browsers(mark), 1);
    runs_to_the_end(third.as_mut()).await;
}

/// The profile folder of the browser with that mark, which its renderers name too.
fn folder(mark: &str) -> String {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let mut folders = entries.filter_map(|entry| {
        let bytes = std::fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&bytes).into_owned();
        let folder = line.split('\0').find_map(|word| word.strip_prefix("--user-data-dir="))?;
        line.contains(mark).then(|| folder.to_owned())
    });
    folders.next().unwrap_or_else(|| "no browser has that mark".into())
}

parallax_testing::async_tests! {
    [CHROMIUM] {
        a_page_that_hangs_is_given_up_alone,
        a_page_that_is_done_leaves_its_browser_to_others,
    }
}
