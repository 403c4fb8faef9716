import { isInTransaction } from './db/db.ts'

/**
 * Makes every method of an adapter, or only these, throw inside a transaction. A request to another machine may take
 * seconds, and the transaction would hold its row locks and its connection that long. Call the adapter first, then lock
 * and compare.
 */
export function refuseInTransaction<T extends object>(name: string, adapter: T, calls?: readonly (keyof T)[]): T {
  return new Proxy(adapter, {
    get(target, call, receiver) {
      const value: unknown = Reflect.get(target, call, receiver)
      if (typeof value !== 'function') return value
      // `keyof T` has the names that callers can write, and `call` is any of them.
      const isRefused = !calls || calls.includes(call as keyof T)
      return (...args: unknown[]): unknown => {
        if (isRefused && isInTransaction()) throw new Error(`${name}.${String(call)} was called inside a transaction.`)
        return Reflect.apply(value, target, args)
      }
    },
  })
}
