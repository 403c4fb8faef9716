import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { busyCalls } from '../busy-calls.ts'
import { startExplainedWorld, type Touch } from '../explained.ts'
import { unpruned } from '../unpruned.ts'

// Tables in parts (docs/decisions/0028-tables-in-parts.md) are of use only if a statement needs one part.

type Called = Touch & { call: string }

const isListed = ({ call, table, statement }: Called) =>
  unpruned.some((one) => one.call === call && one.table === table && statement.includes(one.statement))
const isNeeded = (one: (typeof unpruned)[number], several: readonly Called[]) =>
  several.some(
    ({ call, table, statement }) => one.call === call && one.table === table && statement.includes(one.statement),
  )

const short = (text: string) => (text.length > 600 ? `${text.slice(0, 300)} […] ${text.slice(-300)}` : text)

test('each statement of the busiest calls needs one part of a table, except for those listed with reasons', async () => {
  const { world, tables, touchesOf } = await startExplainedWorld()
  const touches: Called[] = []
  for (const [call, make] of Object.entries(await busyCalls(world)))
    for (const touch of await touchesOf(make)) touches.push({ call, ...touch })
  const several = touches.filter(({ parts }) => parts > 1)

  const unlisted = several.filter((touch) => !isListed(touch))
  expect(unlisted.map((touch) => ({ ...touch, statement: short(touch.statement) }))).toEqual([])
  expect(unpruned.filter((one) => !isNeeded(one, several))).toEqual([])
  // Otherwise the calls would say nothing about a table.
  expect(tables).toContain('sightings')
  expect([...new Set(touches.map(({ table }) => table))].toSorted()).toEqual(tables.toSorted())
})

test('docs/scale.md lists the same statements', () => {
  const page = readFileSync('docs/scale.md', 'utf8')
  const rows = page.slice(page.indexOf('## Statements that'), page.indexOf('## Small things')).split('\n')
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
  const listed = cells.flatMap(([, call, table, reason, end]) =>
    end === '' && table?.startsWith('`') ? [[call, table, reason]] : [],
  )
  expect(listed).toEqual(unpruned.map(({ call, table, reason }) => [call, `\`${table}\``, reason]))
})

test('parts are counted inside of functions and triggers, and where rows are written', async () => {
  const { world, touchesOf } = await startExplainedWorld()
  for (let n = 0; n < 12; n++) await world.newcomer()
  await world.query(`
    create function look() returns bigint language plpgsql security definer as $$
      begin return (select count(*) from sightings where seen_at < now()); end $$`)
  const { rows } = await world.query('select account_id as id from sightings limit 1')
  const partsIn = async (text: string) => {
    const touches = await touchesOf(() => sql.raw(text).execute(world.deps.db))
    return Math.max(0, ...touches.map(({ parts }) => parts))
  }
  const one = `'${rows[0].id}'`
  expect(await partsIn('select look()')).toBe(8)
  expect(await partsIn(`select from sightings where account_id = ${one}`)).toBe(1)
  expect(await partsIn(`update sightings set seen_at = now() where account_id = ${one}`)).toBe(1)
  expect(await partsIn('update sightings set seen_at = now() where seen_at < now()')).toBe(8)
  expect(await partsIn(`update accounts set last_active_at = now() where id = ${one}`)).toBe(1)
  expect(
    await partsIn('insert into sightings select account_id from sightings on conflict do nothing'),
  ).toBeGreaterThan(8)
  expect(await partsIn('select from accounts')).toBe(0)
})
