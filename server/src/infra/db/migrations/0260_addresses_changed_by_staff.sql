-- A new address that staff give to a member waits a day, so that the owner of the present one can object.
-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

-- The changes that wait, one for each account. The link that keeps the present address is stored as its hash.
create table address_changes (
  account_id uuid primary key references accounts on delete cascade,
  email text not null,
  changed_by uuid not null,
  asked_at timestamptz not null,
  takes_effect_at timestamptz not null,
  keep_hash bytea not null
);
create index address_changes_kept on address_changes (keep_hash);
create index address_changes_due on address_changes (takes_effect_at);
