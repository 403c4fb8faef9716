create table sightings_split (
  account_id uuid not null constraint sightings_account_id_fkey references accounts on delete cascade,
  seen_at timestamptz,
  constraint sightings_pkey_split primary key (account_id)
) partition by hash (account_id);
create index sightings_latest_split on sightings_split (seen_at desc nulls last, account_id desc);
select split_parts('sightings', 'with (fillfactor = 80)');
select split_follow('sightings');
