import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { cpuOf, parentOf } from '../../../bench/cpu.ts'
import { spread } from '../../../bench/measure.ts'
import { newcomer } from '../../../bench/people.ts'
import { populate } from '../../../bench/population.ts'
import { SECRET } from '../../../bench/sessions.ts'
import { LONG_WAITS, openDb, openPool } from '../../src/infra/db/db.ts'
import { prepareDatabase } from '../../src/infra/db/prepare.ts'
import { openLog } from '../../src/infra/log.ts'
import { hasCitus } from '../citus.ts'
import { introduce, openServer, openWorker } from '../citus-servers.ts'
import { dataFolder } from '../data-folder.ts'
import { mixOver, openLoop, send, type Answer, type Mix } from '../load-mix.ts'
import { serverProcess } from '../processes.ts'
import { proof } from '../proofs.ts'
import { runsWhere } from '../where.ts'
import { askDatabase, until } from '../world.ts'

// Compares the cost of requests on PostgreSQL and then on Citus with two workers, and measures the delays that members
// have during the conversion. CITUS_PEOPLE reduces the population while you work on this test.

const PEOPLE = Number(process.env['CITUS_PEOPLE'] ?? 100_000)
const CALLS = 300
const CALLERS = 16
const SECONDS = 10
/** Requests per second while tables are distributed. */
const RATE = 10
/** The longest time that a conversation may be refused while the tables of messages are changed. */
const LONGEST_REFUSAL = 3000
const MOST_SECONDS = 180
const LONGEST_STALL = 1000

type Ask = ReturnType<Mix>

const kinds = {
  like: { is: ({ body }: Ask) => (body as { action?: string } | undefined)?.action === 'like', slower: 3, dearer: 3 },
  message: { is: ({ kind }: Ask) => kind === 'message', slower: 5, dearer: 5 },
  deck: { is: ({ kind }: Ask) => kind === 'deck', slower: 1.3, dearer: 1.5 },
  'list of matches': { is: ({ path }: Ask) => path === '/matches', slower: 1.2, dearer: 1.5 },
}
type Name = keyof typeof kinds
const names = Object.keys(kinds) as Name[]
type Costs = Record<Name, { ms: number; processor: number }>
const isKind = { ...kinds, choice: { is: ({ kind }: Ask) => kind === 'choice' } }

async function start() {
  const coordinator = await openServer()
  const { url, appUrl } = coordinator
  await prepareDatabase({ app: appUrl, owner: url }, openLog('silent'))
  await populate(url, PEOPLE, PEOPLE > 20_000 ? 63 : 50)
  const workers = [await openWorker(), await openWorker()]
  await askDatabase(url, 'create extension citus')
  await introduce(coordinator, workers)
  const db = openDb(openPool(url, 4, `${LONG_WAITS} -c work_mem=64MB`))
  onTestFinished(() => db.destroy())
  const config = { DATA_DIR: dataFolder() }
  const server = await serverProcess({ databaseUrl: appUrl, config }, { TOKEN_SECRET: SECRET })
  const { id } = await newcomer(server)
  const { email } = await db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  const mix = await mixOver(db, email!)
  return { url, config, server, mix }
}

/** Yields the requests of a kind. */
function* asksOf(mix: Mix, from: () => number, name: keyof typeof isKind): Generator<Ask> {
  for (;;) {
    const ask = mix(from())
    if (isKind[name].is(ask)) yield ask
  }
}

test('each cost is that of one kind of request', () => {
  const asks = [
    { kind: 'choice', path: '/choices', body: { action: 'like' } },
    { kind: 'choice', path: '/choices', body: { action: 'pass' } },
    { kind: 'message', path: '/matches/1/messages', body: { text: 'Hello' } },
    { kind: 'deck', path: '/discovery' },
    { kind: 'list', path: '/matches' },
    { kind: 'list', path: '/likes' },
  ].map((ask) => ask as Ask)
  const measured = names.map((name) => asks.findIndex(kinds[name].is))
  expect(measured).toEqual([0, 2, 3, 4])
  for (const name of names) expect(asks.filter(kinds[name].is)).toHaveLength(1)
})

