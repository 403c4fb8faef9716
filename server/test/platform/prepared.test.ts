import { expect, onTestFinished, test } from 'vitest'
import { NamedClient } from '../../src/infra/db/client.ts'
import { askDatabase, cloneDatabase } from '../world.ts'

/** A connection like the server's, which prepares each statement. */
async function connected() {
  const { url, drop } = await cloneDatabase('template0')
  const client = new NamedClient({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  const ask = async (text: string, values: unknown[]): Promise<{ rows: object[]; rowCount: number | null }> =>
    client.query(text, values)
  return { url, ask }
}

test('a statement without rows says how many it changed, each time', async () => {
  const { url, ask } = await connected()
  await askDatabase(url, 'create table lamps (id int)')
  for (const id of [1, 2]) expect((await ask('insert into lamps values ($1), ($1)', [id])).rowCount).toBe(2)
  expect((await ask('delete from lamps where id > $1', [0])).rowCount).toBe(4)
})

test('a statement whose rows look different after a migration answers with the new ones', async () => {
  const { url, ask } = await connected()
  await askDatabase(url, `create table lamps (id int); insert into lamps values (1)`)
  const text = 'select * from lamps where id = $1'
  for (let time = 0; time < 2; time++) expect((await ask(text, [1])).rows).toEqual([{ id: 1 }])
  await askDatabase(url, `alter table lamps add column color text default 'green'`)
  for (let time = 0; time < 2; time++) expect((await ask(text, [1])).rows).toEqual([{ id: 1, color: 'green' }])
})

test('after an error, or a value that can’t be sent, the same statement works again', async () => {
  const { ask } = await connected()
  const text = 'select 6 / $1::int as part'
  const circular: { self?: unknown } = {}
  circular.self = circular
  expect((await ask(text, [2])).rows).toEqual([{ part: 3 }])
  await expect(ask(text, [0])).rejects.toThrow('division by zero')
  await expect(ask(text, [circular])).rejects.toThrow('circular')
  expect((await ask(text, [3])).rows).toEqual([{ part: 2 }])
})
