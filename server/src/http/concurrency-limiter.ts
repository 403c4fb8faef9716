export type Limits = {
  atOnce: number
  /** The maximum of concurrent requests of one route, so that a hanging route leaves capacity for others. */
  perCall: number
  /** This many may always wait, so that the requests of one page are never refused. */
  spare: number
  /** The assumed cost of a request until it has been measured, in milliseconds. */
  cost: number
}

/** The state of one route, or of the whole limiter. `took` and `cost` are moving averages. */
type Flow = { running: number; waiting: number; took: number; cost: number; learned: number }
type Waiting = { call: string; since: number; onDecision: (admitted: boolean) => void }

export type ConcurrencyLimiter = {
  isFull: (call: string) => boolean
  /** Calls `onDecision` immediately or later. Call the returned function when the request ends or leaves the queue. */
  enter: (call: string, onDecision: (admitted: boolean) => void) => () => void
  sweep: () => void
  figures: () => { running: number; waiting: number }
}

/** Admitted requests should finish within half of the deadline, because their cost was measured under less load. */
const MARGIN = 0.5
const LEARN = 0.1

const newFlow = ({ cost }: Limits): Flow => ({ running: 0, waiting: 0, took: cost, cost, learned: 1 })

/** Concurrent requests share the machine, so the cost of each is its share of the time that it took. */
function learn(flow: Flow, took: number): void {
  const share = Math.max(LEARN, 1 / ++flow.learned)
  flow.cost += share * (took / flow.running - flow.cost)
  flow.took += share * (took - flow.took)
}

function openPlaces(limits: Limits, deadline: number, isBehind: () => boolean, now: () => number) {
  const all = newFlow(limits)
  const calls = new Map<string, Flow>()
  const expected = deadline * MARGIN

  const flowOf = (call: string): Flow => {
    const flow = calls.get(call) ?? newFlow(limits)
    calls.set(call, flow)
    return flow
  }
  const mayBegin = (call: string) => all.running < limits.atOnce && flowOf(call).running < limits.perCall
  const waitFor = (flow: Flow, atOnce: number) => (flow.running < atOnce ? 0 : (flow.waiting + 1) * flow.cost)

  const isFull = (call: string): boolean => {
    const flow = flowOf(call)
    if (mayBegin(call)) return false
    if (isBehind()) return true
    if (flow.waiting < limits.spare && all.waiting < 2 * limits.spare) return false
    const wait = Math.max(waitFor(flow, limits.perCall), waitFor(all, limits.atOnce))
    return wait + flow.took > expected
  }
  const begin = (call: string): (() => void) => {
    const [began, flows] = [now(), [flowOf(call), all]]
    for (const each of flows) each.running++
    return () => {
      for (const each of flows) {
        learn(each, now() - began)
        each.running--
      }
    }
  }
  const wait = (call: string, by: 1 | -1) => {
    for (const each of [flowOf(call), all]) each.waiting += by
  }
  return { all, mayBegin, isFull, begin, wait, latest: () => Math.max(expected, deadline - 2 * all.took) }
}

export function openLimiter(
  limits: Limits,
  deadline: number,
  isBehind: () => boolean = () => false,
  now = () => performance.now(),
): ConcurrencyLimiter {
  const places = openPlaces(limits, deadline, isBehind, now)
  const queue: Waiting[] = []

  const take = (at: number): Waiting => {
    const [next] = queue.splice(at, 1)
    if (!next) throw new Error('There is no request at this place in the queue.')
    places.wait(next.call, -1)
    return next
  }
  const begin = (call: string) => {
    const end = places.begin(call)
    return () => {
      end()
      for (let at = 0; at >= 0;) {
        at = queue.findIndex((each) => places.mayBegin(each.call))
        if (at >= 0) take(at).onDecision(true)
      }
    }
  }

  const enter = (call: string, onDecision: (admitted: boolean) => void): (() => void) => {
    let end = () => {}
    const admit = (admitted: boolean) => {
      end = admitted ? begin(call) : () => {}
      onDecision(admitted)
    }
    if (places.mayBegin(call)) admit(true)
    else if (places.isFull(call)) admit(false)
    else {
      const waiting: Waiting = { call, since: now(), onDecision: admit }
      end = () => void take(queue.indexOf(waiting))
      places.wait(call, 1)
      queue.push(waiting)
    }
    return () => {
      const ending = end
      end = () => {}
      ending()
    }
  }

  const sweep = () => {
    while (queue[0] && now() - queue[0].since > places.latest()) take(0).onDecision(false)
  }
  const figures = () => ({ running: places.all.running, waiting: places.all.waiting })
  return { isFull: places.isFull, enter, sweep, figures }
}
