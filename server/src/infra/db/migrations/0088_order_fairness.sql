-- How evenly Discover shows people, for each gender and age, counted every night. Groups of fewer than five have no figures,
-- and neither has a figure about fewer than five people.
create table order_fairness (
  gender_group text not null,
  -- The ages from this one on, until that of the next group.
  age_from integer not null,
  members integer check (members >= 5),
  gini real,
  unseen real,
  under_a_tenth real,
  exposure real,
  lost_likes real,
  wait_days real,
  gone_cards real,
  counted_at timestamptz not null,
  primary key (gender_group, age_from)
);

-- By how much the learned parameters move people of each group in the decks of viewers whose choices they weren't fitted on,
-- compared with the original settings: as a share of the deck, with a 95 % interval.
create table order_effects (
  gender_group text not null,
  age_from integer not null,
  viewers integer not null check (viewers >= 5),
  effect real not null,
  low real not null,
  high real not null,
  fitted_at timestamptz not null,
  primary key (gender_group, age_from)
);
