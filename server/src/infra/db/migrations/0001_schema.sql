-- The tables, by the feature that owns them. Functions, views and triggers are beside the code that calls them; the few
-- functions here are used by the tables themselves.

create extension if not exists pg_trgm;

-- An id that begins with its creation time, so that ids sort by it.
create function uuid_v7(at timestamptz default clock_timestamp()) returns uuid
language sql volatile parallel safe
return (overlay(lpad(to_hex(floor(extract(epoch from at) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
  || substr(gen_random_uuid()::text, 20))::uuid;

-- Folds a text for searches: lowercase, without accents. `infra/db/search.ts` folds the search terms.
create function folded(said text) returns text language sql immutable parallel safe
  return case when octet_length(said) = length(said) then translate(lower(said), '`', '''')
  else
    replace(replace(replace(replace(replace(
      translate(
        lower(regexp_replace(
          -- A standalone acute accent would decompose into a space and a mark.
          normalize(translate(said, '´', ''''), nfkd),
          '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
          '', 'g')),
        '`’‘‛ʼʻʹʽ′‐‒–—―−øØłŁđĐðÐħĦŧŦıſς', '''''''''''''''''''------oollddddhhttisσ'),
      'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end;

-- Hashes the letters and digits at the beginning and at the end of a text. Most edits leave at least one of the hashes
-- unchanged.
create function ends_of_text(words text) returns text[] language sql immutable parallel safe
  return (select array[md5(left(plain, 40)), md5(right(plain, 40))]
    from regexp_replace(lower(words), '[^[:alnum:]]+', '', 'g') plain);

-- ==================== identity: accounts, sign-in, sessions, passkeys, second factors ====================

-- An account: the owner's ways to sign in, and its state. What they show to others is in `profiles`.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text,
  email_key text constraint accounts_email_key unique,
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
  hide_age boolean not null default false,
  hide_gender boolean not null default false,
  hide_distance boolean not null default false,
  incognito boolean not null default false,
  units text not null default 'km' check (units in ('km', 'miles')),
  photo_blur text not null default 'first' check (photo_blur in ('first', 'always', 'never')),
  photo_checked_at timestamptz,
  -- Maintained by the subscriptions: premium while this lies in the future.
  premium_until timestamptz,
  receipts boolean not null default true,
  notify jsonb not null default '{}',
  -- In quiet mode: the hour of the member's day at which the deck gets the next handful of people.
  handful_hour smallint check (handful_hour between 0 and 23),
  -- Restored when the restriction ends, so that a hidden account stays hidden.
  state_before_decision text,
  -- The columns that staff filter by are in the account, so that a list of users reads one table, and one change of the
  -- account updates the counts.
  gender text,
  complete boolean not null default false,
  -- The text that the back office searches, built on each write instead of at each search.
  words text
    generated always as (folded(first_name || ' ' || last_name || ' ' || coalesce(email, ''))) stored not null,
  language text check (language in ('en', 'de', 'fr', 'es', 'pt-BR', 'ar')),
  -- Until this time, the account is paused: the member can't send messages and isn't in discovery.
  limited_until timestamptz,
  -- The roles of staff other than administrators, who have `is_admin`. The rights of each are in the contract
  -- (staff.ts).
  staff_role text check (staff_role in ('moderator', 'support', 'analyst')),
  -- Null once the account has been let in, as all are unless the operator restricts who may join. Until then, no one
  -- sees the account, and it can't meet anyone.
  admission text check (admission in ('joining', 'applied', 'asked', 'waiting', 'declined', 'region')),
  -- How and on which day the account's owner proved to be over 18. Nothing else of a proof is kept.
  age_proven_by text check (age_proven_by in ('openid', 'wallet', 'document', 'selfie')),
  age_proven_on date,
  -- Set while a report, or staff, asks for a proof. Until then, the member can't write to anyone.
  age_asked_at timestamptz,
  -- The team's message to a member whose photos they declined, until a proof is accepted.
  age_declined text,
  -- There is always at least one such account (last-administrator.sql).
  can_administer boolean
    generated always as (is_admin and state = 'active' and email_verified_at is not null) stored not null,
  constraint accounts_age_proven check ((age_proven_by is null) = (age_proven_on is null)),
  constraint accounts_email_unless_erased check (email is not null and email_key <> '' or state = 'erased')
) with (fillfactor=90);
create index accounts_deletion_due on accounts (deletion_due_at) where state = 'deleting';
create index accounts_newest on accounts (created_at desc, id desc) where state <> 'erased';
create index accounts_by_name on accounts (lower(first_name), lower(last_name), id) where state <> 'erased';
-- The few restricted accounts, and subscribers: found and counted without reading all accounts.
create index accounts_out on accounts (created_at desc, id desc) where state not in ('active', 'paused');
create index accounts_premium on accounts (premium_until) where premium_until is not null;
create index accounts_by_gender on accounts (gender, created_at desc, id desc)
  where state <> 'erased' and (gender is null or gender not in ('woman', 'man'));
create index accounts_incomplete on accounts (created_at desc, id desc) where state <> 'erased' and not complete;
create index accounts_search on accounts using gin (words gin_trgm_ops) where state <> 'erased';
create index accounts_acting_administrators on accounts (id) where can_administer;
create index accounts_staff on accounts (id) where is_admin or staff_role is not null;
create index accounts_not_admitted on accounts (admission, id) where admission is not null;
create index accounts_demo on accounts (id) where is_demo;
create index accounts_banned_by_birthday on accounts (date_of_birth) where state = 'banned';

-- A code that lets people join: one of the team's, or one of a member's (`account_id`).
create table invitations (
  id uuid primary key default uuid_v7(),
  code text not null unique,
  account_id uuid references accounts on delete cascade,
  created_by uuid,
  created_at timestamptz not null,
  most integer not null check (most >= 1),
  -- Counts the accounts that have joined with the code, and never exceeds the limit.
  used integer not null default 0 check (used between 0 and most),
  expires_at timestamptz,
  note text,
  -- True if the people it invites still have to apply.
  applies boolean not null default false,
  revoked_at timestamptz,
  check ((account_id is null) <> (created_by is null))
);
create index invitations_of_team on invitations (id desc) where account_id is null;
create index invitations_of_member on invitations (account_id, id) where account_id is not null;

-- How an account was let in, or waits to be. Accounts that joined while anyone could have no row.
create table admissions (
  account_id uuid primary key references accounts on delete cascade,
  invitation_id uuid references invitations on delete set null,
  -- Set by staff: the account can no longer invite anyone, and its unused codes have ended.
  invites_ended_at timestamptz,
  version integer not null default 1,
  -- The applicant's answers, each with its question as it was asked.
  answers jsonb,
  applied_at timestamptz,
  -- Set while it's the team's turn.
  queued_at timestamptz,
  accepted_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  -- Set once everything else is done. Decides the order in which people are let in.
  waits_since timestamptz,
  -- The region, from the last count until the account is let in or can't be counted any more.
  region text,
  -- The people there who fit, counted up to the number needed, at most once a day.
  fitting smallint,
  fitting_at timestamptz
);
create index admissions_by_region on admissions (region, waits_since, account_id) where region is not null;
create index admissions_of_invitation on admissions (invitation_id) where invitation_id is not null;
create index admissions_queued on admissions (queued_at, account_id) where queued_at is not null;
create index admissions_applied on admissions (applied_at desc, account_id desc) where applied_at is not null;

-- A region of the waiting list with its figures at the last count. A region that has opened stays open, even if people
-- leave, so this can't be computed from its people.
create table admission_regions (
  region text primary key,
  opened_at timestamptz,
  -- Staff have opened it: everyone who waits there is let in.
  for_everyone boolean not null default false,
  waiting integer not null default 0,
  members integer not null default 0,
  sides jsonb not null default '[]',
  counted_at timestamptz
);

-- A message between an applicant and the team.
create table admission_messages (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  author_id uuid not null,
  by_staff boolean not null,
  message text not null,
  at timestamptz not null
);
create index admission_messages_of on admission_messages (account_id, id);

-- Photos with which someone proves to be over 18, until staff decide, and for 72 hours at most. Unlogged tables aren't in
-- the write-ahead log, in physical backups or on standbys, and npm run backup leaves this one out. After a crash, it is
-- empty, and people send their photos again.
create unlogged table age_documents (
  account_id uuid primary key references accounts on delete cascade,
  id uuid not null default uuid_v7() unique,
  document bytea,
  selfie bytea,
  made_at timestamptz not null,
  -- Null until the member sends them.
  sent_at timestamptz
);
create index age_documents_sent on age_documents (sent_at, id) where sent_at is not null;
create index age_documents_made on age_documents (made_at);

-- The last visit of an account. It has its own table, because an index on the account itself would make each visit
-- write to all of its indexes.
create table last_seen (
  account_id uuid primary key references accounts on delete cascade,
  seen_at timestamptz,
  -- Days with a visit, counted up to 3.
  active_days smallint not null default 0
) with (fillfactor = 80);
create index last_seen_latest on last_seen (seen_at desc nulls last, account_id desc);

-- A sign-in on one device, until it ends.
create table sessions (
  id uuid not null,
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
  ended_because text,
  -- The last confirmation by something other than a password: a code, a passkey or a provider.
  factor_at timestamptz,
  primary key (account_id, id)
);
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index sessions_end on sessions (ends_at);
create index sessions_by_id on sessions (id);

-- A sign-in or a failed attempt, for the member to see and for the notice about a new device. Kept for 90 days.
create table sign_ins (
  id uuid not null default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  at timestamptz not null,
  address text not null,
  user_agent text not null,
  outcome text not null check (outcome in ('succeeded', 'failed')),
  primary key (account_id, id)
);
create index sign_ins_of_account on sign_ins (account_id, at desc);
create index sign_ins_at on sign_ins (at);
create index sign_ins_device on sign_ins (address, md5(user_agent), at desc) where outcome = 'succeeded';

-- A one-time secret: a mailed link or code, a handle, a challenge, the state of a redirect.
create table secrets (
  id uuid not null default uuid_v7(),
  purpose text not null,
  account_id uuid references accounts on delete cascade,
  token_hash bytea not null,
  code_hash bytea,
  tries_left integer not null default 5,
  payload jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  code_expires_at timestamptz,
  used_at timestamptz,
  -- The account that a secret belongs to, or the secret itself if it belongs to none yet.
  owner_id uuid not null,
  primary key (owner_id, id)
);
create index secrets_expire on secrets (expires_at);
create index secrets_by_token on secrets (token_hash);
create index secrets_by_account on secrets (account_id);

-- An address that an account had proven and no longer has. Its owner may have to take the account back after a thief
-- has changed the address. `qualifies` is true if they can: for the first address that an account proved, and any that
-- it had for 7 days. A thief moves on to the next address sooner.
create table former_addresses (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default uuid_v7(),
  address text not null,
  email_key text not null,
  proven_at timestamptz not null,
  ended_at timestamptz not null,
  qualifies boolean not null,
  kept_until timestamptz,
  primary key (account_id, id)
);
create index former_addresses_ended on former_addresses (ended_at);
create index former_addresses_kept on former_addresses (email_key) where kept_until is not null;

-- A pending change of address, at most one for each account. The link that cancels it is stored as its hash.
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

-- An address of a banned member, as a keyed hash without tags and dots. It is kept for three years, even if the account
-- is erased, so that deleting a banned account doesn't let its owner come back.
create table banned_addresses (
  account_id uuid not null references accounts on delete cascade,
  email_hash bytea not null,
  at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, email_hash)
);
create index banned_addresses_by_hash on banned_addresses (email_hash);
create index banned_addresses_expire on banned_addresses (expires_at);

