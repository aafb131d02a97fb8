//! Stores of shards, merged, are the store of one run.

use parallax_campaign::store::Merged;
use parallax_campaign::{Shard, Store};

use crate::Places;
use crate::jobs::{crew, exported};

const COUNT: u64 = 5;

/// The shards, each done in a store of its own.
fn shards(places: &Places) -> Vec<Store> {
    let shard = |number: u64| {
        let place = places.place();
        crew(&place, &[Shard::new(number, COUNT).unwrap()]);
        let store = Store::open(&place).unwrap();
        assert!(!store.campaign(None).unwrap().finished, "others have the rest");
        store
    };
    (1..=COUNT).map(shard).collect()
}

pub fn merged_shards_are_one_run(places: &Places) {
    let whole = places.place();
    let all: Vec<Shard> = (1..=COUNT).filter_map(|it| Shard::new(it, COUNT)).collect();
    crew(&whole, &all);
    let merged = places.place();
    let mut all = Store::create(&merged).unwrap();
    for shard in shards(places).iter().rev() {
        assert!(all.merge(shard).unwrap().sessions > 0);
    }
    assert_eq!(exported(&merged), exported(&whole));
}

pub fn merging_again_changes_nothing(places: &Places) {
    let stores = shards(places);
    let place = places.place();
    let mut all = Store::create(&place).unwrap();
    for shard in &stores {
        all.merge(shard).unwrap();
    }
    let before = (exported(&place), all.campaign(None).unwrap().seconds);
    for shard in stores.iter().rev() {
        assert_eq!(all.merge(shard).unwrap(), Merged::default());
    }
    assert_eq!((exported(&place), all.campaign(None).unwrap().seconds), before);
}
