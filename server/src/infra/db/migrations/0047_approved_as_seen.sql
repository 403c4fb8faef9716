-- A digest of the name and address of the person whose role it is, as they were shown when it was asked for: what is approved must
-- not change in between.
alter table approvals add column target_seen text;