-- A Google or Facebook account that a member signs in with.
create table identities (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  primary key (account_id, provider),
  unique (provider, subject)
);

-- A passkey on a device or in a password manager. We have the public half, which can't sign in by itself.
create table passkeys (
  id uuid not null default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- The authenticator's counter, or 0 if it has none. A lower value means that the key was copied.
  uses bigint not null,
  -- The host that the passkey was made for. Browsers don't offer it on any other host.
  host text not null,
  name text not null,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id)
);

-- The secret shared with an authenticator app, encrypted.
create table second_factors (
  account_id uuid primary key references accounts on delete cascade,
  secret bytea not null,
  -- The key that encrypted the secret. After TOKEN_SECRET changes, the secret is encrypted again.
  sealed_with text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
create index second_factors_sealed_with on second_factors (sealed_with);

-- A code that replaces the authenticator once, as a hash.
create table recovery_codes (
  account_id uuid not null references accounts on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- A credential suspended by “This wasn’t me”, until the owner decides what to keep. It is moved here, out of the tables
-- that sign-ins read, so that no statement can use it by mistake.
create table suspended_factors (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default uuid_v7(),
  kind text not null check (kind in ('passkey', 'identity', 'second-factor')),
  name text not null,
  created_at timestamptz not null,
  suspended_at timestamptz not null,
  -- The original row, with the recovery codes of a second factor.
  credential jsonb not null,
  primary key (account_id, id)
);
create index suspended_factors_since on suspended_factors (suspended_at);

-- ==================== profiles: profiles, pictures, places, questions, consents ====================

-- A person's profile for others. Separate from the account, which is for signing in.
create table profiles (
  account_id uuid primary key references accounts on delete cascade,
  gender text,
  interested_in text[] not null default '{}',
  intention text,
  bio text,
  prompts jsonb not null default '[]',
  interests text[] not null default '{}',
  languages text[] not null default '{}',
  basics jsonb not null default '{}',
  city text,
  country text,
  updated_at timestamptz not null,
  -- A cell of the grid, never a position: positions are rounded before anything is written.
  cell_row integer,
  cell_column integer,
  level smallint not null default 0 check (level >= 0 and level <= 4),
  -- The published point, in kilometers from the center of the earth.
  x double precision,
  y double precision,
  z double precision,
  place_changed_at timestamptz,
  place_changes integer not null default 0,
  age_min smallint not null default 18,
  age_max smallint not null default 120,
  reach smallint,
  -- The attached pictures in the form that lists need. The commands that change `pictures` write it.
  pictures jsonb not null default '[]',
  filters jsonb not null default '{}',
  -- The cell of a newly named city while the place may not change yet.
  waiting_row integer,
  waiting_column integer,
  -- A spoken answer to a prompt: {"fileId", "question", "durationMs", "peaks", "review"}. Lists read the answer with
  -- the profile, and both are deleted together.
  voice jsonb,
  -- Further data of a spoken answer: {"fileId", "text"}. It applies only to the file that it names.
  voice_details jsonb,
  -- The gender that lists use while a change waits. Null means the profile's own.
  found_gender text,
  found_gender_until timestamptz,
  gender_changes timestamptz[],
  -- The groups that the member is shown to. Null if the gender is one of the three, which implies its group, and for
  -- members who haven't chosen, who are shown as non-binary people.
  shown_to text[],
  -- The time when the member chose these groups. Members with a gender in their own words are asked to choose.
  shown_to_at timestamptz,
  -- The groups that lists use while a change waits, beside `found_gender`.
  found_shown_to text[],
  -- Answers to the community's own fields, by field: {"kind", "value", "audience"}, or {"skipped": true}.
  fields jsonb not null default '{}',
  -- What the operator retired from the choices on a profile, until it comes back or is erased:
  -- {"prompts", "intention"}.
  retired jsonb not null default '{}',
  -- Trips that haven't ended, by their first day: {"id", "city", "country", "from", "to"}. Most members have none, and
  -- whoever reads a profile needs the one that is running, so they have no table of their own.
  trips jsonb not null default '[]',
  -- While a trip is running, the place above is its destination, and this is the one to return to:
  -- {"trip", "city", "country", "row", "column"}.
  home jsonb,
  -- When the next trip begins, or the running one ends.
  trip_due_at timestamptz
);
create index profiles_cells on profiles (cell_row, cell_column) where cell_row is not null;
create index profiles_waiting on profiles (place_changed_at) where waiting_row is not null;
create index profiles_bio_ends on profiles using gin (ends_of_text(bio)) where length(bio) >= 60;
create index profiles_voice_held on profiles ((voice_details ->> 'heldAt')) where voice_details ? 'heldAt';
create index profiles_found_gender_until on profiles (found_gender_until) where found_gender_until is not null;
create index profiles_trip_due on profiles (trip_due_at) where trip_due_at is not null;

-- A text that another member could read, besides messages and dates: on a profile, or in the note of a like. It is kept
-- for reports, like the text of a deleted message, and no member sees it: only their own current texts. It has no
-- foreign keys, because those of a like's two people would lock their accounts.
create table shown_texts (
  id uuid primary key default uuid_v7(),
  author_id uuid not null,
  -- Null for everyone who could see the profile.
  reader_id uuid,
  -- Where it was shown (contract: ShownPlace), and which of these: a question, a photo or a field.
  place text not null,
  about text,
  text text not null,
  -- Null for a text from before this was kept.
  since timestamptz,
  -- The time when its author changed or withdrew it.
  until timestamptz
);
create index shown_texts_of_author on shown_texts (author_id, reader_id);
create index shown_texts_of_reader on shown_texts (reader_id) where reader_id is not null;

-- A photo that a member uploaded, whether it is on their profile or in a message.
create table pictures (
  id uuid not null default uuid_v7(),
  public_id text not null,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  size integer not null,
  mime_type text not null,
  width integer not null,
  height integer not null,
  placeholder text not null,
  alt text not null default '',
  -- Null until the picture is attached: unattached uploads are deleted after a day. The main picture is at 0, the
  -- others from 1.
  position smallint,
  audience text not null default 'everyone' check (audience in ('everyone', 'matches')),
  review text not null default 'shown' check (review in ('shown', 'held', 'refused')),
  created_at timestamptz not null,
  decided jsonb,
  -- A perceptual hash, to find copies. Null if the picture has no recognizable features.
  fingerprint bit(64),
  to_compare boolean not null default false,
  primary key (account_id, public_id),
  constraint pictures_places unique (account_id, position) deferrable initially deferred
);
create index pictures_unattached on pictures (created_at) where position is null;
create index pictures_held on pictures (created_at) where review = 'held' and position is not null;
create index pictures_by_public_id on pictures (public_id);
create index pictures_by_id on pictures (id);
create index pictures_to_compare on pictures (public_id) where to_compare;
-- Two fingerprints that differ in at most seven bits differ in at most one bit of one of these four parts.
create index pictures_first on pictures (substring(fingerprint from 1 for 16));
create index pictures_second on pictures (substring(fingerprint from 17 for 16));
create index pictures_third on pictures (substring(fingerprint from 33 for 16));
create index pictures_fourth on pictures (substring(fingerprint from 49 for 16));

-- Two selfies in given poses, which show that the photos are of the member. Staff decide on them.
create table photo_checks (
  id uuid not null default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  pose text not null,
  second_pose text not null,
  public_id text,
  second_id text,
  status text not null default 'asked' check (status in ('asked', 'waiting', 'accepted', 'refused')),
  asked_at timestamptz not null,
  sent_at timestamptz,
  decided_at timestamptz,
  decided_by uuid,
  -- The outcome. Its author and time are in `decided_by` and `decided_at`.
  decision text,
  primary key (account_id, id)
);
create unique index photo_checks_open on photo_checks (account_id) where status in ('asked', 'waiting');
create index photo_checks_waiting on photo_checks (sent_at) where status = 'waiting';

-- A file that has to be removed from the storage: a deleted one, or one that was stored and never got its row.
create table dropped_files (
  public_id text primary key,
  -- Until then, a file that was just stored may still get its row, and one that others saw on a profile can become
  -- evidence. Null for files that can go at once.
  spared_until timestamptz,
  -- Whose profile showed the file, and what was beside it. Null for others.
  account_id uuid references accounts on delete set null,
  shown jsonb
);
create index dropped_files_shown on dropped_files (account_id, spared_until) where account_id is not null;

-- A file that the bucket didn’t accept in time. Servers read the file from this table until a job has moved it to the
-- bucket.
create table media_waiting (
  key text primary key,
  -- The account or the evidence that the file belongs to. No foreign key: an erased file must still be removed from the
  -- bucket.
  owner_id uuid not null,
  -- Null once the file was removed: a copy on its way to the bucket has to be deleted there, too.
  bytes bytea,
  size integer not null,
  since timestamptz not null,
  tries integer not null default 0,
  -- The time of the next attempt. A job that is working on a file postpones this time, so that no other job takes the
  -- file.
  due_at timestamptz not null
);
-- Files are compressed already.
alter table media_waiting alter column bytes set storage external;
create index media_waiting_of on media_waiting (owner_id) include (size);
create index media_waiting_due on media_waiting (due_at);

-- The number of people who publish from a cell of a level, counted every night: a place that is set during the day
-- takes its level from here.
create table cell_counts (
  level smallint not null check (level >= 0 and level <= 4),
  cell_row integer not null,
  cell_column integer not null,
  people integer not null,
  primary key (level, cell_row, cell_column)
);

-- A member’s answer to one question, or that they skipped it.
create table answers (
  account_id uuid not null references accounts on delete cascade,
  question_id text not null,
  answer smallint not null check (answer >= 0),
  accepted smallint[] not null,
  importance smallint not null check (importance in (0, 1, 10, 50, 250)),
  shown boolean not null default true,
  skipped boolean not null default false,
  at timestamptz not null,
  primary key (account_id, question_id)
);

-- A member's answers in one row: a score between two members reads two rows. The commands that change `answers` write
-- it.
create table answer_sheets (
  account_id uuid primary key references accounts on delete cascade,
  -- By question, without private ones: the answer, the accepted answers, and the importance.
  answers jsonb not null
);

-- A consent that a member gave, by the version of the text, until they withdrew it.
create table consents (
  id uuid not null default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('terms', 'age', 'special_category', 'sensitive_fields')),
  version text not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (account_id, id)
);
create unique index consents_current on consents (account_id, kind) where withdrawn_at is null;

-- Data hidden by a withdrawn consent. It is restored if the member consents again in time.
create table withdrawn_details (
  account_id uuid not null references accounts on delete cascade,
  details jsonb not null,
  withdrawn_at timestamptz not null,
  erase_at timestamptz not null,
  -- The consent that was withdrawn.
  kind text not null default 'special_category',
  primary key (account_id, kind)
);
create index withdrawn_details_due on withdrawn_details (erase_at);

-- ==================== discovery: the deck, search, privacy ====================

-- A member who may be in lists and decks, with the columns that these filter by. Maintained by triggers, so that no
-- change of an account can bypass it.
create table listings (
  account_id uuid primary key references accounts on delete cascade,
  created_at timestamptz not null,
  born date not null,
  gender text not null,
  gender_group text not null,
  wants text[] not null,
  age_min smallint not null,
  age_max smallint not null,
  reach smallint,
  x double precision,
  y double precision,
  z double precision,
  level smallint not null,
  incognito boolean not null,
  hide_age boolean not null,
  hide_gender boolean not null,
  hide_distance boolean not null,
  show_last_active boolean not null,
  photo_checked boolean not null,
  intention text,
  city text not null,
  interests text[] not null,
  languages text[] not null,
  basics jsonb not null,
  words text not null,
  filters jsonb not null default '{}',
  shown_to smallint,
  -- Answers to the community's own fields that people who could match may see, by field, and their choices as terms
  -- such as “faculty:law”. Whether a field can be searched by depends on the configuration at the time of the search.
  fields jsonb not null default '{}',
  field_terms text[] not null default '{}'
);
create index listings_newest on listings (created_at desc, account_id desc);
create index listings_words on listings using gin (words gin_trgm_ops);
-- A frequent interest has too many people to read, and most of them are of other groups or look for something else.
create index listings_terms on listings using gin ((interests || field_terms || array[intention, gender_group]));

-- A member's ranking stats: how often they like and are liked, how often they were shown, and the resulting rank.
create table ranking_stats (
  account_id uuid primary key references accounts on delete cascade,
  gender_group text,
  tile integer,
  gave_likes integer not null default 0,
  gave integer not null default 0,
  got_likes integer not null default 0,
  got integer not null default 0,
  shown real not null default 0,
  base_rank real not null default 0,
  -- Most people are excluded by age, on one side or the other, so this is checked before anything else is read.
  born date,
  age_min smallint,
  age_max smallint,
  -- Most people nearby are still too far away for one side, so distance is checked early, too, like age. The genders
  -- that a member looks for are bits (woman 1, man 2, others 4), with an index order for each: members whom few people
  -- look for are found as fast as everyone else.
  x double precision,
  y double precision,
  z double precision,
  level smallint,
  reach smallint,
  seeks smallint not null default 0,
  pending_factor real not null default 1,
  birth_bucket smallint generated always as ((extract(year from born)::integer / 30)::smallint) stored,
  shown_to smallint,
  -- The day of joining (UTC), last in each index, which finds the few new people among everyone in reach.
  joined date
) with (fillfactor=80);
create index ranking_stats_near_women
  on ranking_stats (tile, gender_group, birth_bucket, base_rank desc, born, age_min, age_max, joined)
  where (seeks & 1) > 0;
create index ranking_stats_near_men
  on ranking_stats (tile, gender_group, birth_bucket, base_rank desc, born, age_min, age_max, joined)
  where (seeks & 2) > 0;
create index ranking_stats_near_others
  on ranking_stats (tile, gender_group, birth_bucket, base_rank desc, born, age_min, age_max, joined)
  where (seeks & 4) > 0;
create index ranking_stats_women
  on ranking_stats (gender_group, birth_bucket, base_rank desc, born, age_min, age_max, joined)
  where (seeks & 1) > 0 and reach is null;
create index ranking_stats_men
  on ranking_stats (gender_group, birth_bucket, base_rank desc, born, age_min, age_max, joined)
  where (seeks & 2) > 0 and reach is null;
create index ranking_stats_others
  on ranking_stats (gender_group, birth_bucket, base_rank desc, born, age_min, age_max, joined)
  where (seeks & 4) > 0 and reach is null;

-- A like or pass that the stats in `ranking_stats` don’t include yet.
create table uncounted_choices (
  chooser_id uuid not null,
  -- No identity column: Citus can’t make a table that has one an ordinary table again.
  id bigserial not null,
  chosen_id uuid not null,
  likes smallint not null,
  choices smallint not null,
  primary key (chooser_id, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, vacuum_truncate=off);

-- The people a member was shown today, as a filter of a kilobyte, because a day’s budget counts distinct people.
create table views (
  viewer_id uuid primary key references accounts on delete cascade,
  -- The people of the last day that the member was shown anyone, of its month before that day, and of the month before:
  -- they can be reported even if they hide.
  day date not null,
  seen bit(8192) not null,
  seen_this_month bit(8192),
  seen_last_month bit(8192)
) with (fillfactor=50);

-- An incognito person who was shown to a member they like. From then on, that member can see and swipe them.
create table incognito_shown (
  viewer_id uuid not null references accounts on delete cascade,
  person_id uuid not null references accounts on delete cascade,
  at timestamptz not null,
  primary key (viewer_id, person_id)
);
create index incognito_shown_person on incognito_shown (person_id);

-- The people of a day in the decks of members in quiet mode, best first, and the hour since which they are there.
create table handfuls (
  account_id uuid not null references accounts on delete cascade,
  person_id uuid not null references accounts on delete cascade,
  place smallint not null,
  at timestamptz not null,
  primary key (account_id, person_id)
);
create index handfuls_person on handfuls (person_id);
create index handfuls_by_time on handfuls (at);

-- The key that derives the times of day when members learn of new likes. There is one row.
create table like_hours (
  only_row boolean primary key default true check (only_row),
  key bytea not null
);

create table boosts (
  account_id uuid primary key references accounts on delete cascade,
  month date not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null
);
create index boosts_end on boosts (ends_at);

-- What a member who takes part in Friends looks for there. The row goes when they stop.
create table friend_profiles (
  account_id uuid primary key references accounts on delete cascade,
  -- The genders to meet, as bits (woman 1, man 2, others 4).
  wants smallint not null check (wants between 1 and 7),
  age_min smallint not null,
  age_max smallint not null,
  reach smallint,
  -- The public ids of the photos in their order here. The others follow in the order of the profile.
  pictures text[] not null default '{}',
  joined_at timestamptz not null,
  -- The date of birth and the tile of the member's listing, -1 without a place. Both are null while it is missing
  -- (`refresh_listing`). Most people are excluded by age, so the indexes have everything that excludes them.
  born date,
  tile integer
);
create index friend_profiles_near on friend_profiles (tile, account_id, born, age_min, age_max) where tile is not null;
create index friend_profiles_anywhere on friend_profiles (account_id, born, age_min, age_max, tile)
  where tile is not null and reach is null;

-- A member's saved search, with its name.
create table saved_searches (
  id uuid not null default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  query jsonb not null,
  created_at timestamptz not null,
  -- Whether the member wants to hear of new people, when they last did, and the new people they needn't hear of again
  -- (pairMark).
  alerts boolean not null default false,
  alerted_at timestamptz,
  known bigint[] not null default '{}',
  primary key (account_id, id)
);
create index saved_searches_alerts on saved_searches (account_id) where alerts;

-- A member who blocked another.
create table blocks (
  blocker_id uuid not null references accounts on delete cascade,
  blocked_id uuid not null references accounts on delete cascade,
  at timestamptz not null,
  -- The last time that the blocking member saw the name. Null means at the time of the block.
  named_at timestamptz,
  check (blocker_id <> blocked_id),
  primary key (blocker_id, blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id);

-- A person a member wants to avoid: an email address, a number, or a name in a town. It is stored as a hash
-- with a key of the member's own, so that no two members' contacts can be compared.
create table contacts (
  id uuid not null default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('email', 'phone', 'name')),
  -- A few bits of a hash without a key. They find the accounts that it could be, and many contacts share them.
  bucket smallint not null check (bucket >= 0 and bucket < 4096),
  hash bytea not null,
  hint text not null,
  at timestamptz not null,
  -- False until the job has compared it with the accounts that there are.
  compared boolean not null default false,
  -- The time when a contact that the member removed stops having any effect.
  ends_at timestamptz,
  unique (account_id, hash),
  primary key (id)
);
create index contacts_bucket on contacts (kind, bucket, id);
create index contacts_ending on contacts (ends_at) where ends_at is not null;

-- The form in which an account's own address, name in a town and numbers are compared with the contacts of others.
create table own_contacts (
  id uuid not null default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('email', 'phone', 'name')),
  bucket smallint not null check (bucket >= 0 and bucket < 4096),
  value text not null,
  at timestamptz not null,
  -- The time from which the account could meet others, the same in all of its rows. Null before.
  met_from timestamptz,
  -- Nothing proves a name or a number. One that a member takes later counts days later, so that no one can try many.
  counts_from timestamptz not null,
  -- False until the job has compared it with the contacts of others.
  compared boolean not null default false,
  unique (account_id, kind, value),
  primary key (id)
);
create index own_contacts_bucket on own_contacts (kind, bucket);
create index own_contacts_waiting on own_contacts (counts_from) where not compared;

-- A member who is hidden from someone because one of them listed the other as a contact. Separate from `blocks`, which
-- people can list: a list would reveal whose contact a member has guessed.
create table hidden_from (
  viewer_id uuid not null references accounts on delete cascade,
  hider_id uuid not null references accounts on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  at timestamptz not null,
  primary key (viewer_id, hider_id, contact_id)
);
create index hidden_from_hider on hidden_from (hider_id);
create index hidden_from_contact on hidden_from (contact_id);

-- The ranking data of a gender group, from which its parameters are learned. An exposure counts when a card is swiped:
-- once for each viewer and person, however often a deck is requested.
create table order_groups (
  gender_group text primary key check (gender_group in ('woman', 'man', 'non-binary')),
  -- The priors of how readily members like, and of how often they are liked: likes per number of swipes.
  gives_likes real not null,
  gives_of real not null,
  gets_likes real not null,
  gets_of real not null,
  usual real not null,
  weights jsonb not null,
  -- The mean exposure of the members who were active lately.
  mean_shown real not null default 1,
  -- The fit that the parameters come from. An operator may keep it in use.
  version integer not null default 0,
  pinned boolean not null default false,
  check (gives_likes > 0 and gives_of > gives_likes and gets_likes > 0 and gets_of > gets_likes)
);

-- A nightly fit of the ranking parameters, for all gender groups at once.
create table order_fits (
  version integer primary key,
  fitted_at timestamptz not null,
  choices integer not null,
  -- The calibration slope of the fit on the latest tenth of the swipes, and its loss next to that of the fit in use at
  -- the time.
  calibration real,
  loss real,
  loss_in_use real,
  adopted boolean not null,
  groups jsonb not null
);

-- The outcomes of matches as the last term of the ranking: off until an administrator turns it on. There is one row.
create table order_outcomes (
  one_row boolean primary key default true check (one_row),
  is_on boolean not null default false,
  -- Cards swiped after this time are compared: the time when outcomes were on and had weights.
  compared_from timestamptz,
  -- The weights of a match's features, with noise (fitting.ts), and the total number of matches that they were
  -- fitted on.
  weights jsonb,
  matches integer not null default 0,
  fitted_at timestamptz,
  -- The fit has used all matches made before this time. No match is used twice.
  counted_until timestamptz not null default '1970-01-01 00:00:00+00',
  comparison jsonb
);

-- ==================== matching: likes, passes, matches ====================

-- A like or pass. The table grows with members' activity, so it has no triggers or foreign keys, and each unique index
-- begins with its key. The same is true of `likes_received`.
create table choices (
  chooser_id uuid not null,
  chosen_id uuid not null,
  action text not null check (action in ('like', 'pass', 'superlike')),
  note text,
  note_on text,
  at timestamptz not null,
  note_on_photo text,
  check (chooser_id <> chosen_id),
  primary key (chooser_id, chosen_id)
);
create index choices_latest on choices (chooser_id, at desc);
create index choices_by_time on choices (at);

-- A like, by its recipient: every like in `choices` is also written here, but no passes.
create table likes_received (
  chosen_id uuid not null,
  chooser_id uuid not null,
  action text not null check (action in ('like', 'superlike')),
  note text,
  note_on text,
  note_on_photo text,
  at timestamptz not null,
  -- A like doesn’t reach a member who isn't looking for its sender, and only its sender sees it. For the sender
  -- everything looks normal, because any other answer would reveal the recipient's preferences. It is decided once, so
  -- that no one can find out who likes them by changing their preferences. If the recipient likes the sender
  -- independently, the two match.
  reached boolean not null default true,
  -- Whether the recipient was shown the like. Then its sender can no longer add a note.
  seen boolean not null default false,
  primary key (chosen_id, chooser_id)
);
create index likes_received_latest on likes_received (chosen_id, at desc) where reached;

-- A person that a member set aside, who comes back after a week. It isn't a swipe: no statistics include it, and only
-- the member's own lists read it.
create table set_aside (
  account_id uuid not null references accounts on delete cascade,
  person_id uuid not null references accounts on delete cascade,
  at timestamptz not null,
  check (account_id <> person_id),
  primary key (account_id, person_id)
);
create index set_aside_person on set_aside (person_id);
create index set_aside_by_time on set_aside (at);

-- A like or pass in Friends. Apart from `choices`, so that nothing about dating reads it. It grows like `choices`, so it
-- has no triggers or foreign keys. Likes aren't shown to their recipients, so they have no copy by recipient.
create table friend_choices (
  chooser_id uuid not null,
  chosen_id uuid not null,
  action text not null check (action in ('like', 'pass')),
  at timestamptz not null,
  check (chooser_id <> chosen_id),
  primary key (chooser_id, chosen_id)
);
create index friend_choices_latest on friend_choices (chooser_id, at desc);
create index friend_choices_chosen on friend_choices (chosen_id);
create index friend_choices_by_time on friend_choices (at);

-- The number of likes waiting for a member at their first request of a day. Their actions later that day don’t change
-- the number, or it would reveal who likes them.
create table like_counts (
  account_id uuid primary key references accounts on delete cascade,
  likes integer not null,
  at timestamptz not null,
  -- `likes` is the bucket that the member sees, and `at` the update that set it. `likers` are those who were counted
  -- then (pairMark), at `counted_at`. Later likes are read by their time. `announced` is the bucket of the last
  -- notification.
  likers bigint[],
  counted_at timestamptz,
  announced integer
);

-- A member's used likes, super likes and undos of a day.
create table allowances (
  account_id uuid primary key references accounts on delete cascade,
  likes integer not null default 0,
  superlikes integer not null default 0,
  undos integer not null default 0,
  -- Likes in Friends. They stay used if the member leaves and starts again.
  friend_likes integer not null default 0,
  -- Hashes of the people whose like was taken back on this day. Another like costs nothing, and isn't announced again.
  withdrawn bigint[] not null default '{}',
  -- The end of the day that an allowance counts, instead of the day and its time zone.
  resets_at timestamptz not null
) with (fillfactor=80);

-- Two people who like each other, and their conversation, with the columns that lists of matches show. `ended_at` is
-- set when one of them ended it.
create table matches (
  id uuid primary key default uuid_v7(),
  a_id uuid not null references accounts on delete cascade,
  b_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid,
  closing text,
  -- True if the two like each other as friends.
  for_friends boolean not null default false,
  -- The note of each member's like, if any.
  a_like jsonb,
  b_like jsonb,
  -- The last message: its number, time and sender, its text unless it was deleted, and its kind if it has one.
  last_seq integer not null default 0,
  last_message_at timestamptz,
  last_sender_id uuid,
  last_text text,
  last_kind text check (last_kind in ('picture', 'voice', 'call')),
  -- For each member: how far they have read, the shown read and received receipts, the number of unread messages, and
  -- whether notifications are muted.
  a_read integer not null default 0,
  b_read integer not null default 0,
  a_shown_read integer not null default 0,
  b_shown_read integer not null default 0,
  a_received integer not null default 0,
  b_received integer not null default 0,
  a_unread integer not null default 0,
  b_unread integer not null default 0,
  a_muted boolean not null default false,
  b_muted boolean not null default false,
  check (a_id < b_id),
  unique (a_id, b_id)
) with (fillfactor=80);
create index matches_of_b on matches (b_id);
create index matches_by_day on matches (created_at);

-- ==================== chat: conversations, voice notes, calls, dates ====================

-- A message in a conversation. Like all tables that grow with a conversation, it has no trigger or foreign key, and its
-- match is the key. Everything about a match is deleted with it (`matching/matches.sql`).
create table messages (
  id uuid not null default uuid_v7(),
  match_id uuid not null,
  -- Assigned by the database, without gaps: the one sequence that both members see.
  seq integer not null,
  sender_id uuid not null,
  -- Chosen by the sender: the same message sent twice is one message.
  client_id text not null,
  text text,
  kind text check (kind in ('picture', 'voice', 'call')),
  public_id text,
  reply_to uuid,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- The texts before each edit, the first one first. They are kept for reports, like the text of a deleted message, and
  -- no member sees them.
  earlier_texts text[],
  deleted_at timestamptz,
  -- The time when staff removed a message. The message is then also marked as deleted, so that everything that leaves
  -- out deleted messages leaves out this one, too.
  hidden_at timestamptz,
  unique (match_id, sender_id, client_id),
  primary key (match_id, seq)
);
create index messages_by_id on messages (id);
create index messages_edited on messages (edited_at) where edited_at is not null;
create index messages_pictures on messages (public_id) where public_id is not null;

-- A member's emoji on a message.
create table reactions (
  message_id uuid not null,
  account_id uuid not null,
  emoji text not null,
  match_id uuid not null,
  primary key (match_id, message_id, account_id)
);

-- The recording of a message: a file in the storage, and its loudness over time, from 0 to 100.
create table voice_notes (
  message_id uuid not null,
  account_id uuid not null,
  file_id text not null,
  duration_ms integer not null,
  size integer not null,
  peaks smallint[] not null,
  created_at timestamptz not null,
  match_id uuid not null,
  primary key (match_id, message_id)
);
create index voice_notes_of_account on voice_notes (account_id);
create index voice_notes_by_file on voice_notes (file_id);

-- A call between two matched people. The audio goes from browser to browser; we only store that they called.
create table calls (
  id uuid not null default uuid_v7(),
  match_id uuid not null references matches on delete cascade,
  caller_id uuid not null references accounts on delete cascade,
  callee_id uuid not null references accounts on delete cascade,
  asked_at timestamptz not null,
  accepted_at timestamptz,
  -- The last heartbeat from either browser.
  alive_at timestamptz,
  ended_at timestamptz,
  message_id uuid,
  primary key (id)
);
-- Two people have one call at a time.
create unique index calls_open on calls (match_id) where ended_at is null;
create index calls_of_match on calls (match_id);
create index calls_of_message on calls (message_id) where message_id is not null;
create index calls_of_caller on calls (caller_id);
create index calls_of_callee on calls (callee_id);
create index calls_asked on calls (asked_at) where message_id is null;

-- A date that two matched people plan. The place is encrypted, so that it can't be read from the tables or a backup.
create table date_plans (
  id uuid not null default uuid_v7(),
  match_id uuid not null references matches on delete cascade,
  proposer_id uuid not null references accounts on delete cascade,
  receiver_id uuid not null references accounts on delete cascade,
  slots timestamptz[] not null check (cardinality(slots) >= 1 and cardinality(slots) <= 3),
  place bytea not null,
  state text not null default 'proposed'
    check (state in ('proposed', 'accepted', 'declined', 'cancelled', 'replaced', 'done')),
  starts_at timestamptz,
  -- The latest possible end: of the accepted slot, or of the last one proposed.
  over_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  reminded_at timestamptz,
  asked_at timestamptz,
  both_again_at timestamptz,
  check (state not in ('accepted', 'done') or starts_at is not null),
  primary key (id)
);
-- Two people have one plan at a time.
create unique index date_plans_open on date_plans (match_id) where state in ('proposed', 'accepted');
create index date_plans_latest on date_plans (match_id, created_at desc);
create index date_plans_to_remind on date_plans (starts_at) where state = 'accepted' and reminded_at is null;
create index date_plans_of_proposer on date_plans (proposer_id);
create index date_plans_of_receiver on date_plans (receiver_id);
create index date_plans_to_ask on date_plans (starts_at) where state in ('accepted', 'done') and asked_at is null;

-- A plan that a member shared with a friend, by a link whose secret is stored as a hash. It is a copy: the friend still
-- sees it after the plan is deleted, because they may be worried. `details` has the two names and the place, encrypted.
create table plan_shares (
  id uuid not null default uuid_v7(),
  plan_id uuid references date_plans on delete set null,
  account_id uuid not null references accounts on delete cascade,
  token_hash bytea not null,
  details bytea not null,
  starts_at timestamptz not null,
  check_at timestamptz,
  expires_at timestamptz not null,
  home_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (plan_id, account_id)
);
create index plan_shares_expiry on plan_shares (expires_at);
create index plan_shares_by_token on plan_shares (token_hash);

-- A member's answer after a date: whether they met, and would again. The other member is never shown the answer; both
-- are notified only if both would meet again. The answer outlives its plan, because discovery may learn from outcomes.
create table date_answers (
  id uuid not null default uuid_v7(),
  plan_id uuid references date_plans on delete set null,
  account_id uuid not null references accounts on delete cascade,
  other_id uuid not null references accounts on delete cascade,
  starts_at timestamptz not null,
  met boolean not null,
  again boolean,
  answered_at timestamptz not null,
  check (met or again is null),
  primary key (account_id, id),
  unique (plan_id, account_id)
);
create index date_answers_about on date_answers (other_id);
create index date_answers_again on date_answers (answered_at) where again;

-- ==================== delivery: notifications, email, push ====================

-- A notification in the app, later sent by email or push unless it has been read. The table grows with members'
-- activity, so it has no trigger or foreign key.
create table notifications (
  id uuid not null default uuid_v7(),
  account_id uuid not null,
  kind text not null,
  -- Notifications with the same topic are merged into one with a count: three messages from one person.
  topic text not null,
  count integer not null default 1,
  details jsonb not null default '{}',
  at timestamptz not null,
  read_at timestamptz,
  told_at timestamptz,
  -- An email has its own time (after quiet hours, with the day's others), and rows that aren't due are skipped. A push
  -- is sent separately, soon; members without push have nothing that waits.
  due_at timestamptz not null,
  pushed_at timestamptz,
  -- The person named in a notification, which is deleted with them.
  about_id uuid,
  -- The time when a waiting push gets another job, in case the first was never added. Each push gets at most one more
  -- job.
  push_due_at timestamptz,
  primary key (account_id, id)
);
create unique index notifications_unread on notifications (account_id, topic) where read_at is null;
create index notifications_newest on notifications (account_id, at desc);
create index notifications_due on notifications (due_at) where told_at is null and read_at is null;
create index notifications_about on notifications (about_id) where about_id is not null;
create index notifications_to_push on notifications (push_due_at)
  where push_due_at is not null and pushed_at is null and read_at is null;

-- A browser that takes a member’s push notifications, for as long as the session that registered it is open.
create table push_subscriptions (
  id uuid not null default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  session_id uuid not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, session_id) references sessions on delete cascade
);

-- An email, written in the transaction of its event, and sent by the worker.
create table mails (
  id uuid primary key default uuid_v7(),
  account_id uuid references accounts on delete set null,
  kind text not null,
  recipient text not null,
  subject text not null,
  -- Encrypted, because it may contain a link or a code. Null once it is sent.
  body bytea,
  created_at timestamptz not null,
  sent_at timestamptz,
  tries integer not null default 0,
  last_error text,
  -- An email about a decision waits a minute, in which the decision can be undone before anyone hears of it.
  hold_until timestamptz,
  about_ids uuid[] not null default '{}',
  -- The number of times that a failed email was retried, and the last time.
  sweeps smallint not null default 0,
  swept_at timestamptz
);
create index mails_waiting on mails (created_at) where sent_at is null;
create index mails_made on mails (created_at);
create index mails_by_account on mails (account_id, kind);

-- ==================== billing: subscriptions and payments ====================

-- A member’s Premium subscription, from the first attempt to pay until its end.
create table subscriptions (
  id uuid not null default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  provider text not null,
  provider_id text,
  plan text not null,
  status text not null
    check (status in ('incomplete', 'trialing', 'active', 'past_due', 'canceled', 'incomplete_expired')),
  -- Null until the first payment or trial is confirmed; grace, refunds and disputes change it.
  current_period_start timestamptz,
  current_period_end timestamptz,
  trial_start timestamptz,
  trial_end timestamptz,
  canceled_at timestamptz,
  cancel_at_period_end boolean not null default false,
  client_secret text,
  payment_intent_id text,
  requires_action boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  renewal_told_for timestamptz,
  -- Prices may change; subscribers keep the price that they agreed to.
  amount integer not null,
  -- Seconds by which staff have extended this subscription in total, and how many of them the gateway has added.
  given_seconds integer not null default 0,
  added_seconds integer not null default 0,
  -- A trial begins when its card is known. Before that, there is a setup intent, and no subscription at the gateway.
  setup_intent_id text,
  trial_days integer,
  -- The gateway's books report a dispute and its outcome.
  disputed boolean not null default false,
  -- Counts the changes of a subscription, so that an earlier read from the gateway doesn't overwrite a later change
  -- (snapshots.ts).
  version bigint not null default 0,
  -- The end of the lease for a change of plan that is running at the gateway. Other changes wait for it to end. If the
  -- server dies, the lease expires.
  changing_until timestamptz,
  -- A subscription keeps the currency that it was bought in.
  currency text not null,
  tax_country text,
  tax_postal_code text,
  primary key (account_id, id)
);
-- At most one open subscription, even with concurrent requests.
create unique index subscriptions_living on subscriptions (account_id)
  where status in ('incomplete', 'trialing', 'active', 'past_due');
create index subscriptions_newest on subscriptions (created_at desc, id desc);
create index subscriptions_by_status on subscriptions (status, created_at desc, id desc);
create index subscriptions_by_id on subscriptions (id);
create unique index subscriptions_by_gateway on subscriptions (provider_id);
create unique index subscriptions_by_setup on subscriptions (setup_intent_id);

-- An invoice that the payment gateway made for a subscription.
create table invoices (
  id uuid not null default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  subscription_id uuid not null,
  provider_id text not null,
  plan text not null,
  amount integer not null,
  tax integer not null default 0,
  refunded integer not null default 0,
  currency text not null,
  status text not null,
  created_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  link text,
  -- The number on the invoice, and the last four digits of the card that paid it. Staff search by both.
  number text collate "C",
  last4 text,
  primary key (account_id, id),
  constraint invoices_provider_id_key unique (account_id, provider_id),
  foreign key (account_id, subscription_id) references subscriptions(account_id, id) on delete cascade
);
-- Invoices are paged: of two with the same time, the id decides.
create index invoices_page on invoices (account_id, created_at desc, id desc);
create index invoices_by_id on invoices (id);
create index invoices_newest on invoices (created_at desc, id desc);
create index invoices_by_number on invoices (number);
create index invoices_by_card on invoices (last4, created_at desc, id desc);

-- A payment that failed or was disputed, and its outcome.
create table late_payments (
  id uuid not null default uuid_v7(),
  subscription_id uuid not null,
  plan text not null,
  amount integer not null,
  why text not null check (why in ('payment', 'dispute')),
  since timestamptz not null,
  settled_at timestamptz,
  outcome text check (outcome in ('paid', 'ended')),
  account_id uuid not null,
  primary key (account_id, id),
  foreign key (account_id, subscription_id) references subscriptions(account_id, id) on delete cascade
);
create index late_payments_newest on late_payments (since desc, id desc);
create unique index late_payments_unsettled on late_payments (account_id, subscription_id) where settled_at is null;
create index late_payments_by_id on late_payments (id);

-- An account's customer at the payment gateway.
create table payment_customers (
  account_id uuid not null references accounts on delete cascade,
  provider text not null,
  -- Null until the gateway has created a customer for the account.
  customer_id text,
  -- An idempotency key: however often we ask, the gateway creates one customer.
  creation_key text not null default gen_random_uuid()::text,
  created_at timestamptz not null,
  primary key (account_id, provider),
  constraint payment_customers_once unique (provider, customer_id)
);

-- A card that paid for a subscription, as a keyed hash of the gateway's fingerprint.
create table payment_cards (
  account_id uuid not null references accounts on delete cascade,
  card_hash bytea not null,
  first_seen_at timestamptz not null,
  primary key (account_id, card_hash)
);
create index payment_cards_by_card on payment_cards (card_hash);

-- A difference between the gateway’s books and ours, and how it was resolved.
create table payment_differences (
  id uuid primary key default uuid_v7(),
  provider text not null,
  provider_id text not null,
  kind text not null check (kind in ('unknown', 'missing', 'changed', 'superseded', 'customer', 'untaxed')),
  account_id uuid references accounts on delete cascade,
  ours jsonb,
  theirs jsonb,
  outcome text not null check (outcome in ('open', 'taken_over', 'ended', 'refunded', 'settled')),
  found_at timestamptz not null,
  settled_at timestamptz
);
create index payment_differences_newest on payment_differences (found_at desc, id desc);
create unique index payment_differences_open on payment_differences (provider, provider_id, kind)
  where outcome = 'open';
create index payment_differences_of_account on payment_differences (account_id);

-- An event of the gateway. Each takes effect once.
create table billing_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);

