-- What 0062 added as “not valid”.
alter table approvals validate constraint approvals_decision_id_fkey;
alter table approvals validate constraint approvals_kind_check;
alter table approvals validate constraint approvals_of_decision;
