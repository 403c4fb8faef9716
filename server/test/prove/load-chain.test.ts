import { expect, onTestFinished, test } from 'vitest'
import { spread } from '../../../bench/measure.ts'
import { newcomer } from '../../../bench/people.ts'
import { populate } from '../../../bench/population.ts'
import { present } from '../../../bench/present.ts'
import { SECRET } from '../../../bench/sessions.ts'
import { openDb, openPool } from '../../src/infra/db/db.ts'
import { openBalancer } from '../balancer.ts'
import { kindOf, mixOver, openLoop, send, type Answer } from '../load-mix.ts'
import { isPoolerInstalled, openPooler } from '../pooler.ts'
import { serverProcess } from '../processes.ts'
import { proof } from '../proofs.ts'
import { openPair } from '../standby.ts'
import { runsWhere } from '../where.ts'

// The whole chain on one machine, under a constant rate of members' requests: haproxy, two servers, PgBouncer, and a
// primary that waits for its standby. LOAD_PEOPLE and LOAD_SECONDS reduce the load while you work on this test.

const numberOf = (name: string, usual: number) => Number(process.env[name] ?? usual)
const PEOPLE = numberOf('LOAD_PEOPLE', 100_000)
const SECONDS = numberOf('LOAD_SECONDS', 120)
const CHOICES = PEOPLE > 20_000 ? 63 : 50
const MOST_A_SECOND = 300
const SHARE_OF_CAPACITY = 0.6
const CALLERS = 32
const WARM_UP = 5

/** Starts the chain behind a single address. */
async function chain() {
  const pair = await openPair({ isDurable: true, fill: (url) => populate(url, PEOPLE, CHOICES) })
  const pooler = await openPooler(pair.primaryUrl, pair.dataDir)
  onTestFinished(pooler.stop)
  const database = { databaseUrl: pooler.url, config: { DATA_DIR: pair.dataDir } }
  const env = { DATABASE_POOLED: 'transaction', DATABASE_DIRECT_URL: pair.url, TOKEN_SECRET: SECRET, TRUSTED_HOPS: '1' }
  const servers = [await serverProcess(database, env), await serverProcess(database, env)]
  const balancer = await openBalancer(
    servers.map(({ port }) => port),
    pair.dataDir,
  )
  const db = openDb(openPool(pair.ownerUrl, 4))
  onTestFinished(() => db.destroy())
  return { db, ...balancer }
}

const times = (answers: readonly Answer[]) => spread(answers.map(({ took }) => took))
const ms = (value: number) => `${Math.round(value)} ms`
const isGood = ({ status }: Answer) => status >= 200 && status < 300
const wrong = (answers: readonly Answer[]) =>
  answers.filter((each) => !isGood(each)).map(({ kind, status }) => `${kind} ${status}`)

const isCalm = (rate: number, answers: readonly Answer[]) =>
  answers.length >= rate && wrong(answers).length === 0 && times(answers).p99 <= 250

/** The number of responses per second to a few clients who never pause. */
async function capacityOf(seconds: number, one: () => Promise<Answer>): Promise<number> {
  const end = performance.now() + seconds * 1000
  let answers = 0
  const caller = async () => {
    while (performance.now() < end) if (isGood(await one())) answers++
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return answers / seconds
}

test('the load has the shares of a usual evening', () => {
  const count = (kind: string) =>
    Array.from({ length: 1000 }, (_, n) => kindOf(n)).filter((each) => each === kind).length
  expect([count('deck') + count('profile') + count('list'), count('choice'), count('message')]).toEqual([600, 200, 100])
  expect(count('sign-in')).toBe(10)
})

test.for(runsWhere(isPoolerInstalled, 'PgBouncer (npm run ops-tools)'))(
  'the whole chain answers a usual evening in time, refuses five times as much at once, and recovers',
  { timeout: 3_000_000 },
  async () => {
    const { db, base, what } = await chain()
    const { id } = await newcomer({ base })
    const account = await db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirstOrThrow()
    const mix = await mixOver(db, present(account.email))
    let n = 0
    const one = (due?: number) => send(base, mix(n++), due)
    await openLoop(20, WARM_UP, one)

    const capacity = await capacityOf(Math.min(SECONDS, 20), one)
    const rate = Math.floor(Math.min(MOST_A_SECOND, SHARE_OF_CAPACITY * capacity))
    const usual = await openLoop(rate, SECONDS, one)
    proof(
      `${PEOPLE} members behind ${what}, two servers, PgBouncer, a primary and its synchronous standby on two cores: ` +
        `${Math.round(capacity)} requests a second at most; at ${rate} for ${SECONDS} s p50 ${ms(times(usual).median)}, ` +
        `p99 ${ms(times(usual).p99)}, ${wrong(usual).length} of ${usual.length} failed`,
    )

    const flood = await openLoop(5 * rate, Math.min(SECONDS, 30), one)
    const [accepted, refused] = [flood.filter(isGood), flood.filter(({ status }) => status === 503)]
    const ended = performance.now()
    while (!isCalm(rate, await openLoop(rate, 2, one))) if (performance.now() - ended > 60_000) break
    const recovered = Math.max(0, performance.now() - ended - 2000)
    proof(
      `at ${5 * rate} a second: ${accepted.length} answered (p99 ${ms(times(accepted).p99)}), ${refused.length} refused ` +
        `(p50 ${ms(times(refused).median)}, p95 ${ms(times(refused).p95)}), recovered after ${ms(recovered)}`,
    )
    expect(wrong(usual)).toEqual([])
    expect(times(usual).p99).toBeLessThanOrEqual(250)
    expect(accepted.length + refused.length).toBe(flood.length)
    expect(refused.filter(({ retryAfter }) => !(retryAfter > 0))).toEqual([])
    expect(times(accepted).p99).toBeLessThanOrEqual(2000)
    expect(times(refused).p95).toBeLessThanOrEqual(50)
    expect(recovered).toBeLessThanOrEqual(10_000)
  },
)