-- An object of the payment sandbox, as Stripe would keep it.
create table sandbox_objects (
  id text primary key,
  seq bigint generated always as identity,
  body jsonb not null
);
create index sandbox_objects_listed on sandbox_objects ((body ->> 'object'), seq desc);
create index sandbox_objects_found on sandbox_objects using gin (body jsonb_path_ops);

-- ==================== moderation: reports, evidence, decisions, bulk actions, monitoring ====================

-- A report by a member or by a monitoring rule, and the state of its review.
create table reports (
  id uuid primary key default uuid_v7(),
  reporter_id uuid references accounts on delete set null,
  about_id uuid references accounts on delete set null,
  message_id uuid,
  public_id text,
  -- A copy of the reported content at the time of the report. The original may be deleted later.
  evidence jsonb not null default '{}',
  problem_type text not null,
  description text not null,
  priority text not null check (priority in ('critical', 'high', 'medium', 'other')),
  priority_rank smallint not null,
  priority_parts jsonb not null default '[]',
  status text not null default 'pending'
    check (status in ('pending', 'in_progress', 'resolved', 'closed', 'rejected')),
  reply_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  first_answer_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1,
  assignee_id uuid references accounts on delete set null,
  lease_until timestamptz,
  -- Three deadlines of a report: its first answer, the answer to the newest message, and its end. The queue is sorted
  -- by the next one.
  first_due_at timestamptz not null,
  next_due_at timestamptz,
  resolve_due_at timestamptz not null,
  due_at timestamptz generated always as (
    case when status in ('pending', 'in_progress')
      then least(case when first_answer_at is null then first_due_at end, next_due_at, resolve_due_at) end
  ) stored,
  -- The start of the deadlines: the report's creation, or its reopening.
  clocks_from timestamptz not null,
  -- The reporter's choice of a detailed reason (contract: reportDetails). Null if they chose none.
  detail text,
  -- A report by a rule has no reporter. It names the rules and their findings.
  detection jsonb,
  named_at timestamptz,
  -- The time from which the report lowers the person's exposure in Discover, while it is open.
  lessens_since timestamptz
);
create index reports_newest on reports (created_at desc, id desc);
create index reports_status on reports (status, created_at desc, id desc);
create index reports_of_reporter on reports (reporter_id, created_at desc);
create index reports_about on reports (about_id, created_at desc);
create index reports_closed on reports (closed_at) where closed_at is not null;
-- Reports are referred to by the last six characters of their ids.
create index reports_short_ids on reports (right(id::text, 6));
create index reports_due on reports (due_at, priority_rank, created_at);
create index reports_urgency on reports (priority_rank, created_at, id);
create index reports_words on reports using gin (folded(description) gin_trgm_ops);
create index reports_reason on reports (detail, created_at desc, id desc) where detail is not null;
create index reports_lessening on reports (about_id) where lessens_since is not null;
create index reports_lessened_by_time on reports (lessens_since, id) where lessens_since is not null;
create index reports_of_assignee on reports (assignee_id, due_at, created_at, id) where assignee_id is not null;
create index reports_unassigned on reports (due_at, created_at, id) where assignee_id is null;

