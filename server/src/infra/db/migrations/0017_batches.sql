-- One decision about many: who it concerns is settled when it is asked for, each is decided by itself, and what became of
-- each stays, so that work that was interrupted goes on and all of it can be taken back once.
create table batches (
  id uuid primary key default uuid_v7(),
  action text not null,
  reason text,
  made_by uuid not null,
  made_at timestamptz not null,
  -- Whom it does not concern, counted by why.
  refused jsonb not null default '[]',
  undoes uuid references batches on delete cascade,
  stopped_at timestamptz,
  finished_at timestamptz
);
create unique index batches_undone_once on batches (undoes) where undoes is not null;
create index batches_unfinished on batches (made_at) where finished_at is null;
create table batch_items (
  batch_id uuid not null references batches on delete cascade,
  subject_id uuid not null,
  -- Null: not yet; 'done'; else why not.
  outcome text,
  primary key (batch_id, subject_id)
);
create index batch_items_waiting on batch_items (batch_id, subject_id) where outcome is null;

-- A letter about a decision waits a minute, in which the decision can be taken back without anybody having heard of it.
alter table mails add column hold_until timestamptz;
create index mails_of on mails (account_id, kind) where sent_at is null;
