import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { openLog } from '../../src/infra/log.ts'
import { SYSTEM, unitOfWork } from '../../src/work.ts'
import { startWorld, until } from '../world.ts'

test('a failing effect is logged and undoes nothing', async () => {
  const world = await startWorld()
  const lines: string[] = []
  const log = openLog('error', { write: (line) => lines.push(line) })
  const ran: string[] = []
  await unitOfWork({ ...world.deps, log }, SYSTEM, async ({ tx, afterCommit }) => {
    await sql`insert into facts (key, value) values ('done', '1')`.execute(tx)
    afterCommit(() => {
      throw new Error('at once')
    })
    afterCommit(() => Promise.reject(new Error('later')))
    afterCommit(() => ran.push('the next one'))
  })
  await until(async () => lines.length === 2)
  expect(lines.map((line) => (JSON.parse(line) as { msg: string; err: { message: string } }).err.message)).toEqual([
    'at once',
    'later',
  ])
  expect(ran).toEqual(['the next one'])
  expect((await world.query(`select value from facts where key = 'done'`)).rowCount).toBe(1)
})

test('a unit of work that is retried runs its effects once', async () => {
  const world = await startWorld()
  const ran: string[] = []
  let tries = 0
  await unitOfWork(world.deps, SYSTEM, async ({ tx, afterCommit }) => {
    tries += 1
    const nth = `try ${tries}`
    afterCommit(() => ran.push(nth))
    if (tries < 3) await sql`do $$ begin raise 'another was first' using errcode = '40001'; end $$`.execute(tx)
  })
  expect([tries, ran]).toEqual([3, ['try 3']])
})

test('an effect that fails with a serialization error does not retry the work', async () => {
  const world = await startWorld()
  const log = openLog('silent')
  let tries = 0
  await unitOfWork({ ...world.deps, log }, SYSTEM, async ({ afterCommit }) => {
    tries += 1
    afterCommit(() => Promise.reject(Object.assign(new Error('deadlock'), { code: '40P01' })))
    afterCommit(() => {
      throw Object.assign(new Error('deadlock'), { code: '40P01' })
    })
  })
  expect(tries).toBe(1)
})

test('a unit of work whose connection is lost before the commit runs once more, and not after it', async () => {
  const world = await startWorld()
  const end = 'select pg_terminate_backend(pg_backend_pid())'
  let tries = 0
  await unitOfWork(world.deps, SYSTEM, async ({ tx }) => {
    tries += 1
    await sql`insert into facts (key, value) values ('lost', ${String(tries)})`.execute(tx)
    if (tries === 1) await sql.raw(end).execute(tx)
  })
  expect((await world.query(`select value from facts where key = 'lost'`)).rows).toEqual([{ value: 2 }])
  // A deferred constraint trigger ends the connection during the commit.
  await world.query(`create function cut() returns trigger language plpgsql security definer as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`)
  await world.query(
    'create constraint trigger cut after insert on facts deferrable initially deferred for each row execute function cut()',
  )
  tries = 0
  const lost = unitOfWork(world.deps, SYSTEM, async ({ tx }) => {
    tries += 1
    await sql`insert into facts (key, value) values ('again', '1')`.execute(tx)
  })
  await expect(lost).rejects.toThrow('onnection')
  expect(tries).toBe(1)
})
