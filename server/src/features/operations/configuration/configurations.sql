-- Versions of the configuration are immutable.
-- needs infra/db/append-only

create or replace trigger configurations_kept before delete or update or truncate on configurations for each statement
  execute function refuse_change('A version of the configuration stays as it was.');
