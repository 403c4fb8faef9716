-- One administrator changes another only with a second one's approval: what would be done to the account, and with what.
-- The details are there until the request is decided.
alter table approvals add column account_action text, add column change jsonb;
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('role', 'bulk', 'decision', 'account')) not valid;
alter table approvals add constraint approvals_of_account check (kind <> 'account' or target_id is not null
  and account_action in ('activate', 'deactivate', 'edit', 'sign_out', 'lift')) not valid;

-- Who may object to a request until it takes effect: the other administrators of the moment in which it was made,
-- whatever became of their accounts since.
create table approval_objectors (
  approval_id uuid not null references approvals on delete cascade,
  account_id uuid not null,
  primary key (approval_id, account_id)
);
create index approval_objectors_of_account on approval_objectors (account_id);

-- A bulk action skips administrators whom nobody has approved.
create or replace function moderation_is_refusal(code text) returns boolean language sql immutable parallel safe
  return code ~ ('^(own_account|not_active|not_deactivated|no_user|no_report|decided_since|needs_approval'
    || '|last_administrator|failed|unknown|transition:[a-z_]+:[a-z_]+|already:[a-z_]+)$');
