-- Keys of hashes that must outlast TOKEN_SECRET, each encrypted with a key derived from it (infra/lasting-keys.ts).
create table lasting_keys (
  purpose text not null,
  -- New hashes are made with the first; all of them are compared.
  position smallint not null,
  wrapped bytea not null,
  -- Which key encrypted it: after a change of TOKEN_SECRET it is encrypted anew.
  wrapped_with text not null,
  made_at timestamptz not null default now(),
  primary key (purpose, position)
);
