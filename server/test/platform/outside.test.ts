import { expect, test } from 'vitest'
import { transaction } from '../../src/infra/db/db.ts'
import { startWorld } from '../world.ts'

const functionsOf = (name: string, adapter: object) =>
  Object.entries(adapter).flatMap(([call, value]: [string, unknown]) =>
    typeof value === 'function' ? [[`${name}.${call}`, value as (...given: unknown[]) => unknown] as const] : [],
  )

test('HTTP calls are impossible inside a transaction', async () => {
  const { deps } = await startWorld({
    env: {
      GOOGLE_CLIENT_ID: 'kindred.example',
      FACEBOOK_APP_ID: '1',
      FACEBOOK_APP_SECRET: 'secret',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  })
  const { payments, storage, push, identities } = deps
  const calls = [
    ...functionsOf('payments', payments),
    ...functionsOf('storage', storage),
    ...functionsOf('push', push),
    ...functionsOf('google', identities.google!),
    ...functionsOf('facebook', identities.facebook!),
  ]
  expect(calls.length).toBeGreaterThan(20)
  for (const [name, call] of calls)
    await expect(transaction(deps.db, async () => call('anything'))).rejects.toThrow(
      `${name} was called inside a transaction.`,
    )
})

test('nothing inside a transaction waits for another connection', async () => {
  const { deps } = await startWorld()
  const { db, indexScanDb, upToDate, replica, reserved, memory, budgets } = deps
  const reads = [db, indexScanDb, upToDate, replica, reserved.db].map(
    (each) => () => each.selectFrom('accounts').select('id').limit(1).execute(),
  )
  const calls: (() => Promise<unknown>)[] = [
    ...reads,
    () => memory.cache('anything', async () => 1),
    () => budgets.spend([]),
  ]
  for (const call of calls) {
    await expect(transaction(db, call)).rejects.toThrow(/was called inside a transaction/)
    await call()
  }
  await transaction(db, async (tx, afterCommit) => {
    await tx.selectFrom('accounts').select('id').limit(1).execute()
    afterCommit(reads[0]!)
  })
})

test('HTTP calls are possible after the commit, and in work that outlives the transaction', async () => {
  const { deps } = await startWorld()
  const fetched: unknown[] = []
  let letGo = () => {}
  const over = new Promise<void>((resolve) => (letGo = resolve))
  const outliving = await transaction(deps.db, async (_tx, afterCommit) => {
    afterCommit(() => fetched.push(deps.payments.fetch('sub_none')))
    return { work: over.then(() => deps.payments.fetch('sub_none')) }
  })
  letGo()
  expect([await fetched[0], await outliving.work]).toEqual([null, null])
})
