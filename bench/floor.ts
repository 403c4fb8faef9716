import { ApiError } from '@kindred/contract'
import { sql } from 'kysely'
import { send, type Request } from './http.ts'
import { ms, pace, spread, type Call, type Spread } from './measure.ts'
import type { Row, Run } from './results.ts'
import type { Bench } from './server.ts'

// Every target is a multiple of a baseline that the same run measures: a plain solution to the essential part of the
// task. The targets were set in milliseconds on a machine with these baselines, which convert them.

/** The median milliseconds of each baseline on the reference machine (docs/performance.md). */
const reference = { rows: 1, transaction: 1.5 }
const meaning = { rows: '20 rows by primary key', transaction: 'a bare transaction' }

async function plainly(call: Request): Promise<void> {
  const { status } = await send(call)
  if (status !== 200) throw new Error(`The plain server answered ${status}.`)
}

export type Beside = { times: Spread; floor: Spread; pages: number }

const WARM_UP = 20

/** Alternates requests with reading as many rows by primary key as a page shows, so that other load slows both. */
export async function beside(bench: Bench, calls: number, call: (at: number) => Promise<unknown>): Promise<Beside> {
  const rowsByKey = (at: number) => plainly({ method: 'GET', url: `${bench.plain}rows/${at}` })
  const pages: number[] = []
  for (let at = 0; at < WARM_UP; at++) {
    await sql`select bench.pg_stat_statements_reset()`.execute(bench.db)
    await call(at)
    pages.push(await pagesRead(bench))
    await rowsByKey(at)
  }
  const [times, floor]: [number[], number[]] = [[], []]
  for (let at = 0; at < calls; at++) {
    const began = performance.now()
    await call(at)
    const between = performance.now()
    await rowsByKey(at)
    times.push(between - began)
    floor.push(performance.now() - between)
  }
  return { times: spread(times), floor: spread(floor), pages: spread(pages).median }
}

/** Pages of tables and indexes read since the last reset. */
async function pagesRead({ db }: Bench): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int as pages from bench.pg_stat_statements
    where query not like '%pg_stat_statements%'`.execute(db)
  return rows[0]?.pages ?? 0
}

/** The essential work of a like in a bare transaction: it is stored, and counted on both sides. */
export const bareTransaction = ({ plain }: Bench) => plainly({ method: 'POST', url: plain })

/**
 * The time of each request, even if refused, because a server that can't keep up is a result. The first second only
 * warms up both servers and doesn't count.
 */
export async function timed(rate: number, seconds: number, call: Call): Promise<Spread & { failures: string }> {
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
  return { ...spread(times), failures: [...failures].map(([code, count]) => `, ${count} ${code}`).join('') }
}

type Timed = { times: Spread; floor: Spread; pages?: number; at: 'p95' | 'p99'; kind: keyof typeof reference }

/** `bar` is the target in milliseconds on the reference machine. A short run compares medians, because of other load. */
export function timesRow(what: string, bar: number, { slack, isShort }: Run, timed: Timed): Row {
  const { times, floor, kind, pages } = timed
  const at = isShort ? 'median' : timed.at
  const most = (bar / reference[kind]) * slack
  const ratio = times[at] / floor.median
  return {
    what,
    measured: `${ms(times.median)}, ${timed.at} ${ms(times[timed.at])}`,
    beside: `${ms(floor.median)} for ${meaning[kind]}`,
    bar: `${at} ${ratio.toFixed(1)} times that, at most ${most.toFixed(1)}`,
    met: ratio <= most,
    ...(pages === undefined ? {} : { pages }),
  }
}

type Share = { what: string; measured: string; beside: string; share: number; least: number; failures: number }

export function shareRow({ slack }: Run, { what, measured, beside, share, least, failures }: Share): Row {
  const percent = (value: number) => `${Math.round(value * 100)} %`
  return {
    what,
    measured: `${measured}${failures > 0 ? `, ${failures} failed` : ''}`,
    beside,
    bar: `${percent(share)} of that, at least ${percent(least / slack)}`,
    met: failures === 0 && share >= least / slack,
  }
}