-- A reply to a report, or an internal note on it.
create table report_replies (
  id uuid primary key default uuid_v7(),
  report_id uuid not null references reports on delete cascade,
  author_id uuid references accounts on delete set null,
  by_staff boolean not null,
  is_internal boolean not null default false,
  message text not null,
  at timestamptz not null,
  check (by_staff or not is_internal)
);
create index report_replies_of_report on report_replies (report_id, id);
create index report_replies_of_author on report_replies (author_id, at) where author_id is not null;

-- A colleague mentioned in an internal note.
create table report_mentions (
  reply_id uuid not null references report_replies on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  primary key (reply_id, account_id)
);
create index report_mentions_of_account on report_mentions (account_id);

-- A change of a report, with its author and reason.
create table report_history (
  id uuid primary key default uuid_v7(),
  report_id uuid not null references reports on delete cascade,
  actor_id uuid references accounts on delete set null,
  at timestamptz not null,
  what text not null,
  before text,
  after text,
  reason text
);
create index report_history_of_report on report_history (report_id, id);
create index report_history_of_actor on report_history (actor_id, at) where actor_id is not null;

-- A word of the team's own for users and reports.
create table labels (
  id uuid primary key default uuid_v7(),
  name text not null,
  tone text not null check (tone in ('neutral', 'info', 'positive', 'warning', 'danger')),
  created_at timestamptz not null
);
create unique index labels_by_name on labels (lower(name));

