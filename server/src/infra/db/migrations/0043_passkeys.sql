-- The keys that devices and password managers keep for people. Ours is the public half: it proves, and opens nothing by itself.
create table passkeys (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often it was used, where its device counts: one that goes back is a copy.
  uses bigint not null,
  -- The host that it was made for. At another one no browser offers it.
  host text not null,
  name text not null,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_account on passkeys (account_id);
