-- Autovacuum analyzes the parts of a table, but never the table as a whole, and the planner joins by what is known of
-- the whole. Only the owner may analyze, and the server isn't the owner: so it calls this each night.
create or replace function analyze_whole_tables() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whole regclass;
begin
  for whole in
    select c.oid from pg_class c where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace order by c.relname
  loop execute format('analyze %s', whole); end loop;
end $$;
