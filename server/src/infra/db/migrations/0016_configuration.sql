-- What administrators set for the whole installation. Each version stays as it was.
create table configurations (
  version integer primary key check (version > 0),
  content jsonb not null,
  changed text[] not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  reason text
);
create function refuse_to_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'A version of the configuration stays as it was.';
end $$;
create trigger configurations_rows before update or delete on configurations for each row execute function refuse_to_rewrite();
create trigger configurations_whole before truncate on configurations for each statement execute function refuse_to_rewrite();

-- Prices may change; who subscribed goes on for the price that was agreed on.
alter table subscriptions add column amount integer;
update subscriptions set amount = case plan when 'annual' then 8280 when 'quarterly' then 2970 else 1290 end;
alter table subscriptions alter column amount set not null;
alter table sandbox_subscriptions add column amount integer;
update sandbox_subscriptions set amount = case plan when 'annual' then 8280 when 'quarterly' then 2970 else 1290 end;
alter table sandbox_subscriptions alter column amount set not null;

-- The log by who, what, whom and when, each with the newest first.
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_of_subject on audit_log (subject_id, at desc, id desc);
create index audit_log_of_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_of_action on audit_log (action, at desc, id desc);
drop index audit_log_subject;
drop index audit_log_actor;
