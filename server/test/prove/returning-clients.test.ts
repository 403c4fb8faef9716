import type { Match, Message, Notification } from '@kindred/contract'
import { expect, onTestFinished, test } from 'vitest'
import { spread } from '../../../bench/measure.ts'
import { populate } from '../../../bench/population.ts'
import { SECRET, type Session } from '../../../bench/sessions.ts'
import { pairsOf, type Pair } from '../../../bench/sockets.ts'
import { openDb, openPool } from '../../src/infra/db/db.ts'
import { CallFailed } from '../../../web/src/api/failure.ts'
import { withRetry } from '../../../web/src/api/retry.ts'
import { serverProcess } from '../processes.ts'
import { proof } from '../proofs.ts'
import { asking, openPage, type OpenPage, type Statuses } from '../returning-client.ts'
import { startWorld, until } from '../world.ts'

// A server with thousands of clients dies, and all of them return at once. RETURNING_CLIENTS reduces their number while
// you work on this test. 5,000 clients need a limit of 16,000 open files (ulimit -n).

const CLIENTS = Number(process.env['RETURNING_CLIENTS'] ?? 5000)
const CONNECT_AT_ONCE = 16
const SEND_AT_ONCE = 20
const BACK_WITHIN = 60_000
const CAUGHT_UP_WITHIN = 90_000

/**
 * Requests that every page of a member makes (web/src/member/layout/places.tsx), and those that events make stale. Only
 * these are repeated.
 */
const everywhere = { listLikes: '/likes', listMatches: '/matches', listNotifications: '/notifications' }
const stale = { 'message.sent': ['listMatches'], notified: ['listNotifications'] } as const

/** Processes only a few items at a time, because attempts would otherwise start late. */
async function forAll<T, R>(items: readonly T[], atOnce: number, work: (item: T, n: number) => Promise<R>) {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let n = next++; n < items.length; n = next++) results[n] = await work(items[n]!, n)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** Two people of a match, one in the conversation and one in the list, one of whom receives messages. */
type Two = { pair: Pair; inChat: OpenPage; inList: OpenPage; sender: Session; isForChat: boolean }

async function openPages(base: string, pairs: readonly Pair[], statuses: Statuses): Promise<Two[]> {
  return forAll(pairs, CONNECT_AT_ONCE, async (pair, n) => {
    const { id, writer, reader } = pair
    const conversation = `/matches/${id}`
    const inChat = await openPage({
      base,
      session: reader,
      paths: {
        ...everywhere,
        getDatePlan: `${conversation}/plan`,
        listMessages: `${conversation}/messages?limit=50`,
      },
      stale: { ...stale, 'message.sent': ['listMatches', 'listMessages'], 'plan.changed': ['getDatePlan'] },
      statuses,
    })
    const inList = await openPage({ base, session: writer, paths: everywhere, stale, statuses })
    const isForChat = n % 2 === 0
    return { pair, inChat, inList, sender: isForChat ? writer : reader, isForChat }
  })
}

type Answers = {
  listMessages: { data: { messages: Message[] } }
  listMatches: { data: { matches: Match[] } }
  listNotifications: { data: { notifications: Notification[] } }
}
const shownBy = <N extends keyof Answers>({ shown }: OpenPage, name: N) => shown[name] as Answers[N] | undefined

/** The messages that were acknowledged, by pair and number. */
type Sent = Map<string, Map<number, string>>
const POPULATED = 4

/** Problems on the two pages: missing or duplicate messages, or a stale list or notification. */
function problemsOf({ pair, inChat, inList, isForChat }: Two, sent: Sent): string[] {
  const problems: string[] = []
  const texts = sent.get(pair.id) ?? new Map<number, string>()
  const last = POPULATED + texts.size
  const seqs = shownBy(inChat, 'listMessages')?.data.messages.map(({ seq }) => seq)
  if (seqs?.join() !== Array.from({ length: last }, (_, at) => at + 1).join()) problems.push(`messages ${seqs?.join()}`)
  for (const page of [inChat, inList]) {
    const listed = shownBy(page, 'listMatches')?.data.matches.filter(({ _id }) => _id === pair.id)
    if (listed?.length !== 1 || listed[0]?.lastMessage?.text !== texts.get(last))
      problems.push(`${listed?.length} times in the list, with ${listed?.[0]?.lastMessage?.text}`)
  }
  const told = shownBy(isForChat ? inChat : inList, 'listNotifications')?.data.notifications
  const about = told?.filter(({ link }) => link === `/chat/${pair.id}`)
  if (about?.length !== 1 || about[0]?.count !== texts.size)
    problems.push(`${about?.length} notifications, of ${about?.[0]?.count}`)
  return problems
}

