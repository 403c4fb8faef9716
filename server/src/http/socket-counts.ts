import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { FanOut } from '../infra/fan-out/fan-out.ts'
import { openTally } from '../infra/tally.ts'

// The number of an account's sockets on all servers. Most accounts have one, which no other server needs to know. A
// server shares the accounts that have more than one on it, repeats that every 20 seconds, and forgets counts that
// aren't repeated.

const WORTH_SHARING = 2
const REPEAT_EVERY = 20_000
const FORGET_AFTER = 60_000
const ACCOUNTS_PER_ITEM = 50

const Counts = z.object({ server: z.string(), sockets: z.array(z.tuple([z.string(), z.number()])) })
type Elsewhere = Map<string, { count: number; at: number }>

export function openSocketCounts({ publish, onItems }: Pick<FanOut, 'publish' | 'onItems'>) {
  const server = randomUUID()
  const here = openTally()
  const elsewhere = new Map<string, Elsewhere>()
  onItems((items) => {
    for (const item of items) {
      const { data } = Counts.safeParse(item)
      data?.sockets.forEach(([account, count]) => note(elsewhere, account, data.server, count))
    }
  })
  const share = (sockets: [account: string, count: number][]) => {
    for (let from = 0; from < sockets.length; from += ACCOUNTS_PER_ITEM)
      publish([{ server, sockets: sockets.slice(from, from + ACCOUNTS_PER_ITEM) } satisfies z.infer<typeof Counts>])
  }
  const change = (account: string, by: 1 | -1) => {
    const before = here.of(account)
    const count = here.add(account, by)
    if (Math.max(before, count) >= WORTH_SHARING) share([[account, count]])
  }
  const repeating = setInterval(() => {
    forgetOld(elsewhere)
    share(here.all().filter(([, count]) => count >= WORTH_SHARING))
  }, REPEAT_EVERY).unref()
  return {
    opened: (account: string) => change(account, 1),
    closed: (account: string) => change(account, -1),
    of: (account: string): number => {
      const others = [...(elsewhere.get(account)?.values() ?? [])]
      return others.reduce((sum, { count }) => sum + count, here.of(account))
    },
    close: () => clearInterval(repeating),
  }
}

export type SocketCounts = ReturnType<typeof openSocketCounts>

function note(elsewhere: Map<string, Elsewhere>, account: string, server: string, count: number): void {
  const counts: Elsewhere = elsewhere.get(account) ?? new Map()
  if (count > 0) counts.set(server, { count, at: Date.now() })
  else counts.delete(server)
  if (counts.size > 0) elsewhere.set(account, counts)
  else elsewhere.delete(account)
}

function forgetOld(elsewhere: Map<string, Elsewhere>): void {
  for (const [account, counts] of elsewhere)
    for (const [server, { at }] of counts) if (at < Date.now() - FORGET_AFTER) note(elsewhere, account, server, 0)
}
