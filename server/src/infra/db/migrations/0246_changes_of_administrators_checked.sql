-- What 0245 added as “not valid”.
alter table approvals validate constraint approvals_kind_check;
alter table approvals validate constraint approvals_of_account;
