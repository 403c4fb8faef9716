-- Appeals: by the member against a decision, or by the reporter against how their report ended. Each once.
create table appeals (
  id uuid primary key default uuid_v7(),
  version integer not null default 1,
  decision_id uuid unique references decisions on delete cascade,
  report_id uuid unique references reports on delete cascade,
  -- Who appeals.
  account_id uuid not null,
  state text not null default 'open' check (state in ('open', 'upheld', 'overturned')),
  created_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  -- The reasons that the appellant reads.
  reason text,
  -- Whether it was decided by someone who had made the decision, because there was nobody else.
  is_same_person boolean not null default false,
  check (num_nonnulls(decision_id, report_id) = 1),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'open') = (reason is null))
);
create index appeals_newest on appeals (created_at desc, id desc);
create index appeals_open on appeals (created_at desc, id desc) where state = 'open';
create index appeals_by on appeals (account_id, created_at desc);

create table appeal_messages (
  id uuid primary key default uuid_v7(),
  appeal_id uuid not null references appeals on delete cascade,
  author_id uuid not null,
  by_staff boolean not null,
  message text not null,
  at timestamptz not null
);
create index appeal_messages_of_appeal on appeal_messages (appeal_id, id);
