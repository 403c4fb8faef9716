-- A version of the configuration stays as it was.

create or replace function refuse_to_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'A version of the configuration stays as it was.';
end $$;

create or replace trigger configurations_rows before delete or update on configurations for each row
  execute function refuse_to_rewrite();

create or replace trigger configurations_whole before truncate on configurations for each statement
  execute function refuse_to_rewrite();