create table account_labels (
  account_id uuid not null references accounts on delete cascade,
  label_id uuid not null references labels on delete cascade,
  primary key (account_id, label_id)
);
create index account_labels_of_label on account_labels (label_id, account_id);

create table report_labels (
  report_id uuid not null references reports on delete cascade,
  label_id uuid not null references labels on delete cascade,
  primary key (report_id, label_id)
);
create index report_labels_of_label on report_labels (label_id, report_id);

-- A staff member who has a report open now.
create unlogged table report_presence (
  report_id uuid not null references reports on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  at timestamptz not null,
  primary key (report_id, account_id)
);
create index report_presence_of_account on report_presence (account_id);

-- The subject of a report, sealed when the report was made. The row has ids and a digest, and is chained to the
-- previous one. The content is in its own table and can be deleted at the end of its retention without breaking the
-- chain.
create table evidence (
  place bigint primary key,
  id uuid not null unique,
  report_id uuid not null,
  -- No foreign keys, because evidence outlives the report and the accounts.
  about_id uuid not null,
  reporter_id uuid,
  at timestamptz not null,
  content_digest text not null,
  previous text not null,
  hash text not null
);
create index evidence_about on evidence (about_id);
create index evidence_reporter on evidence (reporter_id);
create index evidence_of_report on evidence (report_id, place);