test.for(runsWhere(hasCitus, 'Citus (CITUS_BIN)'))(
  'a conversion to Citus keeps nobody waiting, and calls cost little more afterwards',
  { timeout: 3_600_000 },
  async () => {
    const { url, config, server, mix } = await start()
    let n = 0
    const next = () => n++
    const backend = await askDatabase(
      url,
      `select pid from pg_stat_activity where application_name = 'kindred' limit 1`,
    )
    const postmaster = parentOf(backend.rows[0].pid)
    const wrong: string[] = []
    const one = async (ask: Ask): Promise<Answer> => {
      const answer = await send(server.base, ask)
      if (answer.status >= 300) wrong.push(`${answer.kind} ${answer.status}`)
      return answer
    }
    /** Measures one request at a time, so that none waits for a core. */
    const costs = async (): Promise<Costs> => {
      const made: Partial<Costs> = {}
      for (const name of names) {
        const asks = asksOf(mix, next, name)
        for (let warm = 0; warm < 40; warm++) await one(asks.next().value)
        const before = cpuOf(server.pid(), postmaster).postgres
        const times: number[] = []
        for (let at = 0; at < CALLS; at++) times.push((await one(asks.next().value)).took)
        const processor = (cpuOf(server.pid(), postmaster).postgres - before) / CALLS
        made[name] = { ms: spread(times).median, processor }
      }
      return made as Costs
    }
    /** The coordinator's CPU time for a swipe, while many are made concurrently. */
    const choiceOf = async () => {
      const before = cpuOf(server.pid(), postmaster).postgres
      const end = performance.now() + SECONDS * 1000
      let made = 0
      const choices = asksOf(mix, next, 'choice')
      const caller = async () => {
        for (; performance.now() < end; made++) await one(choices.next().value)
      }
      await Promise.all(Array.from({ length: CALLERS }, caller))
      return { each: (cpuOf(server.pid(), postmaster).postgres - before) / made, rate: made / SECONDS }
    }
    /** Waits for the work that copies leave behind, such as vacuuming. */
    const calm = () =>
      until(async () => {
        const before = cpuOf(server.pid(), postmaster).postgres
        await pause(5000)
        return cpuOf(server.pid(), postmaster).postgres - before < 200
      }, 120_000)
    await calm()
    const plain = await costs()
    const plainly = await choiceOf()

    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: config.DATA_DIR }
    const began = performance.now()
    const distributing = spawn(process.execPath, ['server/src/admin.ts', 'distribute'], { env, stdio: 'inherit' })
    let isOver = false
    const ended = once(distributing, 'exit').then(() => (isOver = true))
    const during: Answer[] = []
    while (!isOver) during.push(...(await openLoop(RATE, 1, (due) => send(server.base, mix(next()), due))))
    await ended
    expect(distributing.exitCode).toBe(0)
    const seconds = (performance.now() - began) / 1000
    const worst = Math.max(...during.map(({ took }) => took))
    const isRefusal = ({ kind, status, retryAfter }: Answer) =>
      kind === 'conversation' && status === 503 && retryAfter > 0
    const refusals = during.flatMap((answer, at) => (isRefusal(answer) ? [at] : []))
    const refused = refusals.length === 0 ? 0 : ((refusals.at(-1)! - refusals[0]! + 1) * 1000) / RATE
    wrong.push(
      ...during
        .filter((answer) => answer.status >= 300 && !isRefusal(answer))
        .map(({ kind, status }) => `${kind} ${status} meanwhile`),
    )

    await calm()
    const spreadOut = await costs()
    const apart = await choiceOf()
    const lines = names.map((name) => {
      const [from, to] = [plain[name], spreadOut[name]]
      return `a ${name} ${from.ms.toFixed(1)} → ${to.ms.toFixed(1)} ms, ${from.processor.toFixed(2)} → ${to.processor.toFixed(2)} ms of the coordinator`
    })
    proof(
      `${PEOPLE} members: distributed in ${seconds.toFixed(0)} s, while the slowest of ${during.length} calls took ` +
        `${worst.toFixed(0)} ms and ${refusals.length} were asked to try again; ${lines.join('; ')}; ` +
        `with ${CALLERS} callers ${plainly.rate.toFixed(0)} → ${apart.rate.toFixed(0)} choices a second, ` +
        `${plainly.each.toFixed(2)} → ${apart.each.toFixed(2)} ms of the coordinator each`,
    )
    if (wrong.length > 0) console.log(server.logged())
    expect(wrong).toEqual([])
    for (const name of names) {
      expect.soft(spreadOut[name].ms / plain[name].ms, `${name}, in time`).toBeLessThan(kinds[name].slower)
      expect.soft(spreadOut[name].processor / plain[name].processor, name).toBeLessThan(kinds[name].dearer)
    }
    expect.soft(seconds).toBeLessThan(MOST_SECONDS)
    expect.soft(worst).toBeLessThan(LONGEST_STALL)
    expect.soft(refused).toBeLessThan(LONGEST_REFUSAL)
  },
)
