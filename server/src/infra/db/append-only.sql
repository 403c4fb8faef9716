-- Tables whose rows are never changed. Each trigger states its own reason.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%', tg_argv[0];
end $$;
