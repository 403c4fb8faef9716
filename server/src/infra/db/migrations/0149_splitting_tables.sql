-- Large tables are split into parts by the hash of the key of their group (docs/decisions/0028-tables-in-parts.md), while
-- they are in use, by three migrations for each:
--   1. makes an empty copy of `t`, called `t_split`, with its parts (split_parts), and writes what is written to `t` to
--      the copy, too (split_follow);
--   2. outside a transaction, fills the copy in batches (split_fill);
--   3. puts the copy in the place of the table (split_swap).
-- The indexes of the copy have the names that they will keep, with `_split` at the end; those of a part get its number there.

/* The columns that are written. The database fills generated columns itself. */
create function split_columns(whole text, form text) returns text language sql stable as $$
  select string_agg(format(form, attname), ', ' order by attnum) from pg_attribute
  where attrelid = whole::regclass and attnum > 0 and not attisdropped and attgenerated = ''
$$;

/*
 * Makes the eight parts of `t_split`, or of another new table. They are called `t_0` to `t_7` from the beginning.
 */
create function split_parts(whole text, storage text default '', made text default null) returns void
language plpgsql as $$
begin
  for part in 0..7 loop
    execute format('create table %I partition of %I for values with (modulus 8, remainder %s) %s',
      whole || '_' || part, coalesce(made, whole || '_split'), part, storage);
  end loop;
end $$;

/* Gives a new table or view the rights to another, for servers of the previous version that don't start again. */
create function split_grant(given text, made text) returns void language plpgsql as $$
declare
  statement text;
begin
  for statement in
    select format('grant %s on %I to %I', string_agg(acl.privilege_type, ', '), made, r.rolname)
    from pg_class c cross join aclexplode(c.relacl) acl join pg_roles r on r.oid = acl.grantee
    where c.oid = given::regclass group by r.rolname
  loop execute statement; end loop;
end $$;

/*
 * Writes what is written to the table to `t_split`, too, with the owner's rights. Values of the copy's primary key never
 * change. Transactions that wrote before have ended when the trigger is there.
 */
create function split_follow(whole text) returns void language plpgsql as $$
declare
  keys text := (
    select string_agg(quote_ident(a.attname), ', ' order by k.place)
    from pg_index i cross join unnest(i.indkey) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = (whole || '_split')::regclass and i.indisprimary);
begin
  execute format($trigger$
    create function %1$I() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
    begin
      if tg_op = 'DELETE' then
        delete from %2$I where (%3$s) = (%4$s);
      else
        insert into %2$I (%5$s) values (%6$s) on conflict (%3$s) do update set (%5$s) = row (%7$s);
      end if;
      return null;
    end $body$;
    create trigger %1$I after insert or update or delete on %8$I for each row execute function %1$I();
    $trigger$,
    whole || '_follow', whole || '_split', keys, 'old.' || replace(keys, ', ', ', old.'),
    split_columns(whole, '%I'), split_columns(whole, 'new.%I'), split_columns(whole, 'excluded.%I'), whole);
end $$;

/*
 * Runs a statement for some pages of a table at a time, from `$1` to `$2`. Where members are in the way, a batch gives up
 * long before either would count as deadlocked, and is tried again. Can run again after it was stopped.
 */
create procedure split_batches(whole text, statement text, pages integer) language plpgsql as $$
declare
  page bigint := 0;
  ends bigint := pg_relation_size(whole::regclass) / current_setting('block_size')::int;
begin
  while page <= ends loop
    perform set_config('lock_timeout', '100ms', true);
    begin
      execute statement using format('(%s,0)', page)::tid, format('(%s,0)', page + pages)::tid;
      page := page + pages;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05);
    end;
    commit;
  end loop;
end $$;

/*
 * Copies the rows that were there before the table was followed. A row that moves to other pages meanwhile is changed, so
 * the trigger has copied it. Rows are locked so that none comes back that is being deleted.
 * With a `mirror`, it copies the rows that match a condition into that table instead, which has triggers of its own.
 * They are locked against changes, too, after which they may not match any more.
 */
create procedure split_fill(whole text, pages integer default 100, mirror text default null, matching text default 'true')
language plpgsql as $$
declare
  copy text := coalesce(mirror, whole || '_split');
begin
  call split_batches(whole, format(
    'insert into %I (%s) select %2$s from %I where ctid >= $1 and ctid < $2 and (%s) for %s on conflict do nothing',
    copy, split_columns(coalesce(mirror, whole), '%I'), whole, matching,
    case when mirror is null then 'key share' else 'share' end), pages);
  execute format('analyze %I', copy);
end $$;

/*
 * Puts `t_split` in the place of the table, with its views, its other triggers and the rights to it. The table goes, and
 * with it the rows that are now in the copy, and foreign keys to it: those to the copy were made before. Tables that it
 * refers to are locked first, as members lock them; who locks in another order doesn't count as deadlocked, because this
 * gives up sooner, and is tried again.
 */
create function split_swap(whole text) returns void language plpgsql as $$
declare
  before text := whole || '_before';
  split text := whole || '_split';
  statement text;
  later text[];
begin
  perform set_config('lock_timeout', '500ms', true);
  for statement in
    select format('lock table %s in access exclusive mode', confrelid::regclass) from pg_constraint
    where contype = 'f' and conrelid = whole::regclass order by confrelid
  loop execute statement; end loop;
  execute format('lock table %I in access exclusive mode', whole);
  later := array(
    select format('create or replace view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid))
    from pg_class c where c.oid in (
      select r.ev_class from pg_depend d join pg_rewrite r on r.oid = d.objid
      where d.classid = 'pg_rewrite'::regclass and d.refobjid = whole::regclass)
    union all select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = whole::regclass and not tgisinternal and tgname <> whole || '_follow');
  execute format('alter table %I rename to %I', whole, before);
  execute format('alter table %I rename to %I', split, whole);
  foreach statement in array later loop execute statement; end loop;
  perform split_grant(before, whole);
  for statement in
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint
    where contype = 'f' and confrelid = before::regclass
  loop execute statement; end loop;
  execute format('drop table %I', before);
  execute format('drop function %I()', whole || '_follow');
  for statement in
    select format('alter index %s rename to %I', i.oid::regclass, left(i.relname, -length('_split')))
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = whole::regclass and i.relname like '%\_split'
  loop execute statement; end loop;
  for statement in
    select format('alter index %s rename to %I', o.inhrelid::regclass, i.relname || substring(p.relname from '_\d$'))
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_inherits o on o.inhparent = i.oid
      join pg_index of_part on of_part.indexrelid = o.inhrelid join pg_class p on p.oid = of_part.indrelid
    where x.indrelid = whole::regclass
  loop execute statement; end loop;
end $$;
