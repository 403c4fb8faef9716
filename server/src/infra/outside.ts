import { isInTransaction } from './db/db.ts'

/**
 * What asks another machine refuses to while a transaction is open: an answer may take seconds, and as long rows would stay locked and a
 * connection taken. Whoever needs both asks first, then locks and compares.
 */
export function outsideTransactions<T extends object>(name: string, adapter: T): T {
  const guarded = Object.entries(adapter).map(([call, value]: [string, unknown]) => {
    if (typeof value !== 'function') return [call, value]
    const guard = (...given: unknown[]): unknown => {
      if (isInTransaction()) throw new Error(`${name}.${call} was called inside a transaction.`)
      return (value as (...all: unknown[]) => unknown)(...given)
    }
    return [call, guard]
  })
  return Object.fromEntries(guarded) as T
}
