-- Decisions of staff about people, each with its statement of reasons. Their states and transitions are in the contract
-- (moderation/decisions.ts).
create table decisions (
  id uuid primary key default uuid_v7(),
  version integer not null default 1,
  subject_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('warn', 'hide', 'limit', 'suspend', 'ban', 'deactivate')),
  state text not null
    check (state in ('waiting', 'declined', 'in_force', 'undone', 'expired', 'lifted', 'overturned')),
  -- What it was based on: someone's report, or what staff found themselves.
  source text not null check (source in ('report', 'own')),
  report_id uuid references reports on delete set null,
  -- The community rule that was broken, as its number and title were then. Null for the terms as a whole.
  rule integer,
  rule_title text,
  -- What kind of violation it was, for statistics.
  category text not null check (category in ('harassment', 'hate', 'threats', 'sexual', 'intimate_image', 'minor', 'scam',
    'fake_profile', 'spam', 'privacy', 'illegal', 'other')),
  facts text not null,
  -- What `hide` took off the profile, to give it back: {"bio": "…", "prompts": […], "pictures": ["…"]}.
  hidden jsonb not null default '{}',
  days integer check (days between 1 and 365),
  until timestamptz,
  is_fraud boolean not null default false,
  is_automated boolean not null default false,
  subscription text not null default 'keep' check (subscription in ('keep', 'cancel')),
  -- Null if it was a machine.
  decided_by uuid,
  created_at timestamptz not null,
  -- When it took effect. A ban that needs a second administrator waits.
  in_force_at timestamptz,
  -- It counts toward what is recommended next until then.
  strike_until timestamptz,
  -- When it could no longer be undone, and what follows from it began.
  settled_at timestamptz,
  -- The email about it, which waits until then.
  mail_id uuid,
  ended_at timestamptz,
  -- Null if it ended by itself.
  ended_by uuid,
  end_reason text,
  check ((kind in ('limit', 'suspend')) = (days is not null)),
  check ((rule is null) = (rule_title is null)),
  check ((state in ('waiting', 'declined')) = (in_force_at is null)),
  check ((state in ('waiting', 'in_force')) = (ended_at is null))
);
create index decisions_about on decisions (subject_id, created_at desc, id desc);
create index decisions_newest on decisions (created_at desc, id desc);
create index decisions_of_report on decisions (report_id) where report_id is not null;
create index decisions_ending on decisions (until) where state = 'in_force' and until is not null;
create index decisions_unsettled on decisions (in_force_at) where state = 'in_force' and settled_at is null;
create index decisions_ended on decisions (ended_at) where ended_at is not null;

-- Accounts that are restricted already have a decision, too.
insert into decisions (subject_id, kind, state, source, category, facts, created_at, in_force_at, settled_at)
  select id, case state when 'banned' then 'ban' else 'deactivate' end, 'in_force', 'own', 'other', 'No reason was recorded.',
    now(), now(), now()
  from accounts where state in ('deactivated', 'suspended', 'banned');

-- The reports that a decision closed, and what they were before, to open them again when it is undone.
create table decision_reports (
  decision_id uuid not null references decisions on delete cascade,
  report_id uuid not null references reports on delete cascade,
  status_before text not null,
  next_due_before timestamptz,
  primary key (decision_id, report_id)
);
create index decision_reports_of_report on decision_reports (report_id);

-- Until then, the member sends no messages and isn't in discovery. The account is paused meanwhile.
alter table accounts add column limited_until timestamptz;

-- A permanent ban waits for a second administrator.
alter table approvals add column decision_id uuid;
alter table approvals add constraint approvals_decision_id_fkey
  foreign key (decision_id) references decisions on delete cascade not valid;
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in ('role', 'bulk', 'decision')) not valid;
alter table approvals add constraint approvals_of_decision
  check (kind <> 'decision' or decision_id is not null) not valid;

-- What staff decided meanwhile stays: a member pauses and resumes only an account in good standing that isn't limited,
-- and sets a date of birth only once, whatever a request saw before it waited for the row. Nothing given means that the
-- account is locked.
create or replace function identity_change(account uuid, changes jsonb, counted boolean) returns setof accounts
language plpgsql as $$
declare
  changeable constant text[] := array['first_name', 'last_name', 'date_of_birth', 'time_zone', 'show_last_active',
    'hide_age', 'hide_distance', 'incognito', 'receipts', 'units', 'state', 'notify'];
  assigned text;
begin
  if not (array(select jsonb_object_keys(changes)) <@ changeable) then
    raise exception 'Other rooms can''t change this of an account: %', changes;
  end if;
  select string_agg(case key
    when 'state' then $s$state = case when accounts.state in ('active', 'paused') and accounts.limited_until is null
      then changed.state else accounts.state end$s$
    when 'date_of_birth' then 'date_of_birth = coalesce(accounts.date_of_birth, changed.date_of_birth)'
    else format('%1$I = changed.%1$I', key) end, ', ')
  into assigned from jsonb_object_keys(changes) key;
  assigned := concat_ws(', ', assigned, case when counted then 'version = accounts.version + 1' end);
  if assigned = '' then
    return query select * from accounts where id = account for update;
    return;
  end if;
  return query execute format('update accounts set %s from jsonb_populate_record(null::accounts, $2) changed
    where accounts.id = $1 returning accounts.*', assigned) using account, changes;
end $$;
