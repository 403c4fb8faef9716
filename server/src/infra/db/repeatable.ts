import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isLocked } from './apply-migration.ts'
import type { Db } from './db.ts'

// Functions, views and triggers are in .sql files next to the code that calls them. A file is applied again whenever
// its text changes, so each has one definition, and migrations don't repeat it. If something is removed from a file, a
// migration has to drop it.

const source = join(import.meta.dirname, '../..')
const NEEDS = /^-- needs (\S+)$/gm

/**
 * `name` is the path from the source folder, without its extension. `needs` lists the files that must be applied first.
 */
export type Repeatable = { name: string; text: string; digest: string; needs: string[] }

const shortened = (path: string) => path.replace(/^features\//, '').replace(/\.sql$/, '')

function read(path: string): Repeatable {
  const text = readFileSync(join(source, path), 'utf8')
  const digest = createHash('sha256').update(text).digest('hex')
  return { name: shortened(path), text, digest, needs: [...text.matchAll(NEEDS)].map(([, name = '']) => name) }
}

function inOrder(files: readonly Repeatable[]): Repeatable[] {
  const named = new Map(files.map((file) => [file.name, file]))
  const ordered = new Set<Repeatable>()
  const add = (file: Repeatable, waiting: readonly string[]) => {
    if (waiting.includes(file.name)) throw new Error(`These SQL files need each other: ${waiting.join(', ')}`)
    for (const name of file.needs) {
      const needed = named.get(name)
      if (!needed) throw new Error(`${file.name}.sql needs ${name}.sql, which doesn’t exist.`)
      add(needed, [...waiting, file.name])
    }
    ordered.add(file)
  }
  for (const file of files) add(file, [])
  return [...ordered]
}

export const repeatables = (): Repeatable[] =>
  inOrder(
    globSync('**/*.sql', { cwd: source, exclude: ['infra/db/migrations/**'] })
      .sort()
      .map(read),
  )

/**
 * The files whose text differs from the database’s, and those that need them, because dependencies may have been
 * recreated.
 */
export async function changedRepeatables(db: Db, own: readonly Repeatable[]): Promise<Repeatable[]> {
  const { rows } = await sql<{ name: string; digest: string }>`select name, digest from repeatable_sql`.execute(db)
  const applied = new Map(rows.map(({ name, digest }) => [name, digest]))
  const changed = new Set<string>()
  return own.filter(({ name, digest, needs }) => {
    const isDue = applied.get(name) !== digest || needs.some((each) => changed.has(each))
    if (isDue) changed.add(name)
    return isDue
  })
}

/** Runs in a transaction, so that all files are applied or none. */
export async function applyRepeatables(tx: Db, changed: readonly Repeatable[]): Promise<void> {
  for (const { name, text, digest } of changed) {
    await sql
      .raw(text)
      .execute(tx)
      .catch((cause: unknown) => {
        if (isLocked(cause)) throw cause
        throw new Error(`${name}.sql failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
      })
    await sql`insert into repeatable_sql (name, digest) values (${name}, ${digest})
      on conflict (name) do update set digest = excluded.digest`.execute(tx)
  }
}