-- The content of evidence. Unlike its seal, it can be erased.
create table evidence_contents (
  evidence_id uuid primary key,
  -- Deleted with the content, so that guesses can't be checked against the digest.
  salt text not null,
  -- JSON as text, so that the digest doesn't depend on how a database writes JSON.
  content text not null
);

-- A legal hold: while it lasts, nothing about the person is erased or deleted at the end of its retention.
create table legal_holds (
  id uuid not null default uuid_v7(),
  account_id uuid not null,
  reason text not null,
  set_by uuid not null,
  set_at timestamptz not null,
  lifted_by uuid,
  lifted_at timestamptz,
  lift_reason text,
  check ((lifted_at is null) = (lifted_by is null)),
  primary key (account_id, id)
);
create unique index legal_holds_one_each on legal_holds (account_id) where lifted_at is null;

-- A decision of staff about a member, with its statement of reasons. The states and transitions are in the contract
-- (moderation/decisions.ts).
create table decisions (
  id uuid primary key default uuid_v7(),
  version integer not null default 1,
  subject_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('warn', 'hide', 'limit', 'suspend', 'ban', 'deactivate')),
  state text not null
    check (state in ('waiting', 'declined', 'in_force', 'undone', 'expired', 'lifted', 'overturned')),
  -- A report, or what staff found themselves.
  source text not null check (source in ('report', 'own')),
  report_id uuid references reports on delete set null,
  -- The violated community rule, with its number and title at that time. Null for the terms as a whole.
  rule integer,
  rule_title text,
  category text not null
    check (category in ('harassment', 'hate', 'threats', 'sexual', 'intimate_image', 'minor', 'scam', 'fake_profile',
      'spam', 'privacy', 'illegal', 'other')),
  facts text not null,
  -- The content that `hide` removed from the profile, to restore it: {"bio": "…", "prompts": […], "pictures": ["…"]}.
  hidden jsonb not null default '{}',
  days integer check (days >= 1 and days <= 365),
  until timestamptz,
  is_fraud boolean not null default false,
  is_automated boolean not null default false,
  subscription text not null default 'keep' check (subscription in ('keep', 'cancel')),
  -- Null for a decision by a machine.
  decided_by uuid,
  created_at timestamptz not null,
  -- The time when the decision took effect. A ban that needs a second administrator waits.
  in_force_at timestamptz,
  -- The decision counts toward the next recommendation until this time.
  strike_until timestamptz,
  -- The end of the undo window, when the decision's effects begin.
  settled_at timestamptz,
  -- The email about the decision, which waits until `settled_at`.
  mail_id uuid,
  ended_at timestamptz,
  -- Null if the decision expired.
  ended_by uuid,
  end_reason text,
  -- The end of the member's premium when the decision began, to restore the lost days if it is overturned.
  premium_until timestamptz,
  -- A monitoring rule detected the violation, so the decision isn't based on anyone's report.
  is_detected boolean not null default false,
  check ((kind in ('limit', 'suspend')) = (days is not null)),
  check ((rule is null) = (rule_title is null)),
  check ((state in ('waiting', 'declined')) = (in_force_at is null)),
  check ((state in ('waiting', 'in_force')) = (ended_at is null))
);
create index decisions_about on decisions (subject_id, created_at desc, id desc);
create index decisions_of_decider on decisions (decided_by, created_at) where decided_by is not null;
create index decisions_newest on decisions (created_at desc, id desc);
create index decisions_of_report on decisions (report_id) where report_id is not null;
create index decisions_ending on decisions (until) where state = 'in_force' and until is not null;
create index decisions_unsettled on decisions (in_force_at) where state = 'in_force' and settled_at is null;
create index decisions_ended on decisions (ended_at) where ended_at is not null;
create index decisions_in_force on decisions (in_force_at, id) where in_force_at is not null;

