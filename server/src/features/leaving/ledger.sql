-- The ledger of erasures is only added to.
-- needs infra/db/append-only

create or replace trigger erasures_rows before delete or update on erasures for each row
  execute function refuse_change('The ledger of erasures is only ever added to.');

create or replace trigger erasures_whole before truncate on erasures for each statement
  execute function refuse_change('The ledger of erasures is only ever added to.');
