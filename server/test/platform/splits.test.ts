import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { analyzeWholeTables } from '../../src/infra/db/analyze-whole-tables.ts'
import { applyMigration } from '../../src/infra/db/apply-migration.ts'
import { LONG_WAITS, openDb, openPool } from '../../src/infra/db/db.ts'
import { rounds } from '../proofs.ts'
import { askDatabase, cloneDatabase, startWorld, until } from '../world.ts'

// Tables are split into parts while servers write to them (0149_splitting_tables.sql).

const ROWS = rounds(20_000, 200_000)
const WRITERS = 4

const connect = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

/**
 * A table that isn't split, one that it refers to and one that refers to it, a copy of what it should hold, a view, a
 * trigger and somebody with a right.
 */
const made = `
  create table holders (id int primary key, last int);
  insert into holders select generate_series(0, 99);
  create table things (id int primary key, holder int not null references holders, size int not null check (size >= 0),
    double int generated always as (size * 2) stored, name text);
  create table labels (holder int not null, thing int references things);
  insert into labels select holder, id from things where id = 0;
  create unique index things_named on things (holder, name) where size > 0;
  insert into things (id, holder, size, name) select n, n % 100, n % 3, 'thing ' || n from generate_series(0, ${ROWS}) n;
  create table expected as select id, holder, size, name from things;
  create unique index expected_id on expected (id);
  create view large_things as select id, name from things where size > 1;
  create table changes (id int, size int);
  create function note_change() returns trigger language plpgsql as $$
    begin insert into changes values (new.id, new.size); return null; end $$;
  create trigger things_noted after update on things for each row execute function note_change();
  grant select, insert on things to pg_monitor`

const following = `
  create table things_split (like things including defaults including constraints including generated,
    constraint things_pkey_split primary key (holder, id),
    constraint things_holder_fkey foreign key (holder) references holders) partition by hash (holder);
  create unique index things_named_split on things_split (holder, name) where size > 0;
  select split_parts('things', 'with (fillfactor = 80)');
  select split_follow('things');`

/** Changes random rows until told to end: several in a transaction, of which some are undone. */
async function writeTo(client: pg.Client, writer: number, state: { ends: boolean }): Promise<number> {
  let next = ROWS * (writer + 2)
  let transactions = 0
  for (; !state.ends; transactions++) {
    const ids = Array.from({ length: 3 }, () => Math.ceil(Math.random() * ROWS))
    // In one order, so that the writers don't wait for each other in a circle.
    const some = ids.toSorted((a, b) => a - b).join(', ')
    await client.query('begin')
    await client.query(`update holders set last = ${next} where id = ${next % 100}`)
    for (const table of ['things', 'expected']) {
      await client.query(`update ${table} set size = size + 1
        where id in (select id from ${table} where id in (${some}) order by id for update)`)
      await client.query(`delete from ${table} where id = ${ids[0]}`)
      await client.query(
        `insert into ${table} (id, holder, size, name) values (${next}, ${next % 100}, 1, 'new ${next}')`,
      )
    }
    await client.query(transactions % 5 === 0 ? 'rollback' : 'commit')
    next++
  }
  return transactions
}

/** What belonged to the table belongs to its parts now, and nothing else is left. */
const leftOver = `select (select count(*)::int from labels) as labels,
  (select bool_or(name = (select name from things order by id desc limit 1)) from large_things) as large,
  array(select size from changes) as noted,
  (select string_agg(privilege_type, ', ' order by 1) from information_schema.table_privileges
    where table_name = 'things' and grantee = 'pg_monitor') as rights,
  array(select indexrelid::regclass::text from pg_index where indrelid = 'things'::regclass order by 1) as indexes,
  array(select indexrelid::regclass::text from pg_index where indrelid = 'things_3'::regclass order by 1) as of_part,
  (select count(*)::int from pg_inherits where inhparent = 'things'::regclass) as parts,
  array(select distinct reloptions::text from pg_class join pg_inherits on inhrelid = oid
    where inhparent = 'things'::regclass) as fill,
  array(select relname::text from pg_class where relname ~ 'things.*(split|before)'
    union all select proname::text from pg_proc where proname like 'things%') as others`

const differences = `select count(*)::int as different from
  (select id, holder, size, name from things) t full join expected e using (id, holder, size, name)
  where t.id is null or e.id is null`

