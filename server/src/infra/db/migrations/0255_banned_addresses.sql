-- Addresses of banned members, as keyed hashes without tags and dots. They stay for three years, also when the account is
-- erased, so that nobody comes back by deleting a banned account.
create table banned_addresses (
  account_id uuid not null references accounts on delete cascade,
  email_hash bytea not null,
  at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, email_hash)
);
create index banned_addresses_by_hash on banned_addresses (email_hash);
create index banned_addresses_expire on banned_addresses (expires_at);
