-- Three clocks of a report: its first answer, the answer to what was said since, and its end. What is due next is the order
-- of the queue.
alter table reports add column first_due_at timestamptz, add column next_due_at timestamptz, add column resolve_due_at timestamptz;
update reports set
  first_due_at = created_at + case priority when 'critical' then interval '1 hour' when 'high' then interval '4 hours' when 'medium' then interval '24 hours' else interval '48 hours' end,
  resolve_due_at = created_at + case priority when 'critical' then interval '24 hours' when 'high' then interval '24 hours' when 'medium' then interval '120 hours' else interval '240 hours' end;
alter table reports alter column first_due_at set not null, alter column resolve_due_at set not null;
alter table reports add column due_at timestamptz generated always as (
  case when status in ('pending', 'in_progress')
    then least(case when first_answer_at is null then first_due_at end, next_due_at, resolve_due_at) end) stored;
create index reports_due on reports (due_at, priority_rank, created_at);
create index reports_urgency on reports (priority_rank, created_at, id);
drop index reports_queue;

-- Who looks at a report now. Nothing is lost with it.
create unlogged table report_presence (
  report_id uuid not null references reports on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  at timestamptz not null,
  primary key (report_id, account_id)
);

-- A report goes back to where it was: what was decided about many can be taken back.
alter table batches add column about text not null default 'users' check (about in ('users', 'reports'));
alter table batch_items add column before text;