/** A mirror of the rows that match a condition, which changes for many of them. */
const mirrored = `
  create table odd_things (id int, holder int, size int not null, primary key (holder, id)) partition by hash (holder);
  select split_parts('odd_things', '', 'odd_things');
  select split_grant('things', 'odd_things');
  create function mirror_odd() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then delete from odd_things where holder = old.holder and id = old.id; end if;
    if tg_op <> 'DELETE' and new.size % 2 = 1 then insert into odd_things values (new.id, new.holder, new.size); end if;
    return null;
  end $$;
  create trigger things_mirrored after insert or update or delete on things for each row execute function mirror_odd();`

const mirrorDiffers = `select count(*)::int as different from
  (select id, holder, size from things where size % 2 = 1) t full join odd_things o using (id, holder, size)
  where t.id is null or o.id is null`

/** Has the table written to while the work is under way. Returns how much each of the writers did. */
async function whileWritten(url: string, work: () => Promise<void>): Promise<number[]> {
  const state = { ends: false }
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => connect(url)))
  const writing = Promise.all(clients.map((client, nth) => writeTo(client, nth, state)))
  await work().finally(() => (state.ends = true))
  return writing
}

async function withThings() {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  await askDatabase(url, made)
  const owner = openDb(openPool(url, 1, LONG_WAITS))
  onTestFinished(() => owner.destroy())
  return { url, apply: (name: string, text: string) => applyMigration(owner, { name, text }) }
}

test('a table is split while it is written to, and nothing is lost, kept or changed by it', async () => {
  const { url, apply } = await withThings()
  const fill = () => apply('9999_b', `-- outside a transaction: it is in use\ncall split_fill('things', 5);`)
  const transactions = await whileWritten(url, async () => {
    await apply('9999_a', following)
    const stopped = fill().catch((error: unknown) => error)
    const someAreThere = `select from things_split where id <= ${ROWS} limit 1`
    await until(async () => (await askDatabase(url, someAreThere)).rowCount === 1)
    await askDatabase(url, `select pg_cancel_backend(pid) from pg_stat_activity where query like 'call split_fill%'`)
    expect(String(await stopped)).toContain('canceling statement')
    await fill()
    await apply(
      '9999_c',
      `set local lock_timeout = '500ms';
      alter table labels add constraint labels_thing foreign key (holder, thing)
      references things_split (holder, id) on delete cascade not valid`,
    )
    await apply('9999_d', `select split_swap('things')`)
  })

  expect(Math.min(...transactions)).toBeGreaterThan(10)
  const { rows } = await askDatabase(url, differences)
  expect(rows).toEqual([{ different: 0 }])
  await askDatabase(
    url,
    `delete from changes; delete from things where id = 0;
    update things set size = 7 where id = (select max(id) from things)`,
  )
  const whole = await askDatabase(url, leftOver)
  expect(whole.rows).toEqual([
    {
      labels: 0,
      large: true,
      noted: [7],
      rights: 'INSERT, SELECT',
      indexes: ['things_named', 'things_pkey'],
      of_part: ['things_named_3', 'things_pkey_3'],
      parts: 8,
      fill: ['{fillfactor=80}'],
      others: [],
    },
  ])
})

test('a mirror is filled while its table is written to, and has the rows that match, no matter what they change', async () => {
  const { url, apply } = await withThings()
  const transactions = await whileWritten(url, async () => {
    await apply('9999_a', mirrored)
    const changing = await connect(url)
    await changing.query(
      `begin; update things set size = size + 1 where id = (select min(id) from things where size % 2 = 1)`,
    )
    const fill = `call split_fill('things', 1, 'odd_things', 'size % 2 = 1');`
    const filled = apply('9999_b', `-- outside a transaction: it is in use\n${fill}`)
    // It waits for the row, because the change has looked for its mirror already.
    await Promise.race([filled, pause(500)])
    await changing.query('commit')
    await filled
  })
  expect(Math.min(...transactions)).toBeGreaterThan(10)
  expect((await askDatabase(url, mirrorDiffers)).rows).toEqual([{ different: 0 }])
  const held = await askDatabase(url, `select has_table_privilege('pg_monitor', 'odd_things', 'select, insert') as may`)
  expect(held.rows).toEqual([{ may: true }])
})

test('each night, the planner learns what tables in parts hold as a whole', async () => {
  const world = await startWorld()
  const known = async () =>
    (
      await world.query(`select distinct tablename as name from pg_stats where inherited and schemaname = 'public'`)
    ).rows.map(({ name }: { name: string }) => name)
  expect(await known()).toEqual([])
  const [ada, ben] = [await world.dater(), await world.dater()]
  await ada.client.choose({ body: { userId: ben.user._id, action: 'like' } })
  await analyzeWholeTables(world.deps)
  expect(await known()).toContain('choices')
})
