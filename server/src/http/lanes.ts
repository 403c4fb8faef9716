// Who may begin, who waits and who is turned away: a few at once for each call and for each kind of call, and a short queue
// before them. Nobody waits for what would come too late.

export type Limits = {
  /** How many of the lane are worked on at once. */
  atOnce: number
  /** How many of one call, so that one that hangs leaves room for the others. */
  perCall: number
  /** So many may wait whatever is expected: what one page asks for at once is never refused. */
  spare: number
  /** What one costs until it is known, in milliseconds. */
  cost: number
}

/** One call, or the whole lane: what runs, what waits, and what one has taken lately. */
type Flow = { running: number; waiting: number; took: number; cost: number; learned: number }
type Waiting = { call: string; since: number; settle: (admitted: boolean) => void }

export type Lane = {
  /** Whether a request that came now would be refused. */
  isFull: (call: string) => boolean
  /** Settles at once or later; what it returns ends the work, or the waiting. */
  enter: (call: string, settle: (admitted: boolean) => void) => () => void
  /** Refuses those who have waited too long. */
  sweep: () => void
  figures: () => { running: number; waiting: number }
}

/** Who is let in should have half of the deadline to spare: what one costs is known from before the crowd came. */
const MARGIN = 0.5
const LEARN = 0.1

const newFlow = ({ cost }: Limits): Flow => ({ running: 0, waiting: 0, took: cost, cost, learned: 1 })

/** Several at once share the machine: one more costs its part of the time that it took. */
function learn(flow: Flow, took: number): void {
  const share = Math.max(LEARN, 1 / ++flow.learned)
  flow.cost += share * (took / flow.running - flow.cost)
  flow.took += share * (took - flow.took)
}

/** The places of a lane: who has one, who may have one, and whether waiting for one is worth it. */
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
  /** Takes a place; what it returns gives it back. */
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

export function openLane(
  limits: Limits,
  deadline: number,
  isBehind: () => boolean = () => false,
  now = () => performance.now(),
): Lane {
  const places = openPlaces(limits, deadline, isBehind, now)
  const queue: Waiting[] = []

  const take = (at: number): Waiting => {
    const [next] = queue.splice(at, 1) as [Waiting]
    places.wait(next.call, -1)
    return next
  }
  const begin = (call: string) => {
    const end = places.begin(call)
    return () => {
      end()
      for (let at = 0; at >= 0;) {
        at = queue.findIndex((each) => places.mayBegin(each.call))
        if (at >= 0) take(at).settle(true)
      }
    }
  }

  const enter = (call: string, settle: (admitted: boolean) => void): (() => void) => {
    let end = () => {}
    const admit = (admitted: boolean) => {
      end = admitted ? begin(call) : () => {}
      settle(admitted)
    }
    if (places.mayBegin(call)) admit(true)
    else if (places.isFull(call)) admit(false)
    else {
      const waiting: Waiting = { call, since: now(), settle: admit }
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
    while (queue[0] && now() - queue[0].since > places.latest()) take(0).settle(false)
  }
  const figures = () => ({ running: places.all.running, waiting: places.all.waiting })
  return { isFull: places.isFull, enter, sweep, figures }
}
