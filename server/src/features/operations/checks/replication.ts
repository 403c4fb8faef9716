import type { Db } from '../../../infra/db/db.ts'
import { LONGEST_LAG } from '../../../infra/db/replica.ts'
import { replicaLag, replicationOf, type Slot } from '../../../infra/db/replication.ts'
import { listed, plural } from '../../../infra/words.ts'
import { fine, problem, type Check, type Finding } from './check.ts'

const MOST_RETAINED = 4 * 1024 ** 3

const inWords = (seconds: number) => plural(Math.round(seconds), { one: '# second', other: '# seconds' })

async function replication(db: Db): Promise<Finding> {
  const { standbys, isVisible, needsSynchronous, slots } = await replicationOf(db)
  if (!isVisible && (needsSynchronous || slots.length > 0))
    return problem(
      'The server’s role can’t see the standbys.',
      'As a superuser, run: grant pg_read_all_stats to kindred_app;',
    )
  if (needsSynchronous && !standbys.some(({ isSynchronous }) => isSynchronous))
    return problem(
      'Writes are waiting for a synchronous standby, but none is connected.',
      "Start it, or continue without it: alter system set synchronous_standby_names = ''; select pg_reload_conf();",
    )
  const late = standbys.filter(({ seconds }) => seconds > LONGEST_LAG)
  if (late.length > 0)
    return problem(
      `${listed(late.map(({ name, seconds }) => `${name} is ${inWords(seconds)} behind`))}.`,
      'Check the disk and the network of the standby.',
    )
  if (standbys.length === 0) return fine('There is no standby, and no write waits for one.')
  return fine(`${plural(standbys.length, { one: '# standby keeps', other: '# standbys keep' })} up.`)
}

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

function problemOf({ name, isActive, isLost, retained }: Slot): Finding | undefined {
  const drop = `select pg_drop_replication_slot('${name}');`
  if (isLost)
    return problem(
      `The slot ${name} has lost its place in the log.`,
      `Copy its standby again (docs/operations.md), and run: ${drop}`,
    )
  if (isActive && retained <= MOST_RETAINED) return undefined
  return problem(
    `${isActive ? 'The reader of' : 'Nobody reads'} the slot ${name}${isActive ? ' is behind' : ''}, which keeps ` +
      `${gigabytes(retained)} of the log.`,
    `Start its standby. If that standby no longer exists, run: ${drop}`,
  )
}

/** An unused slot retains the write-ahead log: up to `max_slot_wal_keep_size`, or until the disk is full. */
async function slots(db: Db): Promise<Finding> {
  const { slots: all } = await replicationOf(db)
  const found = all.map(problemOf)
  return found.find(Boolean) ?? fine(all.length > 0 ? 'Every slot is read.' : 'There are no slots.')
}

async function lag(replica: Db): Promise<Finding> {
  const seconds = await replicaLag(replica)
  if (seconds <= LONGEST_LAG) return fine(`The read replica is ${inWords(seconds)} behind.`)
  return problem(
    `The read replica is ${inWords(seconds)} behind.`,
    'Check its disk, and whether it’s connected to its primary. Until then, the primary serves its reads.',
  )
}

export const replicationChecks = (db: Db, replica: Db | undefined): Check[] => [
  { name: 'replication', look: () => replication(db) },
  { name: 'slots', look: () => slots(db) },
  ...(replica ? [{ name: 'replica', look: () => lag(replica) }] : []),
]
