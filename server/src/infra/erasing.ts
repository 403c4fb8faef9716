import { CompiledQuery, sql } from 'kysely'
import type { Tx } from './db/db.ts'
import { about, type Declarations, type PersonalTable, personalTables } from './personal-data.ts'

// Erases what the features declare to be about a person (personal-data.ts).

/** The statements that erase a person, or only those that delete rows. */
export const erasureStatements = (declarations: Declarations, only?: 'delete'): readonly string[] =>
  personalTables(declarations).flatMap(([table, declared]) =>
    only === undefined || declared.erased.how === only ? statementsFor(table, declared) : [],
  )

function statementsFor(table: string, { of, erased }: PersonalTable): string[] {
  if (erased.how === 'delete') return deletions(table, erased.where ?? of, erased)
  if (erased.how !== 'change') return []
  const set = Object.entries(erased.set).map(([column, value]) => `${column} = ${value}`)
  return [`update ${table} set ${set.join(', ')} where ${about(erased.where ?? of)}`]
}

const deletionOf = (table: string, where: string) => `delete from ${table} where ${about(where)}`

const deletions = (
  table: string,
  where: string,
  { first = {}, files }: { first?: object; files?: string },
): string[] => [
  ...Object.entries(first).map(([other, which]) => deletionOf(other, String(which))),
  deletionOf(table, where) + (files ? ` returning ${files} as file` : ''),
]

/** The next sweep deletes the files of the deleted rows. */
export async function runErasure(tx: Tx, statements: readonly string[], accountId: string): Promise<void> {
  const files: (string | null)[] = []
  for (const statement of statements) {
    const { rows } = await tx.executeQuery<{ file: string | null }>(CompiledQuery.raw(statement, [accountId]))
    files.push(...rows.map(({ file }) => file))
  }
  await sql`select profiles_drop_files(array_remove(${files}::text[], null))`.execute(tx)
}
