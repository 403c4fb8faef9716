import type { ProfileField } from '@kindred/contract'
import { sql } from 'kysely'
import { setTimeout } from 'node:timers/promises'
import type { Member } from './people.ts'
import type { Bench } from './server.ts'

// Three profile fields of the community's own, which everyone has answered (population/1-people.sql).

const options = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `o${at}`, label: `Option ${at}` }))

const field = { asked: 'later', required: false, audience: 'everyone', filter: 'free', dealbreaker: true } as const
const all: ProfileField[] = [
  { ...field, id: 'faculty', kind: 'one', label: 'Faculty', options: options(8), weight: 3, sensitive: false },
  { ...field, id: 'clubs', kind: 'several', label: 'Clubs', options: options(20), weight: 1, sensitive: false },
  { ...field, id: 'year', kind: 'number', label: 'Year', options: [], min: 1, max: 12, weight: 1, sensitive: false },
]

const save = (bench: Bench, by: string, fields: readonly ProfileField[]) =>
  sql`
  insert into configurations (version, content, changed, changed_by, changed_at)
  select coalesce(max(version), 0) + 1, ${JSON.stringify({ fields })}::jsonb, array['fields'], ${by}, now()
  from configurations`.execute(bench.db)

/** Servers read the fields again after some seconds. */
async function until(client: Member['client'], isShown: boolean): Promise<void> {
  for (;;) {
    const [person] = (await client.listPeople({ query: { limit: '1' } })).data.users
    if ((person?.fields !== undefined) === isShown) return
    await setTimeout(200)
  }
}

/** Only this work meets the fields, so that the other measurements are of an installation without any. */
export async function withFields(bench: Bench, { id, client }: Member, work: () => Promise<void>): Promise<void> {
  await save(bench, id, all)
  await until(client, true)
  await work()
  await save(bench, id, [])
  await until(client, false)
}

export const THREE_FIELDS = 'faculty:o1,faculty:o2,clubs:o3,year:2..5'
export const THREE_DEALBREAKERS = { faculty: ['o1', 'o2', 'o3'], clubs: ['o3', 'o4', 'o5'], year: { min: 2, max: 8 } }
