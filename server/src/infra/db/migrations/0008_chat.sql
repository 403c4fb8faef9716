create table messages (
  id uuid primary key default uuid_v7(),
  match_id uuid not null references matches on delete cascade,
  -- Given by the database, without gaps: the one order that everybody sees.
  seq integer not null,
  sender_id uuid not null,
  -- Chosen by the sender: the same message sent twice is one message.
  client_id text not null,
  text text,
  public_id text,
  reply_to uuid,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  unique (match_id, seq),
  unique (match_id, sender_id, client_id)
);
create index messages_words on messages using gin (lower(text) gin_trgm_ops) where text is not null;

create index messages_pictures on messages (public_id) where public_id is not null;

create table reactions (
  message_id uuid not null references messages on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  emoji text not null,
  primary key (message_id, account_id)
);

create table reads (
  match_id uuid not null references matches on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  seq integer not null default 0,
  delivered integer not null default 0,
  primary key (match_id, account_id)
);

create table notifications (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  kind text not null,
  -- What belongs together is told once, with a count: three messages from one person.
  topic text not null,
  count integer not null default 1,
  details jsonb not null default '{}',
  at timestamptz not null,
  read_at timestamptz,
  -- Waits to be told outside the product, by mail or push.
  told_at timestamptz
);
create unique index notifications_unread on notifications (account_id, topic) where read_at is null;
create index notifications_newest on notifications (account_id, at desc);
create index notifications_untold on notifications (at) where told_at is null and read_at is null;

create table push_subscriptions (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_of_account on push_subscriptions (account_id);

alter table accounts
  add column receipts boolean not null default true,
  add column notify jsonb not null default '{}';
