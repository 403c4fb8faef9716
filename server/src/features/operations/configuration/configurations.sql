-- A version of the configuration stays as it was.
-- needs infra/db/append-only

create or replace trigger configurations_rows before delete or update on configurations for each row
  execute function refuse_change('A version of the configuration stays as it was.');

create or replace trigger configurations_whole before truncate on configurations for each statement
  execute function refuse_change('A version of the configuration stays as it was.');
