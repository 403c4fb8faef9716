-- A new address that staff give to a member waits a day, so that the owner of the present one can object.
-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

-- The changes that wait, one for each account. The link that keeps the present address is stored as its hash.
create table address_changes (
  account_id uuid primary key,
  email text not null,
  changed_by uuid not null,
  asked_at timestamptz not null,
  takes_effect_at timestamptz not null,
  keep_hash bytea not null unique
);
create index address_changes_due on address_changes (takes_effect_at);

-- Proven addresses that such a change replaced. As long as the new one is unverified, they tell an account that has an
-- owner from a sign-up that nobody ever confirmed.
create table replaced_addresses (
  account_id uuid primary key,
  email text not null,
  replaced_at timestamptz not null
);

-- Accounts that wait for such a confirmation now: the old mailbox got a link that undoes the change.
insert into replaced_addresses (account_id, email, replaced_at)
select distinct on (s.account_id) s.account_id, s.payload->>'email', s.created_at
from secrets s join accounts a on a.id = s.account_id
where s.purpose = 'undo-email' and s.payload->>'email' is not null and a.email is not null and a.email_verified_at is null
order by s.account_id, s.created_at desc;
