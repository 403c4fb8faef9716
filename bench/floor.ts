import { sql } from 'kysely'
import { send, type Request } from './http.ts'
import { ms, spread, type Spread } from './measure.ts'
import type { Row } from './results.ts'
import type { Bench } from './server.ts'

// Every target is a multiple of a baseline that the same run measures: a plain solution to the essential part of the
// task. The targets were set in milliseconds on a machine with these baselines, which convert them.

/** The median milliseconds of each baseline on the reference machine (docs/performance.md). */
const reference = { rows: 1, transaction: 1.5, echo: 0.2 }

export type Floor = keyof typeof reference

const meaning: Record<Floor, string> = {
  rows: '20 rows by primary key',
  transaction: 'a bare transaction',
  echo: 'a bare echo',
}

const timesFloor = (bar: number, floor: Floor): number => bar / reference[floor]

export async function plainly(call: Request): Promise<void> {
  const { status } = await send(call)
  if (status !== 200) throw new Error(`The plain server answered ${status}.`)
}

/** The plain server reads as many rows by primary key as a page shows. */
const rowsByKey = ({ plain }: Bench, at: number) => plainly({ method: 'GET', url: `${plain.url}rows/${at}` })

export type Beside = { times: Spread; floor: Spread; blocks: number }

const WARM_UP = 20

/** Alternates requests with baseline requests, so that other load on the machine slows both. */
export async function beside(bench: Bench, calls: number, call: (at: number) => Promise<unknown>): Promise<Beside> {
  const blocks: number[] = []
  for (let at = 0; at < WARM_UP; at++) {
    await sql`select bench.pg_stat_statements_reset()`.execute(bench.db)
    await call(at)
    blocks.push(await blocksRead(bench))
    await rowsByKey(bench, at)
  }
  const [times, floor]: [number[], number[]] = [[], []]
  for (let at = 0; at < calls; at++) {
    const began = performance.now()
    await call(at)
    const between = performance.now()
    await rowsByKey(bench, at)
    times.push(between - began)
    floor.push(performance.now() - between)
  }
  return { times: spread(times), floor: spread(floor), blocks: spread(blocks).median }
}

/** Pages of tables and indexes read since the last reset. A missing index shows here first. */
async function blocksRead({ db }: Bench): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int as blocks from bench.pg_stat_statements
    where query not like '%pg_stat_statements%'`.execute(db)
  return rows[0]?.blocks ?? 0
}

type Times = { median: number; p95: number; p99: number }
/** A short run has to tolerate load on the machine, so it compares medians. */
export type Judge = { slack: number; isShort: boolean }

type Figure = { what: string; times: Times; floor: Times; kind: Floor; bar: number; judge: Judge }

/** `bar` is the target at this quantile, in milliseconds on the reference machine. */
export function timesRow(figure: Figure & { at: 'p95' | 'p99'; blocks?: number }): Row {
  const { what, times, floor, kind, judge } = figure
  const at = judge.isShort ? 'median' : figure.at
  const most = timesFloor(figure.bar, kind) * judge.slack
  const ratio = times[at] / floor.median
  return {
    what,
    measured: `${ms(times.median)}, ${figure.at} ${ms(times[figure.at])}`,
    beside: `${ms(floor.median)} for ${meaning[kind]}`,
    bar: `${at} ${ratio.toFixed(1)} times that, at most ${most.toFixed(1)}`,
    met: ratio <= most,
    ratio: times.median / floor.median,
    ...(figure.blocks === undefined ? {} : { blocks: figure.blocks }),
  }
}

type Share = { what: string; measured: string; beside: string; share: number; least: number | null; slack: number }

export function leastRow({
  what,
  measured,
  beside,
  share,
  least,
  slack,
  failures = 0,
}: Share & { failures?: number }): Row {
  const percent = (value: number) => `${Math.round(value * 100)} %`
  const failed = failures > 0 ? `, ${failures} failed` : ''
  return {
    what,
    measured: `${measured}${failed}`,
    beside,
    bar: `${Number.isFinite(share) ? percent(share) : 'no share'} of that, ${least === null ? 'no bar' : `at least ${percent(least / slack)}`}`,
    met: failures === 0 && Number.isFinite(share) && (least === null || share >= least / slack),
    ratio: share,
    isShare: true,
  }
}
