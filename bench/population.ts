import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { parameters } from '../server/src/features/discovery/deck/rules.ts'
import type { Db } from '../server/src/infra/db/db.ts'

const folder = join(import.meta.dirname, 'population')

/** The member with this number, as the statements in `population/` call them. */
export const personId = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

function questionIds(): string[] {
  const file = 'server/src/features/profiles/questions/questions.json'
  const themes: Record<string, [id: string][]> = JSON.parse(readFileSync(file, 'utf8'))
  return Object.values(themes).flatMap((theme) => theme.map(([id]) => id))
}

/** Bulk-inserts members with their activity by running the statements of `population/` in order. */
export async function populate(db: Db, people: number, choices: number): Promise<void> {
  const questions = `{${questionIds().slice(0, 40).join(',')}}`
  const { within, longer, hidden } = parameters.activity
  const recently = Object.entries(within)
    .map(([days, counts]) => `when a.last_active_at >= now() - interval '${days} days' then ${counts}`)
    .join(' ')
  const filled = (text: string) =>
    text
      .replaceAll(':people', String(people))
      .replaceAll(':choices', String(choices))
      .replaceAll(':questions', `'${questions}'`)
      .replaceAll(':hidden', String(hidden))
      .replaceAll(':longer', String(longer))
      .replaceAll(':within', recently)
  await db.connection().execute(async (connection) => {
    // These rows are valid by construction, so no trigger or foreign key has to check them.
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`set synchronous_commit = off`.execute(connection)
    for (const file of readdirSync(folder).sort()) {
      const began = performance.now()
      await sql.raw(filled(readFileSync(join(folder, file), 'utf8'))).execute(connection)
      console.log(`  ${file.slice(2, -4)}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    }
    await sql`reset session_replication_role`.execute(connection)
    await sql`vacuum`.execute(connection)
    // Flushes writes to disk before the measurements start.
    await sql`checkpoint`.execute(connection)
  })
}
