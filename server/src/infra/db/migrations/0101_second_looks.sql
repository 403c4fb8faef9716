-- Decisions drawn at random, which someone else of the staff decides again without knowing the decision. It changes
-- nothing about the decision.
create table second_looks (
  id uuid primary key default uuid_v7(),
  decision_id uuid not null unique references decisions on delete cascade,
  drawn_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'answered', 'raised', 'closed')),
  -- The answer: what they would have decided, by which rule as its number and title were then, and why.
  answered_by uuid,
  answered_at timestamptz,
  kind text check (kind in ('none', 'warn', 'hide', 'limit', 'suspend', 'ban')),
  rule integer,
  rule_title text,
  reason text,
  same_kind boolean,
  same_rule boolean,
  -- A disagreement that was taken to an administrator, and what became of it.
  raised_by uuid,
  raised_at timestamptz,
  raise_note text,
  closed_by uuid,
  closed_at timestamptz,
  close_note text,
  check ((rule is null) = (rule_title is null)),
  check ((state = 'open') = (answered_at is null)),
  check ((state in ('raised', 'closed')) = (raised_at is not null)),
  check ((state = 'closed') = (closed_at is not null))
);
create index second_looks_open on second_looks (drawn_at desc, id desc) where state = 'open';
create index second_looks_raised on second_looks (drawn_at desc, id desc) where state = 'raised';
create index second_looks_done on second_looks (drawn_at desc, id desc) where state <> 'open';
create index second_looks_answered on second_looks (answered_at) where answered_at is not null;