/** Sends a message, and resends it until it is acknowledged. */
async function write(base: string, { pair, sender }: Two, text: string, sent: Sent, statuses: Statuses) {
  const ask = asking(base, sender, statuses)
  const body = { clientId: `${pair.id}-${text}`, text }
  const send = () => ask<{ data: { message: Message } }>(`/matches/${pair.id}/messages`, body)
  const insist = (): ReturnType<typeof send> =>
    withRetry(send).catch((error: unknown) => {
      if (error instanceof CallFailed && (error.status ?? 500) >= 500) return insist()
      // The server was too busy to read the request.
      if (error instanceof CallFailed && error.status === 408) return insist()
      throw error
    })
  const { data } = await insist()
  sent.set(pair.id, (sent.get(pair.id) ?? new Map<number, string>()).set(data.message.seq, text))
}

const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`
const counted = (statuses: Statuses) => [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')

test('what is done for all, a few at a time, is done for each once', async () => {
  let [running, most] = [0, 0]
  const work = async (item: string, n: number) => {
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    return item + n
  }
  expect(await forAll(['a', 'b', 'c', 'd', 'e'], 2, work)).toEqual(['a0', 'b1', 'c2', 'd3', 'e4'])
  expect(most).toBe(2)
})

test(
  'clients that a dying server drops return at once, and see all that was sent meanwhile once',
  { timeout: 1_200_000 },
  async () => {
    // This server accepts messages during the other one's outage.
    const world = await startWorld({ env: { TOKEN_SECRET: SECRET }, eavesdrop: false })
    await populate(world.databaseUrl, Math.max(400, CLIENTS), 20)
    const db = openDb(openPool(world.databaseUrl, 4))
    const pairs = await pairsOf({ db }, CLIENTS / 2)
    await db.destroy()
    const server = await serverProcess(world, { TOKEN_SECRET: SECRET })
    const [statuses, statusesOfWriters, sent]: [Statuses, Statuses, Sent] = [new Map(), new Map(), new Map()]
    const twos = await openPages(server.base, pairs, statuses)
    const pages = twos.flatMap(({ inChat, inList }) => [inChat, inList])
    onTestFinished(() => pages.forEach(({ close }) => close()))
    expect(pages.length).toBe(CLIENTS)

    // Responses from before the server dies don't count.
    statuses.clear()
    const some = twos.filter((_, n) => n % 10 < 2)
    const dropped = performance.now()
    const interrupted = forAll(some, some.length, (two) =>
      write(server.base, two, 'Interrupted', sent, statusesOfWriters),
    )
    await server.kill()
    const meanwhile = forAll(twos, SEND_AT_ONCE, (two) => write(world.base, two, 'Meanwhile', sent, statusesOfWriters))
    await until(() => sent.size > twos.length / 2, 120_000)
    const started = server.start().then(() => performance.now())
    await until(() => pages.every(({ state }) => state.returnedAt > 0), BACK_WITHIN + CAUGHT_UP_WITHIN).catch(() => {})
    await Promise.all([meanwhile, interrupted])
    const isQuiet = () =>
      pages.every(({ state, failed, isConnected }) => state.asking === 0 && failed.size === 0 && isConnected())
    await until(isQuiet, CAUGHT_UP_WITHIN).catch(() => {})
    const answered = await started
    const since = (time: 'returnedAt' | 'settledAt') => pages.map(({ state }) => state[time] - answered)
    const toPages = new Map(statuses)
    const [returned, settled] = [since('returnedAt'), since('settledAt')]

    // A message that is sent once all are back arrives, too, and doesn't count as catching up.
    await forAll(some, SEND_AT_ONCE, (two) => write(world.base, two, 'Afterwards', sent, statusesOfWriters))
    const problems = () => twos.flatMap((two) => problemsOf(two, sent))
    await until(() => isQuiet() && problems().length === 0, CAUGHT_UP_WITHIN).catch(() => {})

    const sum = (of: 'drops' | 'failures') => pages.reduce((all, { state }) => all + state[of], 0)
    proof(
      `${pages.length} clients of a server that was killed, and answered again after ${seconds(answered - dropped)}. From then on: back after ` +
        `${seconds(spread(returned).median)} at the median and ${seconds(Math.max(...returned))} at most, caught up after ` +
        `${seconds(spread(settled).median)} and ${seconds(Math.max(...settled))}; ${sum('drops')} drops, ${sum('failures')} times refused thrice; ` +
        `answers until then: ${counted(toPages)}; to writers: ${counted(statusesOfWriters)}`,
    )
    expect(problems()).toEqual([])
    const wrong = (each: Statuses) =>
      [...each.keys()].filter((status) => !['200', '201', '408', '503', '0'].includes(status))
    expect([wrong(statuses), wrong(statusesOfWriters), pages.filter(({ failed }) => failed.size > 0)]).toEqual([
      [],
      [],
      [],
    ])
    // No page's request was refused before all pages had caught up.
    expect(toPages.get('503') ?? 0).toBe(0)
    expect(Math.max(...returned)).toBeLessThan(BACK_WITHIN)
    expect(Math.max(...settled)).toBeLessThan(CAUGHT_UP_WITHIN)
  },
)
