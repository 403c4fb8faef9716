import { ApiError } from '@kindred/contract'
import type { Call } from './capacity.ts'
import { timesRow } from './floor.ts'
import { bareTransaction, likes, messages } from './hot-calls.ts'
import { pace } from './load.ts'
import { ms, spread, type Spread } from './measure.ts'
import type { Row } from './results.ts'
import type { Run } from './run.ts'

const BAR = 25
const TIMES = 3

export async function likesSection(run: Run): Promise<void> {
  const { bench, seconds, rate, add } = run
  const call = await likes({ bench, base: bench.base }, rate * (seconds + 1))
  await writes(run, 'a like', call).then(add)
}

export async function messagesSection(run: Run): Promise<void> {
  const { bench, add } = run
  await writes(run, 'a message', await messages({ bench, base: bench.base })).then(add)
}

async function writes(run: Run, what: string, call: Call): Promise<Row> {
  const { bench, seconds, rate, slack } = run
  const bare = await timed(rate, seconds, bareTransaction(bench))
  const times = await timed(rate, seconds, call)
  const row = timesRow({
    what: `${what}, ${rate} a second`,
    times,
    floor: bare,
    kind: 'transaction',
    bar: BAR,
    at: 'p99',
    judge: run,
  })
  const slower = times.median / bare.median
  return {
    ...row,
    measured: `${row.measured}${failuresIn(times)}`,
    beside: `${row.beside}, p99 ${ms(bare.p99)}${failuresIn(bare)}`,
    bar: `${row.bar}; median ${slower.toFixed(1)} times, at most ${TIMES * slack}`,
    met: row.met && slower <= TIMES * slack && times.failures.size === 0,
  }
}

type Timed = Spread & { failures: ReadonlyMap<string, number> }

const failuresIn = ({ failures }: Timed) => [...failures].map(([code, count]) => `, ${count} ${code}`).join('')

/**
 * The time of each request, even if refused, because a server that can't keep up is a result. The first second only
 * warms up both servers and doesn't count.
 */
async function timed(rate: number, seconds: number, call: Call): Promise<Timed> {
  const times: number[] = []
  const failures = new Map<string, number>()
  await pace(rate, seconds + 1, async (n) => {
    const began = performance.now()
    await call(n).catch((error: unknown) => {
      const code = error instanceof ApiError ? error.code : String(error)
      failures.set(code, (failures.get(code) ?? 0) + 1)
    })
    if (n >= rate) times.push(performance.now() - began)
  })
  return { ...spread(times), failures }
}
