import { sql } from 'kysely'
import { askWorkers } from '../../../infra/db/workers.ts'
import type { Db } from '../../../infra/db/db.ts'
import { first } from '../../../infra/first.ts'
import { listed, plural } from '../../../infra/words.ts'
import { fine, problem, warning, type Check, type Finding } from './checks.ts'

// The checks of a database whose growing tables are distributed with Citus.

/** Counts prepared transactions on a worker that Citus should have ended by now. */
const STUCK = `select count(*) from pg_prepared_xacts where database = current_database() and prepared < now() - interval '5 minutes'`

async function workers(db: Db): Promise<Finding> {
  const answers = await askWorkers(db, STUCK)
  const missing = answers.filter(({ hasAnswered }) => !hasAnswered)
  if (missing.length > 0)
    return problem(
      `${listed(missing.map(({ worker, text }) => `${worker} doesn’t answer (${text})`))}. Calls about what it has are answered with 503.`,
      'Bring it or its standby back: docs/runbooks/lost-worker.md.',
    )
  const stuck = answers.filter(({ text }) => text !== '0')
  if (stuck.length > 0)
    return problem(
      `Transactions have waited for their end for over 5 minutes on ${listed(stuck.map(({ worker }) => worker))}. They keep rows locked.`,
      'As the owner, run on the coordinator: select recover_prepared_transactions();',
    )
  return fine(`${plural(answers.length, { one: '# worker answers', other: '# workers answer' })}.`)
}

/** Up to this size, an imbalance between workers doesn't matter. */
const SMALL = 1024 ** 3

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

/** Workers are out of balance if one stores more than twice as much as another. */
async function shards(db: Db): Promise<Finding> {
  const { rows } = await sql<{ worker: string; shards: number; bytes: number }>`
    select n.nodename || ':' || n.nodeport as worker, count(s.shardid)::int as shards,
      coalesce(sum(s.shard_size), 0)::bigint as bytes
    from pg_dist_node n left join citus_shards s on s.nodename = n.nodename and s.nodeport = n.nodeport
    where n.shouldhaveshards and n.isactive and n.noderole = 'primary' group by 1 order by 1`.execute(db)
  const each = rows.map(({ worker, shards: count, bytes }) => {
    const some = plural(count, { one: '# shard', other: '# shards' })
    return `${worker} has ${some} with ${gigabytes(bytes)}`
  })
  const sizes = rows.map(({ bytes }) => bytes)
  const isEven = Math.max(...sizes) <= Math.max(SMALL, 2 * Math.min(...sizes))
  if (isEven) return fine(`${listed(each)}.`)
  return warning(
    `The workers are out of balance: ${listed(each)}.`,
    'Members can go on while shards move: docs/runbooks/add-worker.md.',
  )
}

type CountHalves = (db: Db) => Promise<{ likes: number; halves: number }>

/** Checks a sample for likes that a crash left on one side only, and when the job that repairs them last ran. */
async function halves(db: Db, countHalves: CountHalves): Promise<Finding> {
  const counted = await countHalves(db)
  const { rows } = await sql<{ hours: number | null }>`
    select extract(epoch from now() - max(completed_on))::float / 3600 as hours
    from pgboss.job where name = 'repair' and state = 'completed'`.execute(db)
  const { hours } = first(rows)
  const repaired = hours === null ? 'has not run yet' : `ran ${Math.round(hours)} hours ago`
  const message = `Of ${plural(counted.likes, { one: '# like', other: '# likes' })} that were looked at, ${counted.halves} are on one side only. The nightly job that repairs them ${repaired}.`
  if (counted.halves === 0) return fine(message)
  const remedy = 'Look for “one side only” in tomorrow’s log, and for “repair” at /failed-jobs.'
  return warning(message, remedy)
}

/** Returns no checks unless tables are distributed. */
export async function workerChecks(db: Db, countHalves: CountHalves): Promise<Check[]> {
  const { rows } = await sql<{ knows: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as knows`.execute(db)
  if (!rows[0]?.knows) return []
  return [
    { name: 'workers', look: () => workers(db) },
    { name: 'shards', look: () => shards(db) },
    { name: 'halves', look: () => halves(db, countHalves) },
  ]
}
