import { openTally } from '../infra/tally.ts'

export type Limits = {
  atOnce: number
  /** The maximum of concurrent requests of one route, so that a hanging route leaves capacity for others. */
  perCall: number
  /** The maximum of concurrent requests of one caller: an account, or the network of anonymous requests. */
  perCaller: number
  /** This many may always wait, so that the requests of one page are never refused. */
  spare: number
  /** The assumed cost of a request until it has been measured, in milliseconds. */
  cost: number
}

/** The state of one route, or of the whole limiter. `took` and `cost` are moving averages. */
type Flow = { running: number; took: number; cost: number; learned: number }
type Asking = { call: string; caller: string }
type Waiting = Asking & { since: number; onDecision: (admitted: boolean) => void }

export type ConcurrencyLimiter = {
  isFull: (asking: Asking) => boolean
  /** Calls `onDecision` immediately or later. Call the returned function when the request ends or leaves the queue. */
  enter: (asking: Asking, onDecision: (admitted: boolean) => void) => () => void
  sweep: () => void
  figures: () => { running: number; waiting: number }
  /** The number of callers with requests in the queue. */
  waitingCallers: () => number
}

/** Admitted requests should finish within half of the deadline, because their cost was measured under less load. */
const MARGIN = 0.5
const LEARN = 0.1

const newFlow = ({ cost }: Limits): Flow => ({ running: 0, took: cost, cost, learned: 1 })

/** Concurrent requests share the machine, so the cost of each is its share of the time that it took. */
function learn(flow: Flow, took: number): void {
  const share = Math.max(LEARN, 1 / ++flow.learned)
  flow.cost += share * (took / flow.running - flow.cost)
  flow.took += share * (took - flow.took)
}

const HALF_LIFE = 30_000
const MAX_CALLERS = 10_000

/** Counts each caller's requests of the last minute or so. A request counts half after the half-life. */
function openUsage(now: () => number) {
  const callers = new Map<string, { used: number; at: number }>()
  const of = (caller: string): number => {
    const last = callers.get(caller)
    return last ? last.used * 0.5 ** ((now() - last.at) / HALF_LIFE) : 0
  }
  const add = (caller: string) => {
    const used = of(caller) + 1
    callers.delete(caller)
    callers.set(caller, { used, at: now() })
    const [oldest] = callers.keys()
    if (callers.size > MAX_CALLERS && oldest !== undefined) callers.delete(oldest)
  }
  return { of, add }
}

function openPlaces(limits: Limits, deadline: number, now: () => number) {
  const all = newFlow(limits)
  const calls = new Map<string, Flow>()
  const runningBy = openTally()
  const expected = deadline * MARGIN

  const flowOf = (call: string): Flow => {
    const flow = calls.get(call) ?? newFlow(limits)
    calls.set(call, flow)
    return flow
  }
  const mayBegin = ({ call, caller }: Asking) =>
    all.running < limits.atOnce && flowOf(call).running < limits.perCall && runningBy.of(caller) < limits.perCaller

  /** True if a request would begin too late behind this many others: of all, of its route, and of its caller. */
  const isTooLate = ({ call, caller }: Asking, waiting: { all: number; call: number; own: number }): boolean => {
    const flow = flowOf(call)
    if (waiting.call < limits.spare && waiting.all < 2 * limits.spare) return false
    const waits = [
      flow.running < limits.perCall ? 0 : (waiting.call + 1) * flow.cost,
      all.running < limits.atOnce ? 0 : (waiting.all + 1) * all.cost,
      runningBy.of(caller) < limits.perCaller ? 0 : ((waiting.own + 1) * flow.took) / limits.perCaller,
    ]
    return Math.max(...waits) + flow.took > expected
  }
  const begin = ({ call, caller }: Asking): (() => void) => {
    const [began, flows] = [now(), [flowOf(call), all]]
    for (const each of flows) each.running++
    runningBy.add(caller, 1)
    return () => {
      for (const each of flows) {
        learn(each, now() - began)
        each.running--
      }
      runningBy.add(caller, -1)
    }
  }
  return { all, mayBegin, isTooLate, begin, latest: () => Math.max(expected, deadline - 2 * all.took) }
}

/**
 * Callers take turns: a free slot goes to the one with the fewest recent requests. A busy caller waits for
 * itself, and a member with a request now and then comes first.
 */
export function openLimiter(
  limits: Limits,
  deadline: number,
  isBehind: () => boolean = () => false,
  now = () => performance.now(),
): ConcurrencyLimiter {
  const places = openPlaces(limits, deadline, now)
  const usage = openUsage(now)
  const queue: Waiting[] = []

  const take = (waiting: Waiting): Waiting => {
    const at = queue.indexOf(waiting)
    if (at < 0) throw new Error('This request is not in the queue.')
    queue.splice(at, 1)
    return waiting
  }
  const nextInTurn = (): Waiting | undefined => {
    let next: Waiting | undefined
    for (const each of queue)
      if (places.mayBegin(each) && (!next || usage.of(each.caller) < usage.of(next.caller))) next = each
    return next
  }
  const begin = (asking: Asking) => {
    usage.add(asking.caller)
    const end = places.begin(asking)
    return () => {
      end()
      for (let next = nextInTurn(); next; next = nextInTurn()) take(next).onDecision(true)
    }
  }
  /**
   * Of a full queue, the request that would begin last leaves: one that waits, or the one that asks. While the process
   * lags, every queue is full.
   */
  const leaverFor = (asking: Asking): Waiting | 'itself' | undefined => {
    const sameCall = queue.filter(({ call }) => call === asking.call)
    const own = queue.filter(({ caller }) => caller === asking.caller).length
    const isFull = isBehind() || places.isTooLate(asking, { all: queue.length, call: sameCall.length, own })
    if (!isFull) return undefined
    const others = sameCall.length > 0 ? sameCall : queue
    const last = others.reduce<Waiting | undefined>(
      (busiest, each) => (busiest && usage.of(busiest.caller) > usage.of(each.caller) ? busiest : each),
      undefined,
    )
    return last && usage.of(last.caller) > usage.of(asking.caller) ? last : 'itself'
  }
  const isFull = (asking: Asking): boolean => !places.mayBegin(asking) && leaverFor(asking) === 'itself'

  const enter = (asking: Asking, onDecision: (admitted: boolean) => void): (() => void) => {
    let end = () => {}
    const admit = (admitted: boolean) => {
      end = admitted ? begin(asking) : () => {}
      onDecision(admitted)
    }
    const wait = () => {
      const leaver = leaverFor(asking)
      if (typeof leaver === 'object') take(leaver).onDecision(false)
      const waiting: Waiting = { ...asking, since: now(), onDecision: admit }
      end = () => void take(waiting)
      queue.push(waiting)
    }
    if (places.mayBegin(asking)) admit(true)
    else if (isFull(asking)) admit(false)
    else wait()
    return () => {
      const ending = end
      end = () => {}
      ending()
    }
  }

  const sweep = () => {
    while (queue[0] && now() - queue[0].since > places.latest()) take(queue[0]).onDecision(false)
  }
  const figures = () => ({ running: places.all.running, waiting: queue.length })
  const waitingCallers = () => new Set(queue.map(({ caller }) => caller)).size
  return { isFull, enter, sweep, figures, waitingCallers }
}
