-- New accounts that resemble a banned one, with the signals. Staff decide what it means.
create table account_links (
  id uuid primary key default uuid_v7(),
  version integer not null default 1,
  -- The newer account, and the banned one.
  account_id uuid not null references accounts on delete cascade,
  banned_id uuid not null references accounts on delete cascade,
  -- What they share, each with its weight: [{"kind": "device", "weight": 30}].
  signals jsonb not null,
  weight smallint not null,
  found_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'same_person', 'dismissed')),
  decided_by uuid,
  decided_at timestamptz,
  note text,
  unique (account_id, banned_id),
  check ((state = 'open') = (decided_at is null))
);
create index account_links_of_banned on account_links (banned_id);
create index account_links_open on account_links (found_at desc, id desc) where state = 'open';
create index account_links_newest on account_links (found_at desc, id desc);
create index account_links_decided on account_links (decided_at) where decided_at is not null;

-- The letters and digits at the beginning and the end of a text, hashed: one of the two survives most edits.
create function start_of_text(words text) returns text language sql immutable
  as $$ select md5(left(regexp_replace(lower(words), '[^[:alnum:]]+', '', 'g'), 40)) $$;
create function end_of_text(words text) returns text language sql immutable
  as $$ select md5(right(regexp_replace(lower(words), '[^[:alnum:]]+', '', 'g'), 40)) $$;

create view profiles_bios as select account_id, bio from profiles;
create view identity_sign_ins as select account_id, at, address, user_agent from sign_ins where outcome = 'succeeded';