-- A report that a decision closed, and its earlier state, so that the report reopens if the decision is undone.
create table decision_reports (
  decision_id uuid not null references decisions on delete cascade,
  report_id uuid not null references reports on delete cascade,
  status_before text not null,
  next_due_before timestamptz,
  primary key (decision_id, report_id)
);
create index decision_reports_of_report on decision_reports (report_id);

-- An appeal: by the member against a decision, or by the reporter against the end of their report. Each decision and
-- each report can be appealed once.
create table appeals (
  id uuid primary key default uuid_v7(),
  version integer not null default 1,
  decision_id uuid references decisions on delete cascade unique,
  report_id uuid references reports on delete cascade unique,
  account_id uuid not null,
  state text not null default 'open' check (state in ('open', 'upheld', 'overturned')),
  created_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  -- True if the person who made the decision also reviewed the appeal, because no one else was available.
  is_same_person boolean not null default false,
  check (num_nonnulls(decision_id, report_id) = 1),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'open') = (reason is null))
);
create index appeals_newest on appeals (created_at desc, id desc);
create index appeals_open on appeals (created_at desc, id desc) where state = 'open';
create index appeals_by on appeals (account_id, created_at desc);

-- A message between a member and staff about an appeal.
create table appeal_messages (
  id uuid primary key default uuid_v7(),
  appeal_id uuid not null references appeals on delete cascade,
  author_id uuid not null,
  by_staff boolean not null,
  message text not null,
  at timestamptz not null
);
create index appeal_messages_of_appeal on appeal_messages (appeal_id, id);

-- A blind review: a randomly selected decision that another staff member makes again without knowing the outcome. It
-- doesn't change the decision.
create table blind_reviews (
  id uuid primary key default uuid_v7(),
  decision_id uuid not null references decisions on delete cascade unique,
  drawn_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'answered', 'raised', 'closed')),
  -- The reviewer's answer: their decision, the rule with its number and title at that time, and the reason.
  answered_by uuid,
  answered_at timestamptz,
  kind text check (kind in ('none', 'warn', 'hide', 'limit', 'suspend', 'ban')),
  rule integer,
  rule_title text,
  reason text,
  same_kind boolean,
  same_rule boolean,
  raised_by uuid,
  raised_at timestamptz,
  raise_note text,
  closed_by uuid,
  closed_at timestamptz,
  close_note text,
  check ((rule is null) = (rule_title is null)),
  check ((state = 'open') = (answered_at is null)),
  check ((state in ('raised', 'closed')) = (raised_at is not null)),
  check ((state = 'closed') = (closed_at is not null))
);
create index blind_reviews_open on blind_reviews (drawn_at desc, id desc) where state = 'open';
create index blind_reviews_raised on blind_reviews (drawn_at desc, id desc) where state = 'raised';
create index blind_reviews_done on blind_reviews (drawn_at desc, id desc) where state <> 'open';
create index blind_reviews_answered on blind_reviews (answered_at) where answered_at is not null;

-- A staff member who has read a decision before its blind review was completed: they can’t review it blindly.
create table blind_review_readers (
  decision_id uuid not null references decisions on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  primary key (decision_id, account_id)
);
create index blind_review_readers_of_account on blind_review_readers (account_id);

-- A bulk action. Its targets are fixed when it is requested, and each is processed separately, so that interrupted work
-- can continue and all of it can be undone once.
create table batches (
  id uuid primary key default uuid_v7(),
  action text not null,
  reason text,
  made_by uuid not null,
  made_at timestamptz not null,
  -- How many were left out for each reason, as codes (moderation/refusals.ts).
  refused jsonb not null default '[]',
  undoes uuid references batches on delete cascade,
  stopped_at timestamptz,
  finished_at timestamptz,
  -- An undone bulk action on reports restores their earlier states.
  about text not null default 'users' check (about in ('users', 'reports')),
  -- The totals of a finished bulk action, so that listing bulk actions doesn't count their items.
  total integer,
  done integer,
  failed jsonb,
  -- A bulk action that needs approval has chosen its targets, and begins when it is released.
  needs_approval boolean not null default false,
  released_at timestamptz
);
create unique index batches_undone_once on batches (undoes) where undoes is not null;
create index batches_newest on batches (made_at desc, id desc);

-- One account or report of a bulk action, and its outcome.
create table batch_items (
  batch_id uuid not null references batches on delete cascade,
  subject_id uuid not null,
  -- Null before the item is processed; afterward 'done' or the reason code.
  outcome text,
  before text,
  -- The time when an item was processed: later changes to it aren't undone.
  decided_at timestamptz,
  primary key (batch_id, subject_id)
);
create index batch_items_waiting on batch_items (batch_id, subject_id) where outcome is null;

-- A request for an action that one administrator can't take alone: changes of role, bulk actions on many people,
-- permanent bans.
create table approvals (
  id uuid primary key default uuid_v7(),
  kind text not null check (kind in ('role', 'bulk', 'decision', 'account')),
  target_id uuid,
  is_admin boolean,
  batch_id uuid references batches on delete cascade unique,
  requested_by uuid not null,
  requested_at timestamptz not null,
  -- Set if no one else can approve the request: the time when it takes effect automatically.
  takes_effect_at timestamptz,
  expires_at timestamptz not null,
  outcome text check (outcome in ('approved', 'declined', 'withdrawn', 'expired', 'automatic', 'failed')),
  decided_by uuid,
  decided_at timestamptz,
  -- A digest of the target's name and address as they were shown at the time of the request: the target must not change
  -- before the approval.
  target_seen text,
  -- A permanent ban waits for a second administrator.
  decision_id uuid references decisions on delete cascade,
  staff_role text,
  -- Changing another administrator's account requires a second one's approval: the action and its details, which are
  -- kept until the request is decided.
  account_action text,
  change jsonb,
  -- Administrators at the time of the request, who may object until the request takes effect, even if their accounts
  -- have since changed.
  objector_ids uuid[] not null default '{}',
  check (kind <> 'role' or target_id is not null and is_admin is not null),
  check (kind <> 'bulk' or batch_id is not null),
  check (outcome is null or decided_at is not null),
  constraint approvals_of_account
    check (kind <> 'account' or target_id is not null
      and account_action in ('activate', 'deactivate', 'edit', 'sign_out', 'lift')),
  constraint approvals_of_decision check (kind <> 'decision' or decision_id is not null)
);
create unique index approvals_one_open_for_role on approvals (target_id) where outcome is null and kind = 'role';
create index approvals_newest on approvals (requested_at desc, id desc);
create index approvals_open on approvals (requested_at desc, id desc) where outcome is null;
create unique index approvals_of_one_decision on approvals (decision_id) where decision_id is not null;
create unique index approvals_one_open_for_account on approvals (target_id, account_action)
  where outcome is null and kind = 'account';
create index approvals_of_target on approvals (target_id) where target_id is not null;
create index approvals_of_requester on approvals (requested_by);
create index approvals_of_decider on approvals (decided_by) where decided_by is not null;

-- A version of staff's settings of a monitoring rule.
create table monitoring_rules (
  name text not null,
  version integer not null,
  settings jsonb not null,
  changed_by uuid,
  changed_at timestamptz not null,
  primary key (name, version)
);

-- A member whom a rule matched, at most once a day.
create table monitoring_hits (
  rule text not null,
  account_id uuid not null references accounts on delete cascade,
  found_on date not null,
  at timestamptz not null,
  facts jsonb not null default '{}',
  primary key (rule, account_id, found_on)
);
create index monitoring_hits_by_time on monitoring_hits (at);
create index monitoring_hits_of_account on monitoring_hits (account_id);

-- A message with a warning for its reader.
create table flagged_messages (
  message_id uuid not null,
  account_id uuid not null references accounts on delete cascade,
  rule text not null,
  at timestamptz not null,
  match_id uuid not null references matches on delete cascade,
  primary key (match_id, message_id)
);
create index flagged_messages_of_account on flagged_messages (account_id);

-- A member who may write fewer first messages. The limit ends at `ends_at`, or once the report is decided.
create table slowed_senders (
  account_id uuid primary key references accounts on delete cascade,
  report_id uuid references reports on delete cascade,
  gap interval not null,
  next_at timestamptz not null,
  ends_at timestamptz not null
);
create index slowed_senders_of_report on slowed_senders (report_id);

