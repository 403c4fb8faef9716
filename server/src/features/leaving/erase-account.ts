import { CompiledQuery, sql } from 'kysely'
import { about, personalTables, type Declarations, type PersonalTable } from '../../infra/personal-data.ts'
import type { Work } from '../../work.ts'
import { addToLedger } from './ledger.ts'

export const erasureStatements = (declarations: Declarations): readonly string[] =>
  personalTables(declarations).flatMap(([table, holding]) => statementsFor(table, holding))

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

/**
 * Erases an account, table by table, as the features declare it. The next sweep deletes the files of the deleted rows.
 * Jobs, which are retried, remove what else is outside the database: the subscription at the payment gateway, and the
 * exported file.
 */
export async function eraseAccount(
  { tx, now, jobs, declarations }: Work<'jobs' | 'declarations'>,
  accountId: string,
): Promise<void> {
  const files: (string | null)[] = []
  for (const statement of erasureStatements(declarations)) {
    const { rows } = await tx.executeQuery<{ file: string | null }>(CompiledQuery.raw(statement, [accountId]))
    files.push(...rows.map(({ file }) => file))
  }
  await sql`select profiles_drop_files(array_remove(${files}::text[], null))`.execute(tx)
  await addToLedger(tx, accountId, now)
  await jobs.add(tx, 'end-billing', { accountId })
  await jobs.add(tx, 'drop-export', { accountId })
}
