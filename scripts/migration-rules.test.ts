import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { problemsOf } from './migration-rules.ts'

const folder = 'server/src/infra/db/migrations'

test('no migration locks or rewrites a large table', () => {
  const migrations = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  expect(migrations).toContain('0001_schema.sql')
  const found = migrations.map((file) => [file, problemsOf(readFileSync(`${folder}/${file}`, 'utf8'))])
  expect(found.filter(([, problems]) => problems!.length > 0)).toEqual([])
})

const allowed = [
  'create table a (id uuid primary key, b text not null unique check (length(b) > 0)); create index c on a (b)',
  'alter table accounts add a text, add column b integer not null default 0',
  'alter table accounts add constraint a check (b > 0) not valid',
  'alter table accounts validate constraint a',
  'alter table accounts add constraint a unique using index b',
  '-- outside a transaction: it is large\ncreate unique index concurrently if not exists a on accounts (b);',
  'create or replace function f(a int) returns int language sql as $$ delete from accounts; $$',
  "comment on table accounts is 'update it'; -- lock table accounts;",
]

const refused: [text: string, why: string][] = [
  ['create index a on accounts (b)', 'concurrently'],
  ['create unique index if not exists a on public.accounts (b)', 'concurrently'],
  ['alter table accounts alter a type bigint', 'another column'],
  ['alter table accounts alter column a set not null', 'not valid'],
  ['alter table accounts add a uuid not null default uuid_v7()', 'in batches'],
  ['alter table accounts add a integer generated always as (b + 1) stored', 'in batches'],
  ['alter table accounts add a text, add b text unique', 'concurrently'],
  ['alter table accounts add a uuid references accounts', 'not valid'],
  ['alter table accounts add constraint a foreign key (b) references c', 'not valid'],
  ['alter table accounts add check (a > 0)', 'not valid'],
  ['alter table accounts add constraint a unique (b)', 'concurrently'],
  ['alter table accounts set unlogged', 'as it is'],
  ['ALTER TABLE accounts\n  SET LOGGED', 'as it is'],
  ['update accounts set a = 1', 'by a job'],
  ['delete from accounts', 'by a job'],
  ['lock table accounts', 'by a job'],
]

test('the rules accept what nobody waits for, and refuse the rest', () => {
  expect(allowed.filter((text) => problemsOf(text).length > 0)).toEqual([])
  const missed = refused.filter(([text, why]) => !problemsOf(text).join().includes(why))
  expect(missed.map(([text]) => [text, problemsOf(text)])).toEqual([])
})
