-- The first names that people had, and until when: those who can't see them any more know them by the name of that time.
create table former_names (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  first_name text not null,
  until timestamptz not null
);
create index former_names_of on former_names (account_id, until);

-- Keeps the first name that an account is about to lose.
create function identity_keep_name(account uuid, new_name text, at timestamptz) returns void language sql volatile as $$
  insert into former_names (account_id, first_name, until)
  select id, first_name, at from accounts where id = account and first_name <> new_name for update;
$$;

-- The first name that an account had at a moment, or has now if none is given. There was none before the account.
create function identity_name_at(account uuid, at timestamptz) returns text language sql stable as $$
  select coalesce(
    (select f.first_name from former_names f where f.account_id = a.id and f.until >= at order by f.until, f.id limit 1),
    a.first_name)
  from accounts a where a.id = account and (a.state = 'erased' or coalesce(a.created_at <= at, true));
$$;

-- When the one who blocked or reported someone last saw their name. Rows of the version before have none: it was then.
alter table blocks add column named_at timestamptz;
alter table reports add column named_at timestamptz;
