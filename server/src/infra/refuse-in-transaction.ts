import { isInTransaction } from './db/db.ts'

/**
 * Makes every method of an adapter throw inside a transaction. A request to another machine may take seconds, and the
 * transaction would hold its row locks and its connection that long. Call the adapter first, then lock and compare.
 */
export function refuseInTransaction<T extends object>(name: string, adapter: T): T {
  return new Proxy(adapter, {
    get(target, call, receiver) {
      const value: unknown = Reflect.get(target, call, receiver)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        if (isInTransaction()) throw new Error(`${name}.${String(call)} was called inside a transaction.`)
        return Reflect.apply(value, target, args)
      }
    },
  })
}
