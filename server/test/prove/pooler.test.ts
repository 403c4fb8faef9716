import { chmodSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeScratchFolder } from '../../../scripts/scratch.ts'
import { isPoolerInstalled, openPooler } from '../pooler.ts'
import { SECRET } from '../processes.ts'
import { proof } from '../proofs.ts'
import { runsWhere } from '../where.ts'
import { startWorld, until, type World } from '../world.ts'

// To run all tests through PgBouncer: POOLED=yes npm run vitest -- --project server

const env = { TOKEN_SECRET: SECRET }
const where = runsWhere(isPoolerInstalled, 'PgBouncer')

async function pooler() {
  const folder = makeScratchFolder('test-pooler')
  chmodSync(folder, 0o755)
  const { url, stop } = await openPooler(inject('appUrl'), folder)
  onTestFinished(() => {
    stop()
    rmSync(folder, { recursive: true })
  })
  return url
}

const settings = async (db: World['deps']['db']) => {
  const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
    where name in ('jit', 'enable_sort', 'plan_cache_mode', 'statement_timeout', 'lock_timeout') order by name`.execute(
    db,
  )
  return rows.map(({ setting }) => setting)
}

test.for(where)('behind a pooler, each statement has the settings of its pool, and leaves none', async () => {
  const world = await startWorld({ pooled: await pooler() })
  const { db, indexScanDb, replica } = world.deps
  const [ordinary, scans] = [
    ['on', 'off', '3000', 'auto', '30000'],
    ['off', 'off', '3000', 'force_generic_plan', '30000'],
  ]
  for (let n = 0; n < 3; n++) {
    expect([await settings(db), await settings(indexScanDb)]).toEqual([ordinary, scans])
    expect(await db.transaction().execute((tx) => settings(tx as World['deps']['db']))).toEqual(ordinary)
  }
  expect((await settings(replica)).at(-1)).toBe('600000')
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('zero')
  expect(await settings(db)).toEqual(ordinary)
})

test.for(where)('behind a pooler, two servers sign in, deal decks, like and hear each other', async () => {
  const pooled = await pooler()
  const one = await startWorld({ pooled, env: { TOKEN_SECRET: 'a secret that both of the servers have' } })
  const env = { TOKEN_SECRET: 'a secret that both of the servers have' }
  const other = await startWorld({ pooled, databaseUrl: one.databaseUrl, env, eavesdrop: false })
  const [ada, ben] = [await one.dater(), await one.dater()]
  const { received } = await other.listen(ben.token)
  const id = await one.matched(ada, ben)
  await ada.client.sendMessage({ params: { id }, body: { clientId: 'number-one', text: 'Hello' } })
  await until(() => received.some(({ type }) => type === 'message.sent'))
  const decks = await Promise.all(Array.from({ length: 30 }, () => other.client(ada.token).discover({ query: {} })))
  expect(decks.every(({ data }) => Array.isArray(data.people))).toBe(true)
})

/** The 95th percentile of the durations of decks, in milliseconds, from both servers in turn. */
async function timesOf(worlds: [World, World], token: string, count: number): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < count; n++)
    for (const at of [0, 1] as const) {
      const began = performance.now()
      await worlds[at].client(token).discover({ query: {} })
      times[at].push(performance.now() - began)
    }
  const p95 = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? 0
  return [p95(times[0]), p95(times[1])]
}

test.for(where)('a pooler makes a deck at most half as slow again', async () => {
  const direct = await startWorld({ env, eavesdrop: false })
  const { databaseUrl } = direct
  const pooled = await startWorld({ env, databaseUrl, pooled: await pooler(), eavesdrop: false })
  const [viewer] = [await direct.dater()]
  for (let n = 0; n < 25; n++) await direct.dater()
  await timesOf([direct, pooled], viewer.token, 20)
  const [plain, through] = await timesOf([direct, pooled], viewer.token, 400)
  proof(`deck, 95th percentile: ${plain.toFixed(1)} ms direct, ${through.toFixed(1)} ms through PgBouncer`)
  expect(through).toBeLessThan(plain * 1.5)
})
