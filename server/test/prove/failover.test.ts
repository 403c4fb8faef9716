import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { replicationChecks, runChecks } from '../../src/features/operations/index.ts'
import { openDb, openPool } from '../../src/infra/db/db.ts'
import { proof, rounds } from '../proofs.ts'
import { openPair } from '../standby.ts'
import { askDatabase, startWorld, until, type World } from '../world.ts'
import type { Person } from '../people.ts'

type Answer = { status: number; retryAfter: string | null; at: number; took: number; body: string }

/** Extra time if other tests run at the same time. */
const SLACK = rounds(4, 1)

/** Sends a request, and repeats it if its connection breaks, as pages do: on a busy machine, some never arrive. */
async function ask(world: World, token: string, method: string, path: string, body?: object): Promise<Answer> {
  const began = performance.now()
  const send = () =>
    world.request(`/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const answer = await send().catch(send)
  const text = await answer.text()
  const at = performance.now()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), at, took: at - began, body: text }
}

/** Sends requests at a constant rate, regardless of unanswered ones. */
function load(perSecond: number, request: (n: number) => Promise<Answer>) {
  const answers: Promise<Answer>[] = []
  const began = performance.now()
  const sending = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond
    while (answers.length < due) answers.push(request(answers.length))
  }, 10)
  return {
    stop: () => {
      clearInterval(sending)
      return Promise.all(answers)
    },
  }
}

const isAcceptable = ({ status, retryAfter }: Answer) => status < 300 || (status === 503 && Number(retryAfter) > 0)
const wrong = (answers: Answer[]) =>
  answers.filter((each) => !isAcceptable(each)).map(({ status, body }) => `${status} ${body}`)

async function crowd(world: World, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 0; n < count; n++) people.push(await world.dater({ firstName: `P${'abcdefghijkl'[n]}` }))
  return people
}

/** Runs the doctor's checks with the standby, and then while writes wait for one that isn't connected. */
async function examine(ownerUrl: string): Promise<void> {
  const db = openDb(openPool(ownerUrl, 1))
  const look = async () => (await runChecks(replicationChecks(db, undefined)))[0]
  expect(await look()).toMatchObject({ passed: true, message: '1 standby keeps up.' })
  const waitFor = async (name: string) => {
    await askDatabase(ownerUrl, `alter system set synchronous_standby_names = '${name}'`)
    await askDatabase(ownerUrl, 'select pg_reload_conf()')
  }
  await waitFor('nobody')
  const found = await until(async () => [await look()].find((finding) => finding?.passed === false))
  expect(found.message).toMatch(/^Writes are waiting .* none is connected\. .*synchronous_standby_names = ''/)
  await waitFor('standby')
  await until(async () => (await look())?.passed)
  await db.destroy()
}

test('killing the primary loses nothing that was acknowledged, and its standby takes over', async () => {
  const pair = await openPair()
  await examine(pair.ownerUrl)
  const world = await startWorld({ databaseUrl: pair.ownerUrl, appUrl: pair.url, eavesdrop: false })
  const people = await crowd(world, rounds(6, 12))
  const [ada, ben] = [people[0]!, people[1]!]
  const id = await world.matched(ada, ben)
  const choices = people.flatMap((one) => people.map((other) => [one, other] as const)).slice(2)
  const left = choices.filter(([one, other]) => one !== other && !(one === ben && other === ada))
  const sent: string[] = []
  const chosen: string[] = []
  const writes: number[] = []
  const save = async (answer: Promise<Answer>, what: string, into: string[]) => {
    const { status, at } = await answer
    if (status < 300) into.push(what)
    if (status < 300) writes.push(at)
    return answer
  }
  const perSecond = rounds(40, 100)
  const running = load(perSecond, (n) => {
    if (n % 3 === 0) return ask(world, ada.token, 'GET', '/matches')
    const next = n % 3 === 1 ? left.shift() : undefined
    if (next) {
      const [one, { user }] = next
      const body = { userId: user._id, action: 'pass' }
      return save(ask(world, one.token, 'POST', '/choices', body), `${one.user._id} ${user._id}`, chosen)
    }
    const body = { clientId: `${id}-${n}`, text: `Number ${n}` }
    return save(ask(world, ada.token, 'POST', `/matches/${id}/messages`, body), body.clientId, sent)
  })
  const spell = rounds(700, 4000)
  await pause(spell)
  pair.killPrimary()
  await pause(spell)
  const promoting = performance.now()
  await pair.promoteStandby()
  await until(() => writes.some((at) => at > promoting))
  const again = Math.min(...writes.filter((at) => at > promoting)) - promoting
  await pause(spell)
  const answers = await running.stop()
  expect(wrong(answers)).toEqual([])
  expect(answers.some(({ status }) => status === 503)).toBe(true)
  expect(again).toBeLessThan(3000 * SLACK)
  const messages = await askDatabase(pair.standbyUrl, 'select client_id from messages')
  const stored = new Set(messages.rows.map((row: { client_id: string }) => row.client_id))
  expect(sent.filter((each) => !stored.has(each))).toEqual([])
  const choicesNow = await askDatabase(pair.standbyUrl, `select chooser_id || ' ' || chosen_id as pair from choices`)
  const pairs = new Set(choicesNow.rows.map((row: { pair: string }) => row.pair))
  expect(chosen.filter((each) => !pairs.has(each))).toEqual([])
  expect(sent.length).toBeGreaterThan(perSecond / 2)
  expect(chosen.length).toBeGreaterThan(0)
  await until(async () => (await world.request('/readyz/database')).status === 200)
  proof(
    `primary killed under ${perSecond} requests a second: ${sent.length} messages and ${chosen.length} choices ` +
      `acknowledged, none lost, no error 500, writes again ${(again / 1000).toFixed(1)} s after the promotion`,
  )
})

test('while the database is frozen, every request is answered', async () => {
  const pair = await openPair()
  const world = await startWorld({ databaseUrl: pair.ownerUrl, appUrl: pair.url, eavesdrop: false })
  const { token } = await world.dater()
  const perSecond = rounds(20, 50)
  const running = load(perSecond, (n) => {
    const path = ['/auth/profile', '/notifications', '/discovery', '/matches'][n % 4]!
    return ask(world, token, 'GET', path)
  })
  const asked: Promise<number>[] = []
  const asking = setInterval(() => {
    const began = performance.now()
    const took = ({ status }: Response) => (status === 200 ? performance.now() - began : 1e6)
    asked.push(world.request('/healthz').then(took, () => 1e6))
  }, 200)
  await pause(500)
  pair.freezePrimary()
  await pause(rounds(7000, 28_000))
  const process = await world.request('/readyz/process')
  expect([process.status, await process.json()]).toEqual([200, { status: 'ready', database: 'down' }])
  for (const path of ['/readyz', '/readyz/database']) {
    const ready = await world.request(path)
    expect([path, ready.status, Number(ready.headers.get('retry-after')) > 0]).toEqual([path, 503, true])
  }
  expect((await world.request('/welcome')).status).toBe(200)
  pair.thawPrimary()
  await until(async () => (await world.request('/readyz/database')).status === 200)
  await until(async () => (await ask(world, token, 'GET', '/auth/profile')).status === 200)
  clearInterval(asking)
  const answers = await running.stop()
  const health = await Promise.all(asked)
  expect(wrong(answers)).toEqual([])
  const slowest = Math.max(...answers.map(({ took }) => took))
  expect(slowest).toBeLessThan(10_000 * SLACK)
  // The client shares the machine with other tests, so a few responses may be late.
  const most = health.toSorted((a, b) => a - b)[Math.floor(health.length * 0.95)]!
  expect(most).toBeLessThan(100 * SLACK)
  proof(
    `database frozen under ${perSecond} requests a second: slowest answer ${(slowest / 1000).toFixed(1)} s, ` +
      `/healthz within ${most.toFixed(0)} ms (p95) and ${Math.max(...health).toFixed(0)} ms (slowest)`,
  )
})
