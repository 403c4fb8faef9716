-- Each night's fit of the parameters of the order, for all gender groups at once, and which one is in use.
create table order_fits (
  version integer primary key,
  fitted_at timestamptz not null,
  -- On how many choices it was fitted.
  choices integer not null,
  -- On the latest tenth of them: the slope of its calibration, and its loss beside that of the fit in use then.
  calibration real,
  loss real,
  loss_in_use real,
  -- Whether it was better, and so was used from then on.
  adopted boolean not null,
  groups jsonb not null
);
insert into order_fits (version, fitted_at, choices, adopted, groups)
select 0, now(), 0, true, jsonb_object_agg(gender_group, '{
    "gives": {"likes": 2.4, "of": 6}, "gets": {"likes": 2.4, "of": 6}, "usual": -0.405465,
    "weights": {"readily": 1, "liked": 1, "ownLiked": 0, "otherReadily": 0, "score": 0.15}}'::jsonb)
from unnest(array['woman', 'man', 'non-binary']) gender_group;
