-- What people decide about each other, and what comes of it.
create table choices (
  chooser_id uuid not null references accounts on delete cascade,
  chosen_id uuid not null references accounts on delete cascade,
  action text not null check (action in ('like', 'pass', 'superlike')),
  note text,
  -- What the note is on: a picture's public id, or a prompt's question.
  note_on text,
  at timestamptz not null,
  primary key (chooser_id, chosen_id),
  check (chooser_id <> chosen_id)
);
create index choices_latest on choices (chooser_id, at desc);
create index choices_received on choices (chosen_id, at desc) where action <> 'pass';

-- What is left of a day's likes. The day is the one of the zone that was in force when it began.
create table allowances (
  account_id uuid primary key references accounts on delete cascade,
  zone text not null,
  day date not null,
  likes integer not null default 0,
  superlikes integer not null default 0,
  undos integer not null default 0
);

create table matches (
  id uuid primary key default uuid_v7(),
  a_id uuid not null references accounts on delete cascade,
  b_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid,
  closing text,
  last_seq integer not null default 0,
  last_message_at timestamptz,
  check (a_id < b_id),
  unique (a_id, b_id)
);
create index matches_of_b on matches (b_id);

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

create table boosts (
  account_id uuid primary key references accounts on delete cascade,
  month date not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null
);
create index boosts_end on boosts (ends_at);

-- How somebody stands: how often they like and are liked, how often they were shown, and what follows for the order.
create table standings (
  account_id uuid primary key references accounts on delete cascade,
  gender_group text,
  -- A square of about fifty kilometres, by which near people are found.
  block integer,
  gave_likes integer not null default 0,
  gave integer not null default 0,
  got_likes integer not null default 0,
  got integer not null default 0,
  shown real not null default 0,
  worth real not null default 0
);
create index standings_near on standings (block, gender_group, worth desc) where gender_group is not null;
create index standings_anywhere on standings (gender_group, worth desc) where gender_group is not null;

alter table profiles add column filters jsonb not null default '{}';
alter table listings add column filters jsonb not null default '{}';

/* Whether what somebody says of themselves meets the other's dealbreakers. What is not said breaks nothing. */
create function meets(filters jsonb, basics jsonb, intention text, checked boolean) returns boolean
  language sql immutable parallel safe
  return filters = '{}' or (
    (filters -> 'intention' is null or intention is null or filters -> 'intention' ? intention)
    and (filters -> 'checkedOnly' is distinct from 'true' or checked)
    and not exists (
      select from jsonb_each(filters) f
      where f.key not in ('intention', 'checkedOnly') and jsonb_typeof(basics -> f.key) = 'string' and not f.value ? (basics ->> f.key)));

create function block_of(x float8, y float8, z float8) returns integer
  language sql immutable parallel safe
  return case when x is null then null
    else floor((degrees(asin(greatest(-1, least(1, z / 6371.0088)))) + 90) * 2)::int * 720 + floor((degrees(atan2(y, x)) + 180) * 2)::int end;

create or replace function refresh_listing(id uuid) returns void language plpgsql as $$
begin
  delete from listings where account_id = id;
  insert into listings
  select a.id, a.created_at, a.date_of_birth, lower(p.gender), gender_group(p.gender), lowered(p.interested_in),
    p.age_min, p.age_max, p.reach, p.x, p.y, p.z, p.level, a.incognito, a.hide_age, a.hide_distance, a.show_last_active,
    a.photo_checked_at is not null, p.intention, lower(p.city), lowered(p.interests), lowered(p.languages), p.basics,
    lower(a.first_name || ' ' || array_to_string(p.interests, ' ') || ' ' || coalesce(p.bio, '')), p.filters
  from accounts a join profiles p on p.account_id = a.id
  where a.id = refresh_listing.id and a.state = 'active' and a.email_verified_at is not null
    and is_complete(a.date_of_birth, p.gender, p.interested_in, p.city)
    and exists (select from pictures where pictures.account_id = a.id and position = 0 and review = 'shown');
  insert into standings (account_id, gender_group, block, worth)
  select a.id, l.gender_group, block_of(l.x, l.y, l.z), worth(0, 0, 0, 0, 0, 1, 1) from accounts a left join listings l on l.account_id = a.id where a.id = refresh_listing.id
  on conflict (account_id) do update set gender_group = excluded.gender_group, block = excluded.block
  where (standings.gender_group, standings.block) is distinct from (excluded.gender_group, excluded.block);
end $$;

/* The part of the order that does not depend on who looks: how likely a yes is both ways, shrunk hard, over exposure. */
create function worth(gave_likes integer, gave integer, got_likes integer, got integer, shown real, mean real, activity real)
  returns real language sql immutable parallel safe
  return (((gave_likes + 10.0) / (gave + 25.0)) * ((got_likes + 10.0) / (got + 25.0)) * activity / power(1 + shown / greatest(mean, 1), 2))::real;
