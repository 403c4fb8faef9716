import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exceptions } from './migration-exceptions.ts'
import { problemsOf } from './migration-rules.ts'

const folder = 'server/src/infra/db/migrations'
const migrations = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => ({ name: file.replace('.sql', ''), text: readFileSync(`${folder}/${file}`, 'utf8') }))
const LAST_BEFORE_THE_RULES = '0059_languages'

test('no migration stalls members or breaks servers of the previous version, except those listed with a reason', () => {
  expect(migrations.length).toBeGreaterThan(50)
  const found = migrations.filter(({ text }) => problemsOf(text).length > 0)
  expect(found.filter(({ name }) => !exceptions[name]).map(({ name, text }) => [name, problemsOf(text)])).toEqual([])
  const flawless = migrations.filter(({ text }) => problemsOf(text).length === 0).map(({ name }) => name)
  expect(flawless.filter((name) => exceptions[name])).toEqual([])
})

test('an exception says which migration a server must know to work with it', () => {
  const names = migrations.map(({ name }) => name)
  const wrong = migrations.filter(({ name, text }) => {
    const needs = /^-- needs (\w+)/m.exec(text)?.[1]
    return needs ? !names.includes(needs) : exceptions[name] && name > LAST_BEFORE_THE_RULES
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

const allowed = [
  'create table a (id uuid primary key, b text not null unique check (length(b) > 0)); create index c on a (b); insert into a values (1)',
  'alter table accounts add a text, add column b integer not null default 0',
  'alter table accounts add constraint a check (b > 0) not valid',
  'alter table accounts validate constraint a',
  'alter table accounts alter column a drop not null, alter b set default 1, drop constraint c',
  'alter table accounts add constraint a unique using index b',
  '-- outside a transaction: it is large\ncreate unique index concurrently if not exists a on accounts (b);',
  '-- outside a transaction: it is large\ndrop index concurrently if exists a;',
  "select split_parts('a'); select split_grant('b', 'a'); select split_follow('a')",
  "-- outside a transaction: it is large\ncall split_fill('a');\ncall split_fill_key('a', 'b');\ncall split_fill('a', 9, 'b', $$c <> '(d)'$$);",
  '-- outside a transaction: x\ninsert into a (b, c)\n  select b, c from d for key share on conflict do nothing;',
  'create or replace function f(a int) returns int language sql as $$ delete from accounts; drop table a; $$',
  "comment on table accounts is 'drop table accounts; update it'; -- drop table accounts;",
]

const refused: [text: string, why: string][] = [
  ['create index a on accounts (b)', 'built concurrently'],
  ['create unique index if not exists a on public.accounts (b)', 'built concurrently'],
  ['create index concurrently if not exists a on accounts (b)', 'first line'],
  ['-- outside a transaction: x\ncreate index concurrently a on accounts (b)', 'only indexes'],
  ['-- outside a transaction: x\nalter table accounts add a text', 'only indexes'],
  ["call split_fill('a')", 'outside a transaction'],
  ['insert into a (b) select b from d for key share on conflict do nothing', 'outside a transaction'],
  ['-- outside a transaction: x\ninsert into a (b) select b from d on conflict do nothing', 'by a job'],
  ["call split_fill_key('a', 'b')", 'outside a transaction'],
  ["-- outside a transaction: x\nselect split_swap('a')", 'only indexes'],
  ["select split_swap('a') from split_swap('b')", 'can’t be checked'],
  ['alter table accounts drop column a', 'may read what is dropped'],
  ['ALTER TABLE accounts\n  DROP a', 'may read what is dropped'],
  ['alter table accounts rename a to b', 'old name'],
  ['alter function f(int) rename to g', 'old name'],
  ['alter table accounts rename to people', 'old name'],
  ['alter table accounts alter a type bigint', 'rewrites'],
  ['alter table accounts alter column a set not null', 'set not null'],
  ['alter table accounts add a text not null', 'needs a default'],
  ['alter table accounts add a text, add b numeric(3, 2) not null', 'needs a default'],
  ['alter table accounts add a uuid not null default uuid_v7()', 'rewrites'],
  ['alter table accounts add a integer generated always as (b + 1) stored', 'rewrites'],
  ['alter table accounts add a text unique', 'unique column'],
  ['alter table accounts add a uuid references accounts', 'not valid'],
  ['alter table accounts add constraint a foreign key (b) references c', 'not valid'],
  ['alter table accounts add check (a > 0)', 'not valid'],
  ['alter table accounts add constraint a unique (b)', 'built concurrently'],
  ['alter table a add constraint b check (c > 0) not valid; alter table a validate constraint b', 'later migration'],
  ['alter table accounts set unlogged', 'rewrites'],
  ['drop function f(uuid)', 'may use what is dropped'],
  ['drop view v; create view v as select 1', 'may use what is dropped'],
  ['drop index a', 'may use what is dropped'],
  ['update accounts set a = 1', 'by a job'],
  ['delete from accounts', 'by a job'],
  ['lock table accounts', 'by a job'],
  ['do $$ begin delete from accounts; end $$', 'can’t be checked'],
  ['with a as (select 1) update accounts set b = 1', 'can’t be checked'],
]

test('the rules accept what nobody waits for, and refuse the rest', () => {
  expect(allowed.filter((text) => problemsOf(text).length > 0)).toEqual([])
  const missed = refused.filter(([text, why]) => !problemsOf(text).join().includes(why))
  expect(missed.map(([text]) => [text, problemsOf(text)])).toEqual([])
})
