-- What goes with a decision where no foreign key leads to it.

create or replace function decisions_deleted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from fraud_notices where decision_id in (select id from gone);
  return null;
end $$;

create or replace trigger decisions_deleted after delete on decisions referencing old table as gone for each statement
  execute function decisions_deleted();
