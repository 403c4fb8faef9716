-- What a person says about themselves to others. Apart from the account, which is how they sign in.
create table profiles (
  account_id uuid primary key references accounts on delete cascade,
  gender text,
  interested_in text[] not null default '{}',
  intention text check (intention in ('long-term', 'short-term', 'friends', 'open')),
  bio text,
  prompts jsonb not null default '[]',
  interests text[] not null default '{}',
  languages text[] not null default '{}',
  basics jsonb not null default '{}',
  city text,
  country text,
  updated_at timestamptz not null
);
