alter table passkeys drop constraint passkeys_credential_id_key, drop constraint passkeys_pkey,
  add constraint passkeys_pkey primary key using index passkeys_key;
alter table identities drop constraint identities_account_id_provider_key, drop constraint identities_pkey,
  add constraint identities_pkey primary key using index identities_key;
