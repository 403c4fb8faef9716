import { CompiledQuery } from 'kysely'
import { about, personalTables, type Declarations, type PersonalTable } from '../../infra/personal-data.ts'
import type { Work } from '../../work.ts'
import { addToLedger } from './ledger.ts'

/** What erases an account whose id is `$1`. */
export const erasureStatements = (declarations: Declarations): readonly string[] =>
  personalTables(declarations).flatMap(([table, holding]) => statementFor(table, holding) ?? [])

function statementFor(table: string, { of, erased }: PersonalTable): string | undefined {
  if (erased.how === 'delete') return deletion(table, erased.where ?? of, erased)
  if (erased.how !== 'change') return undefined
  const set = Object.entries(erased.set).map(([column, value]) => `${column} = ${value}`)
  return `update ${table} set ${set.join(', ')} where ${about(erased.where ?? of)}`
}

function deletion(table: string, where: string, { and = {}, files }: { and?: object; files?: string }): string {
  const own = `delete from ${table} where ${about(where)}`
  if (files)
    return `with gone as (${own} returning ${files} as file)
      select profiles_drop_files(array(select file from gone where file is not null))`
  const others = Object.entries(and).map(
    ([other, which]) => `of_${other} as (delete from ${other} where ${about(String(which))})`,
  )
  return others.length > 0 ? `with ${others.join()} ${own}` : own
}

/**
 * Erases an account, table by table, as the rooms declare it. Jobs, which are retried, remove what is outside the
 * database: the subscription at the payment gateway, and the exported file. The next sweep deletes the pictures.
 */
export async function eraseAccount(
  { tx, now, jobs, declarations }: Work<'jobs' | 'declarations'>,
  accountId: string,
): Promise<void> {
  for (const statement of erasureStatements(declarations))
    await tx.executeQuery(CompiledQuery.raw(statement, [accountId]))
  await addToLedger(tx, accountId, now)
  await jobs.add(tx, 'end-billing', { accountId })
  await jobs.add(tx, 'drop-export', { accountId })
}
