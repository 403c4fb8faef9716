create table reports (
  id uuid primary key default uuid_v7(),
  reporter_id uuid references accounts on delete set null,
  about_id uuid references accounts on delete set null,
  message_id uuid,
  public_id text,
  -- What it was about, as it stood then: it can be deleted there, and stays here.
  evidence jsonb not null default '{}',
  problem_type text not null,
  description text not null,
  priority text not null check (priority in ('critical', 'high', 'medium', 'other')),
  priority_rank smallint not null,
  priority_parts jsonb not null default '[]',
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'resolved', 'closed', 'rejected')),
  reply_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  first_answer_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1,
  assignee_id uuid references accounts on delete set null,
  lease_until timestamptz
);
create index reports_newest on reports (created_at desc, id desc);
create index reports_status on reports (status, created_at desc, id desc);
create index reports_queue on reports (priority_rank, created_at) where status in ('pending', 'in_progress');
create index reports_of_reporter on reports (reporter_id, created_at desc);
create index reports_about on reports (about_id, created_at desc);
create index reports_closed on reports (closed_at) where closed_at is not null;
create index reports_words on reports using gin (lower(description) gin_trgm_ops);

create table report_replies (
  id uuid primary key default uuid_v7(),
  report_id uuid not null references reports on delete cascade,
  author_id uuid references accounts on delete set null,
  by_staff boolean not null,
  is_internal boolean not null default false,
  message text not null,
  at timestamptz not null,
  check (by_staff or not is_internal)
);
create index report_replies_of_report on report_replies (report_id, id);

create table report_history (
  id uuid primary key default uuid_v7(),
  report_id uuid not null references reports on delete cascade,
  actor_id uuid references accounts on delete set null,
  at timestamptz not null,
  what text not null,
  before text,
  after text,
  reason text
);
create index report_history_of_report on report_history (report_id, id);
