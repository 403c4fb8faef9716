-- The ledger of erasures is append-only.
-- needs infra/db/append-only

create or replace trigger erasures_kept before delete or update or truncate on erasures for each statement
  execute function refuse_change('The ledger of erasures is only ever added to.');
