-- What each picture looks like, in 64 bits, to find copies of it.
create table picture_fingerprints (
  public_id text primary key references pictures (public_id) on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  -- Null: it shows nothing to recognize it by, or its file could not be read.
  fingerprint bit(64),
  -- Whether it still has to be compared with the others.
  due boolean not null default false
);
create index picture_fingerprints_of_account on picture_fingerprints (account_id);
create index picture_fingerprints_due on picture_fingerprints (public_id) where due;
-- Two fingerprints that differ in at most seven bits differ in at most one bit of one of these four parts.
create index picture_fingerprints_first on picture_fingerprints (substring(fingerprint from 1 for 16));
create index picture_fingerprints_second on picture_fingerprints (substring(fingerprint from 17 for 16));
create index picture_fingerprints_third on picture_fingerprints (substring(fingerprint from 33 for 16));
create index picture_fingerprints_fourth on picture_fingerprints (substring(fingerprint from 49 for 16));

-- The illustrated people of the demo resemble each other.
create view identity_demo_people as select id from accounts where is_demo;

create view profiles_picture_fingerprints as
  select h.public_id, h.account_id, h.fingerprint, p.position, p.placeholder
  from picture_fingerprints h join pictures p on p.public_id = h.public_id;

-- Two accounts with the same picture, or a picture of the operator's list. Staff decide what it means.
create table listed_pictures (
  id uuid primary key default uuid_v7(),
  fingerprint bit(64) not null unique,
  note text not null,
  added_by uuid not null,
  added_at timestamptz not null,
  -- Whether pictures that were uploaded before still have to be compared with it.
  due boolean not null default true
);
create index listed_pictures_due on listed_pictures (id) where due;
create index listed_pictures_newest on listed_pictures (added_at desc, id desc);
create index listed_pictures_first on listed_pictures (substring(fingerprint from 1 for 16));
create index listed_pictures_second on listed_pictures (substring(fingerprint from 17 for 16));
create index listed_pictures_third on listed_pictures (substring(fingerprint from 33 for 16));
create index listed_pictures_fourth on listed_pictures (substring(fingerprint from 49 for 16));

create table same_pictures (
  id uuid primary key default uuid_v7(),
  version integer not null default 1,
  -- The account that used the picture later, and its picture, which may be gone since.
  account_id uuid not null references accounts on delete cascade,
  public_id text not null,
  fingerprint bit(64) not null,
  -- Either the account that used it before, or the entry of the list.
  other_id uuid references accounts on delete cascade,
  other_public_id text,
  listed_id uuid references listed_pictures on delete cascade,
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
create unique index same_pictures_open_pair on same_pictures (least(account_id, other_id), greatest(account_id, other_id))
  where state = 'open' and other_id is not null;
create unique index same_pictures_open_listed on same_pictures (account_id, listed_id)
  where state = 'open' and listed_id is not null;
create index same_pictures_of_account on same_pictures (account_id);
create index same_pictures_of_other on same_pictures (other_id) where other_id is not null;
create index same_pictures_of_listed on same_pictures (listed_id) where listed_id is not null;
create index same_pictures_open on same_pictures (found_at desc, id desc) where state = 'open';
create index same_pictures_newest on same_pictures (found_at desc, id desc);
create index same_pictures_decided on same_pictures (decided_at) where decided_at is not null;
