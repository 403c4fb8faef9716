-- Requests for what one administrator doesn't do alone: changes of role, and bulk actions on many people.
create table approvals (
  id uuid primary key default uuid_v7(),
  kind text not null check (kind in ('role', 'bulk')),
  -- Whose role would change, and to what.
  target_id uuid,
  is_admin boolean,
  batch_id uuid unique references batches on delete cascade,
  requested_by uuid not null,
  requested_at timestamptz not null,
  -- Where nobody else could approve it: when it takes effect by itself.
  takes_effect_at timestamptz,
  expires_at timestamptz not null,
  outcome text check (outcome in ('approved', 'declined', 'withdrawn', 'expired', 'automatic', 'failed')),
  decided_by uuid,
  decided_at timestamptz,
  check (kind <> 'role' or target_id is not null and is_admin is not null),
  check (kind <> 'bulk' or batch_id is not null),
  check (outcome is null or decided_at is not null)
);
create unique index approvals_one_open_for_role on approvals (target_id) where outcome is null and kind = 'role';
create index approvals_newest on approvals (requested_at desc, id desc);
create index approvals_open on approvals (requested_at desc, id desc) where outcome is null;

-- A bulk action that needs approval has chosen its people, and begins when it is released.
alter table batches add column needs_approval boolean not null default false, add column released_at timestamptz;
