-- What others may see of a person, and whom they may be shown to.
alter table accounts
  add column hide_age boolean not null default false,
  add column hide_distance boolean not null default false,
  add column incognito boolean not null default false,
  add column units text not null default 'km' check (units in ('km', 'miles')),
  add column photo_checked_at timestamptz,
  -- Kept by the subscriptions: premium while this lies in the future.
  add column premium_until timestamptz;

alter table profiles
  -- A cell of the grid, never a position: what arrives is snapped before anything is written.
  add column cell_row integer,
  add column cell_column integer,
  add column level smallint not null default 0 check (level between 0 and 4),
  -- The published point, in kilometres from the middle of the earth.
  add column x double precision,
  add column y double precision,
  add column z double precision,
  add column place_changed_at timestamptz,
  add column place_changes integer not null default 0,
  add column age_min smallint not null default 18,
  add column age_max smallint not null default 120,
  add column reach smallint,
  -- The attached pictures as others' lists need them, kept by a trigger.
  add column pictures jsonb not null default '[]';
create index profiles_cells on profiles (cell_row, cell_column) where cell_row is not null;

create table pictures (
  id uuid primary key default uuid_v7(),
  public_id text not null unique,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  size integer not null,
  mime_type text not null,
  width integer not null,
  height integer not null,
  placeholder text not null,
  alt text not null default '',
  -- Null until it is attached: what never is goes after a day. The main picture stands at 0, the others from 1.
  position smallint,
  audience text not null default 'everyone' check (audience in ('everyone', 'matches')),
  review text not null default 'shown' check (review in ('shown', 'held', 'refused')),
  created_at timestamptz not null,
  constraint pictures_places unique (account_id, position) deferrable initially deferred
);
create index pictures_unattached on pictures (created_at) where position is null;
create index pictures_held on pictures (created_at) where review = 'held' and position is not null;

-- Files of pictures that are gone, until the storage has let go of them too.
create table dropped_files (
  public_id text primary key,
  dropped_at timestamptz not null default now()
);

create table photo_checks (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  pose text not null,
  public_id text,
  status text not null default 'asked' check (status in ('asked', 'waiting', 'accepted', 'refused')),
  asked_at timestamptz not null,
  sent_at timestamptz,
  decided_at timestamptz,
  decided_by uuid
);
create unique index photo_checks_open on photo_checks (account_id) where status in ('asked', 'waiting');
create index photo_checks_waiting on photo_checks (sent_at) where status = 'waiting';

create table blocks (
  blocker_id uuid not null references accounts on delete cascade,
  blocked_id uuid not null references accounts on delete cascade,
  at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id);

-- Addresses that somebody never wants to meet, as keyed hashes.
create table address_blocks (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  email_hash bytea not null,
  hint text not null,
  at timestamptz not null,
  unique (account_id, email_hash)
);
create index address_blocks_hash on address_blocks (email_hash);

create table saved_searches (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  query jsonb not null,
  created_at timestamptz not null
);
create index saved_searches_of_account on saved_searches (account_id);

-- One row for everybody who may be in lists and decks, with what lists and decks ask for. Kept by triggers, so that no
-- way of changing an account can forget it.
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
  hide_distance boolean not null,
  show_last_active boolean not null,
  photo_checked boolean not null,
  intention text,
  city text not null,
  interests text[] not null,
  languages text[] not null,
  basics jsonb not null,
  words text not null
);
create index listings_newest on listings (created_at desc, account_id desc);
create index listings_words on listings using gin (words gin_trgm_ops);
create index listings_interests on listings using gin (interests);

create function is_complete(born date, gender text, wants text[], city text) returns boolean
  language sql immutable parallel safe
  return gender is not null and cardinality(wants) > 0 and born is not null and city is not null;

/* Own words count as non-binary where somebody asks for the group. */
create function gender_group(gender text) returns text
  language sql immutable parallel safe
  return case when lower(gender) in ('woman', 'man') then lower(gender) else 'non-binary' end;

create function lowered(texts text[]) returns text[]
  language sql immutable parallel safe
  return coalesce((select array_agg(lower(each)) from unnest(texts) each), '{}');

/* The shown distance: the smallest bucket that holds it, never finer than the cells; 999 is farther than all. */
create function distance_bucket(ax float8, ay float8, az float8, al smallint, bx float8, by float8, bz float8, bl smallint)
  returns integer language sql immutable parallel safe
  return case when ax is null or bx is null then null else greatest(
    (array[2, 5, 10, 25, 50])[greatest(al, bl) + 1],
    case
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 4 then 2
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 25 then 5
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 100 then 10
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 625 then 25
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 2500 then 50
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 10000 then 100
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 25600 then 160
      else 999 end) end;

create function refresh_listing(id uuid) returns void language plpgsql as $$
begin
  delete from listings where account_id = id;
  insert into listings
  select a.id, a.created_at, a.date_of_birth, lower(p.gender), gender_group(p.gender), lowered(p.interested_in),
    p.age_min, p.age_max, p.reach, p.x, p.y, p.z, p.level, a.incognito, a.hide_age, a.hide_distance, a.show_last_active,
    a.photo_checked_at is not null, p.intention, lower(p.city), lowered(p.interests), lowered(p.languages), p.basics,
    lower(a.first_name || ' ' || array_to_string(p.interests, ' ') || ' ' || coalesce(p.bio, ''))
  from accounts a join profiles p on p.account_id = a.id
  where a.id = refresh_listing.id and a.state = 'active' and a.email_verified_at is not null
    and is_complete(a.date_of_birth, p.gender, p.interested_in, p.city)
    and exists (select from pictures where pictures.account_id = a.id and position = 0 and review = 'shown');
end $$;

create function listing_of_account() returns trigger language plpgsql as $$
begin
  perform refresh_listing(new.id);
  return null;
end $$;
create trigger accounts_listing after update of state, email_verified_at, date_of_birth, first_name, incognito, hide_age,
  hide_distance, show_last_active, photo_checked_at on accounts for each row
  when ((old.state, old.email_verified_at is null, old.date_of_birth, old.first_name, old.incognito, old.hide_age,
    old.hide_distance, old.show_last_active, old.photo_checked_at is null)
    is distinct from (new.state, new.email_verified_at is null, new.date_of_birth, new.first_name, new.incognito, new.hide_age,
    new.hide_distance, new.show_last_active, new.photo_checked_at is null))
  execute function listing_of_account();

create function listing_of_profile() returns trigger language plpgsql as $$
begin
  perform refresh_listing(new.account_id);
  return null;
end $$;
create trigger profiles_listing after insert or update on profiles for each row execute function listing_of_profile();

create function pictures_of_profile() returns trigger language plpgsql as $$
declare owner uuid := coalesce(new.account_id, old.account_id);
begin
  insert into profiles (account_id, updated_at)
    select id, now() from accounts where id = owner on conflict (account_id) do nothing;
  update profiles set pictures = coalesce((
    select jsonb_agg(jsonb_build_object('publicId', public_id, 'name', name, 'size', size, 'mimeType', mime_type, 'width', width,
      'height', height, 'placeholder', placeholder, 'alt', alt, 'position', position, 'audience', audience, 'review', review) order by position)
    from pictures where account_id = owner and position is not null), '[]')
  where account_id = owner;
  if tg_op = 'DELETE' then
    insert into dropped_files (public_id) values (old.public_id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger pictures_of_profile after insert or update or delete on pictures for each row execute function pictures_of_profile();
