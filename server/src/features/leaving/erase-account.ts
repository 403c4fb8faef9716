import { CompiledQuery } from 'kysely'
import { about, personalTables, type Declarations, type PersonalTable } from '../../infra/personal-data.ts'
import type { Work } from '../../work.ts'
import { addToLedger } from './ledger.ts'

/** What erases an account whose id is `$1`. */
export const erasureStatements = (declarations: Declarations): readonly string[] =>
  personalTables(declarations).flatMap(([table, holding]) => statementFor(table, holding) ?? [])

function statementFor(table: string, { of, erased }: PersonalTable): string | undefined {
  if (erased.how === 'delete') {
    const others = Object.entries(erased.and ?? {}).map(
      ([other, where]) => `of_${other} as (delete from ${other} where ${about(where)})`,
    )
    const beside = others.length > 0 ? `with ${others.join()} ` : ''
    return `${beside}delete from ${table} where ${about(erased.where ?? of)}`
  }
  if (erased.how !== 'change') return undefined
  const set = Object.entries(erased.set).map(([column, value]) => `${column} = ${value}`)
  return `update ${table} set ${set.join(', ')} where ${about(erased.where ?? of)}`
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