-- A new account that resembles a banned one, with the signals. Staff decide what it means.
create table account_links (
  id uuid primary key default uuid_v7(),
  version integer not null default 1,
  account_id uuid not null references accounts on delete cascade,
  banned_id uuid not null references accounts on delete cascade,
  -- The shared signals, each with its weight: [{"kind": "device", "weight": 30}].
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

-- A picture on the watchlist: a known fake, or one that staff removed because it is intimate or shows a minor.
create table watchlist_photos (
  id uuid primary key default uuid_v7(),
  fingerprint bit(64) not null unique,
  note text not null,
  added_by uuid,
  added_at timestamptz not null,
  due boolean not null default true,
  -- Pictures that staff removed because they are intimate or show a minor are searched for like known fakes, as long as
  -- one of the decisions applies.
  kind text not null default 'fake',
  decisions uuid[] not null default '{}'
);
create index watchlist_photos_due on watchlist_photos (id) where due;
create index watchlist_photos_newest on watchlist_photos (added_at desc, id desc);
create index watchlist_photos_first on watchlist_photos (substring(fingerprint from 1 for 16));
create index watchlist_photos_second on watchlist_photos (substring(fingerprint from 17 for 16));
create index watchlist_photos_third on watchlist_photos (substring(fingerprint from 33 for 16));
create index watchlist_photos_fourth on watchlist_photos (substring(fingerprint from 49 for 16));

-- A photo that looks like one of another account, or of the watchlist. Staff decide what it means.
create table duplicate_photos (
  id uuid primary key default uuid_v7(),
  version integer not null default 1,
  -- The account that used the picture later, and its picture, which may since have been deleted.
  account_id uuid not null references accounts on delete cascade,
  public_id text not null,
  fingerprint bit(64) not null,
  -- Set for another account that used the picture earlier. For a watchlist entry, `listed_id` is set instead.
  other_id uuid references accounts on delete cascade,
  other_public_id text,
  listed_id uuid references watchlist_photos on delete cascade,
  why text not null check (why in ('several_accounts', 'banned_account', 'listed')),
  distance smallint not null,
  found_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'same_person', 'fake', 'dismissed')),
  decided_by uuid,
  decided_at timestamptz,
  note text,
  check (num_nonnulls(other_id, listed_id) = 1),
  check ((other_id is null) = (other_public_id is null)),
  check ((state = 'open') = (decided_at is null))
);
create unique index duplicate_photos_open_pair
  on duplicate_photos (least(account_id, other_id), greatest(account_id, other_id))
  where state = 'open' and other_id is not null;
create unique index duplicate_photos_open_listed on duplicate_photos (account_id, listed_id)
  where state = 'open' and listed_id is not null;
create index duplicate_photos_of_account on duplicate_photos (account_id);
create index duplicate_photos_of_other on duplicate_photos (other_id) where other_id is not null;
create index duplicate_photos_of_listed on duplicate_photos (listed_id) where listed_id is not null;
create index duplicate_photos_open on duplicate_photos (found_at desc, id desc) where state = 'open';
create index duplicate_photos_newest on duplicate_photos (found_at desc, id desc);
create index duplicate_photos_decided on duplicate_photos (decided_at) where decided_at is not null;

-- The warnings to people who received messages from a member banned for fraud. Each ban has one, scheduled when it
-- begins.
create table fraud_warnings (
  decision_id uuid primary key references decisions on delete cascade,
  version integer not null default 1,
  state text not null check (state in ('planned', 'held', 'sent', 'canceled')),
  due_at timestamptz not null,
  -- The time when a hold ends automatically.
  latest_at timestamptz not null,
  held_by uuid,
  held_at timestamptz,
  hold_reason text,
  -- Set if staff sent it before it was due.
  sent_by uuid,
  finished_at timestamptz,
  -- The time when the ban was overturned, and when the last reader got their correction.
  correction_due_at timestamptz,
  corrected_at timestamptz,
  check ((state = 'held') <= (hold_reason is not null))
);
create index fraud_warnings_waiting on fraud_warnings (latest_at) where state in ('planned', 'held');
create index fraud_corrections_due on fraud_warnings (correction_due_at)
  where corrected_at is null and correction_due_at is not null;

-- A recipient of a warning. Each is listed once, however often the job runs.
create table fraud_notices (
  decision_id uuid not null references decisions on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  answered boolean not null,
  mail_id uuid,
  at timestamptz not null,
  -- A ban can be overturned after its warnings went out: every recipient gets a correction.
  corrected_at timestamptz,
  -- The delivery log of fraud warnings outlives the emails, which are deleted after a month.
  mail_sent_at timestamptz,
  primary key (decision_id, account_id)
);
create index fraud_notices_of_account on fraud_notices (account_id);
create index fraud_notices_unsent on fraud_notices (mail_id) where mail_sent_at is null and mail_id is not null;

-- ==================== operations: the audit log, stats, facts about the installation ====================

-- An action. It has ids, names of fields and digests; the texts are in `audit_contents`. Rows are never changed or
-- removed, not by the product, not by a mistake.
create table audit_log (
  id uuid primary key default uuid_v7(),
  at timestamptz not null,
  actor_id uuid,
  actor_kind text not null check (actor_kind in ('member', 'administrator', 'operator', 'system')),
  action text not null,
  subject_id uuid,
  fields text[] not null default '{}',
  content_digest bytea not null
);
-- The log by actor, action, subject and time, each with the newest first.
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_of_subject on audit_log (subject_id, at desc, id desc);
-- The timeline of a person leaves out what staff looked at (operations/audit/queries.ts).
create index audit_log_of_subject_changes on audit_log (subject_id, at desc, id desc)
  where action <> all ('{account.viewed,account.opened,account.voice-opened,account.revealed,evidence.opened,evidence.messages-opened,evidence.picture-opened,evidence.voice-opened,fraud-warning.previewed,second-look.drawn,second-look.opened,second-look.answered}');
create index audit_log_of_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_of_action on audit_log (action, at desc, id desc);

-- The content of an entry in the log. It can be erased without breaking the chain.
create table audit_contents (
  audit_id uuid primary key,
  -- The subject and the actor. Erasing either also erases this content.
  actor_id uuid,
  subject_id uuid,
  reason text,
  details jsonb not null default '{}',
  -- Deleted with the content, so that guesses can't be checked against the digest of erased content.
  salt uuid not null default gen_random_uuid()
);
create index audit_contents_subject on audit_contents (subject_id);
create index audit_contents_actor on audit_contents (actor_id);

-- A row of the log in commit order, sealed together with the previous one.
create table audit_chain (
  place bigint primary key,
  audit_id uuid not null unique,
  previous bytea not null,
  hash bytea not null
);

-- Saved heads of the chain. If the chain doesn't contain one of them, it was cut or rewritten.
create table audit_heads (
  place bigint primary key,
  hash bytea not null,
  at timestamptz not null
);

-- A staff member's reason to look at private data: it is valid for a while, for this session, this kind and this
-- subject.
create table access_reasons (
  session_id uuid not null,
  kind text not null,
  subject text not null,
  reason text not null,
  given_at timestamptz not null,
  account_id uuid not null,
  primary key (account_id, session_id, kind, subject),
  foreign key (account_id, session_id) references sessions(account_id, id) match full on delete cascade
);

-- A version of the installation's configuration.
create table configurations (
  version integer primary key check (version > 0),
  content jsonb not null,
  changed text[] not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  reason text
);

-- The number of accounts with the same dashboard traits. Concurrent changes don't lock each other's rows: each change
-- is a row of its own, and a job adds them up.
create table account_tallies (
  -- 'traits' counts by gender, active, verified, complete and vip; 'joined-day' and 'joined-quarter' (of an hour) by
  -- the start of the day or quarter, and by vip; 'born-month' and 'born-day' by the start of the month or day.
  kind text not null,
  joined timestamptz,
  born date,
  gender text,
  active boolean,
  verified boolean,
  complete boolean,
  vip boolean,
  count integer not null,
  -- The time when a pending change counts, because the end of premium is known ahead and nothing is written when it
  -- comes. Null for a sum.
  counts_from timestamptz
);
create unique index account_tallies_alike
  on account_tallies (kind, joined, born, gender, active, verified, complete, vip) nulls not distinct
  where counts_from is null;
create index account_tallies_due on account_tallies (counts_from) where counts_from is not null;

-- A small fact about this installation: the version of the community’s texts, when the demo people were made.
create table facts (
  key text primary key,
  value jsonb not null
);

-- The used part of a rate limit, by a key that names the limit and the caller.
create unlogged table budgets (
  key text primary key,
  used integer not null,
  resets_at timestamptz not null
);
create index budgets_resets_at on budgets (resets_at);

-- The key of hashes that must outlast TOKEN_SECRET, encrypted with a key derived from it (infra/lasting-keys.ts).
create table lasting_keys (
  one_row boolean primary key default true check (one_row),
  wrapped bytea not null,
  -- The secret that encrypted the key. After TOKEN_SECRET changes, the key is encrypted again.
  wrapped_with text not null
);

-- ==================== leaving: erased accounts ====================

-- An erased account and the time, and nothing else: after a restore, the account is erased again
-- (features/leaving/erasure.ts).
create table erasures (
  account_id uuid primary key,
  at timestamptz not null
);

-- The ranking of Discover before it has learned anything.
insert into order_groups (gender_group, gives_likes, gives_of, gets_likes, gets_of, usual, weights)
select gender_group, 2.4, 6, 2.4, 6, ln(0.4 / 0.6),
  '{"score": 0.15, "readily": 1, "liked": 1, "ownLiked": 0, "otherReadily": 0}'
from unnest(array['woman', 'man', 'non-binary']) gender_group;
insert into order_fits (version, fitted_at, choices, adopted, groups)
select 0, now(), 0, true, jsonb_object_agg(gender_group, jsonb_build_object(
  'gives', jsonb_build_object('likes', 2.4, 'of', 6), 'gets', jsonb_build_object('likes', 2.4, 'of', 6),
  'usual', -0.405465, 'weights', weights))
from order_groups;
insert into order_outcomes default values;
insert into like_hours (key) select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
