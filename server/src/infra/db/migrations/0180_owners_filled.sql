-- outside a transaction: the tables are in use
insert into passkey_owners (credential_id, account_id)
  select credential_id, account_id from passkeys for key share on conflict do nothing;
insert into identity_owners (provider, subject, account_id)
  select provider, subject, account_id from identities for key share on conflict do nothing;
create unique index concurrently if not exists passkeys_key on passkeys (account_id, id);
create unique index concurrently if not exists identities_key on identities (account_id, provider);
-- For servers of the previous version.
create index concurrently if not exists passkeys_by_id on passkeys (id);
create index concurrently if not exists passkeys_by_credential on passkeys (credential_id);
create index concurrently if not exists identities_by_subject on identities (provider, subject);
-- The new key begins with the account, too.
drop index concurrently if exists passkeys_of_account;
