import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ms, spread } from '../../../bench/measure.ts'
import { personId, populate } from '../../../bench/population.ts'
import { openSessions, SECRET, type Session } from '../../../bench/sessions.ts'
import { openDb, openPool } from '../../src/infra/db/db.ts'
import { call } from '../http-call.ts'
import { serverProcess } from '../processes.ts'
import { proof } from '../proofs.ts'
import { startWorld, until } from '../world.ts'

// One person with many accounts, connections and frames doesn't take the service away from others.

const GHOSTS = 200
/** Each asks once, as members do now and then. */
const MEMBERS = 60
const EVERY = 200
const TIMES_QUIET = 5

async function timesOf(base: string, members: readonly Session[]) {
  const times = { status: [] as number[], deck: [] as number[] }
  const measure = async (into: number[], path: string, session?: Session) => {
    const began = performance.now()
    const { status } = await call(base, { method: 'GET', path, ...(session && { session }) })
    // A refusal takes forever. While an attack begins, its accounts look like those of members.
    into.push(status === 200 ? performance.now() - began : Infinity)
  }
  for (const member of members) {
    await measure(times.status, '/status')
    await measure(times.deck, '/discovery?limit=20', member)
    await pause(EVERY)
  }
  return { status: spread(times.status), deck: spread(times.deck) }
}

/** The heavy requests in the queue. */
async function waitingDecks(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text()
  return Number(/^admission_waiting\{load="heavy"\} (\d+)/m.exec(text)?.[1] ?? 0)
}

async function beginAttack(base: string, ghosts: readonly Session[]): Promise<() => Promise<unknown>> {
  const child = spawn(process.execPath, ['server/test/flood.ts', '--base', base], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stop = () => {
    child.kill('SIGKILL')
    return exited
  }
  onTestFinished(() => void stop())
  child.stdin.end(JSON.stringify(await Promise.all(ghosts.map(({ token }) => token()))))
  return stop
}

test.each([
  ['one account', 1],
  [`${GHOSTS} accounts`, GHOSTS],
])(
  'while a person with %s floods the server, others get its status and their deck about as fast as before',
  { timeout: 300_000 },
  async (_who, accounts) => {
    const world = await startWorld({ env: { TOKEN_SECRET: SECRET }, eavesdrop: false })
    await populate(world.databaseUrl, 2 * GHOSTS, 20)
    const db = openDb(openPool(world.databaseUrl, 4))
    const ids = Array.from({ length: 2 * GHOSTS }, (_, n) => personId(n + 1))
    const sessions = await openSessions(db, ids)
    await db.destroy()
    const { base } = await serverProcess(world, { TOKEN_SECRET: SECRET })
    // A few of the people can't see a deck.
    const daters: Session[] = []
    for (const session of sessions)
      if ((await call(base, { method: 'GET', path: '/discovery?limit=20', session })).status === 200)
        daters.push(session)
    const [members, ghosts] = [daters.slice(0, MEMBERS), daters.slice(MEMBERS, MEMBERS + accounts)]
    expect(ghosts.length).toBe(accounts)
    const quiet = await timesOf(base, members)

    const stop = await beginAttack(base, ghosts)
    await until(async () => (await waitingDecks(base)) > 0, 60_000)
    const flooded = await timesOf(base, members)
    await stop()
    proof(
      `someone with ${accounts} accounts: p95 of the status ${ms(quiet.status.p95)} before and ` +
        `${ms(flooded.status.p95)} meanwhile, of a member’s deck ${ms(quiet.deck.p95)} and ${ms(flooded.deck.p95)}`,
    )
    expect(flooded.status.p95).toBeLessThan(TIMES_QUIET * quiet.status.p95)
    expect(flooded.deck.p95).toBeLessThan(TIMES_QUIET * quiet.deck.p95)
  },
)
