-- Warnings to the people who received messages from someone banned for fraud. Each ban has one, planned when it begins.
create table fraud_warnings (
  decision_id uuid primary key references decisions on delete cascade,
  version integer not null default 1,
  state text not null check (state in ('planned', 'held', 'sent', 'canceled')),
  due_at timestamptz not null,
  -- A hold ends by itself then.
  latest_at timestamptz not null,
  held_by uuid,
  held_at timestamptz,
  hold_reason text,
  -- Who sent it before it was due.
  sent_by uuid,
  finished_at timestamptz,
  check ((state = 'held') <= (hold_reason is not null))
);
create index fraud_warnings_waiting on fraud_warnings (latest_at) where state in ('planned', 'held');

-- Whom a warning was sent to: once, however often the job runs.
create table fraud_notices (
  decision_id uuid not null references decisions on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  -- Whether the reader had answered.
  answered boolean not null,
  mail_id uuid,
  at timestamptz not null,
  primary key (decision_id, account_id)
);
create index fraud_notices_of_account on fraud_notices (account_id);

create view delivery_mails as select id, sent_at from mails;
