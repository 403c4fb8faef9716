-- Somebody who is let back in is as they were: whoever was hidden stays hidden.
alter table accounts add column state_before_decision text;
-- When each of a batch was decided about: what was decided since is not taken back with it.
alter table batch_items add column decided_at timestamptz;
-- Since when a report's clocks run: from its beginning, or from when it was opened again.
alter table reports add column clocks_from timestamptz;
update reports set clocks_from = created_at;
alter table reports alter column clocks_from set not null;
-- Until when a subscription was extended by us, written down before the provider is told.
alter table subscriptions add column extend_to timestamptz;
