-- `about_id` refers to nobody: the person may be on another node. An erasure deletes what names the person by a statement
-- of its own (features/delivery/personal-data.ts).
create table notifications_split (
  id uuid not null default uuid_v7(),
  account_id uuid not null constraint notifications_account_id_fkey references accounts on delete cascade,
  kind text not null,
  topic text not null,
  count integer not null default 1,
  details jsonb not null default '{}',
  at timestamptz not null,
  read_at timestamptz,
  told_at timestamptz,
  due_at timestamptz not null,
  pushed_at timestamptz,
  about_id uuid,
  push_due_at timestamptz,
  constraint notifications_pkey_split primary key (account_id, id)
) partition by hash (account_id);
create unique index notifications_unread_split on notifications_split (account_id, topic) where read_at is null;
create index notifications_newest_split on notifications_split (account_id, at desc);
create index notifications_due_split on notifications_split (due_at) where told_at is null and read_at is null;
create index notifications_about_split on notifications_split (about_id) where about_id is not null;
create index notifications_to_push_split on notifications_split (push_due_at)
  where push_due_at is not null and pushed_at is null and read_at is null;
-- For servers of the previous version, which find a notification by its id alone. The next version drops it.
create index notifications_id_split on notifications_split (id);
select split_parts('notifications');
select split_follow('notifications');
