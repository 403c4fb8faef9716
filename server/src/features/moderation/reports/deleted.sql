-- What goes with a report where no foreign key leads to it.

create or replace function reports_deleted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from lessened_exposures where report_id in (select id from gone);
  delete from slowed_senders where report_id in (select id from gone);
  return null;
end $$;

create or replace trigger reports_deleted after delete on reports referencing old table as gone for each statement
  execute function reports_deleted();
