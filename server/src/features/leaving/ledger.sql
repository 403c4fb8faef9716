-- The ledger of erasures is only added to.

create or replace function refuse_to_forget() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger of erasures is only ever added to.';
end $$;

create or replace trigger erasures_rows before delete or update on erasures for each row
  execute function refuse_to_forget();

create or replace trigger erasures_whole before truncate on erasures for each statement
  execute function refuse_to_forget();
