-- How many likes waited for a member when they first asked on a day. What the member does later that day doesn't change
-- the number that they see, or it would tell who likes them.
create table like_counts (
  account_id uuid primary key references accounts (id) on delete cascade,
  likes int not null,
  at timestamptz not null
);
