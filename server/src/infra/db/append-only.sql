-- Tables whose rows are only added. Each trigger says in its own words why it refuses.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%', tg_argv[0];
end $$;
