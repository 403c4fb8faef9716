create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text,
  -- The form in which addresses are compared (infra/email.ts).
  email_key text,
  email_verified_at timestamptz,
  email_verification_sent_at timestamptz,
  password_hash text,
  first_name text not null,
  last_name text not null,
  date_of_birth date,
  state text not null default 'active'
    check (state in ('active', 'paused', 'deactivated', 'suspended', 'banned', 'deleting', 'erased')),
  state_before_deletion text,
  is_admin boolean not null default false,
  is_demo boolean not null default false,
  show_last_active boolean not null default true,
  time_zone text not null default 'UTC',
  created_at timestamptz not null,
  last_active_at timestamptz,
  deletion_due_at timestamptz,
  version integer not null default 1,
  constraint accounts_email_unless_erased check ((email is not null and email_key <> '') or state = 'erased')
);
create unique index accounts_email_key on accounts (email_key);
create index accounts_deletion_due on accounts (deletion_due_at) where state = 'deleting';
create index accounts_admins on accounts (id) where is_admin;

create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ends_at timestamptz not null,
  -- Rotation of the refresh token: a compare-and-swap on this counter.
  counter integer not null default 0,
  rotated_at timestamptz not null,
  nonce bytea not null,
  user_agent text not null default '',
  address text not null default '',
  elevated_at timestamptz,
  second_factor boolean not null default false,
  ended_at timestamptz,
  ended_because text
);
create index sessions_of_account on sessions (account_id, last_used_at desc) where ended_at is null;
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index sessions_end on sessions (ends_at);

create table identities (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  primary key (provider, subject),
  unique (account_id, provider)
);

-- Everything that is proved by knowing something: mailed links and codes, handles, challenges, states of a redirect.
create table secrets (
  id uuid primary key default uuid_v7(),
  purpose text not null,
  account_id uuid references accounts on delete cascade,
  token_hash bytea not null unique,
  code_hash bytea,
  tries_left integer not null default 5,
  payload jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  code_expires_at timestamptz,
  used_at timestamptz
);
create index secrets_of_account on secrets (account_id, purpose) where used_at is null;
create index secrets_expire on secrets (expires_at);

create table second_factors (
  account_id uuid primary key references accounts on delete cascade,
  secret bytea not null,
  -- Which key sealed it: after a change of TOKEN_SECRET it is sealed anew.
  sealed_with text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
create index second_factors_sealed_with on second_factors (sealed_with);
create table recovery_codes (
  account_id uuid not null references accounts on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table consents (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('terms', 'age', 'special_category')),
  version text not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz
);
create unique index consents_current on consents (account_id, kind) where withdrawn_at is null;

-- Who signed in from where, for the member to see and for the notice about a new device. Kept for 90 days.
create table sign_ins (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  at timestamptz not null,
  address text not null,
  user_agent text not null,
  outcome text not null check (outcome in ('succeeded', 'failed'))
);
create index sign_ins_of_account on sign_ins (account_id, at desc);
create index sign_ins_at on sign_ins (at);

-- Written in the transaction that gives the reason; sent by the worker.
create table mails (
  id uuid primary key default uuid_v7(),
  account_id uuid references accounts on delete set null,
  kind text not null,
  recipient text not null,
  subject text not null,
  -- The words, sealed: they may hold a link or a code. Gone once they are sent.
  body bytea,
  created_at timestamptz not null,
  sent_at timestamptz,
  tries integer not null default 0,
  last_error text
);
create index mails_waiting on mails (created_at) where sent_at is null;
create index mails_made on mails (created_at);

-- Small facts about this installation: the version of the community's texts, when the demo people were made.
create table facts (
  key text primary key,
  value jsonb not null
);

-- Nothing in this table is ever changed or removed: not by the product, not by a mistake.
create table audit_log (
  id uuid primary key default uuid_v7(),
  at timestamptz not null,
  actor_id uuid,
  actor_kind text not null check (actor_kind in ('member', 'administrator', 'operator', 'system')),
  action text not null,
  subject_id uuid,
  reason text,
  details jsonb not null default '{}'
);
create index audit_log_subject on audit_log (subject_id, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.';
end $$;
create trigger audit_log_rows before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_whole before truncate on audit_log for each statement execute function refuse_change();
