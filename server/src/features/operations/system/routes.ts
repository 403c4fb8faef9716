import { type Health, missingDetails, type system } from '@kindred/contract'
import { sql } from 'kysely'
import type { Handlers } from '../../../http/mount.ts'
import { theBuild } from '../../../infra/build.ts'
import { configurationOf, publicSettings } from '../configuration/read-configuration.ts'
import type { Deps } from '../../../deps.ts'
import { replicationOf } from '../../../infra/db/replication.ts'
import { later, seconds } from '../../../infra/clock.ts'
import { first } from '../../../infra/first.ts'
import { waitingJobs } from '../../../infra/waiting-jobs.ts'
import { countFailedJobs } from '../failed-jobs/queries.ts'

const MOST_FAILED = 1000

async function readHealth(context: Pick<Deps, 'config' | 'clock' | 'reserved' | 'replicaLag'>): Promise<Health> {
  const {
    config,
    clock,
    reserved: { db },
    replicaLag,
  } = context
  const [version, waiting, failedJobs, { standbys, isVisible, needsSynchronous }, replicaSeconds, { operator }] =
    await Promise.all([
      sql<{ version: string }>`select current_setting('server_version') as version`.execute(db),
      waitingJobs(db),
      countFailedJobs(db, MOST_FAILED),
      replicationOf(db),
      replicaLag(),
      configurationOf({ config, db }),
    ])
  return {
    ...theBuild,
    startedAt: later(clock.now(), -seconds(process.uptime())).toISOString(),
    database: first(version.rows).version,
    jobs: waiting.map(({ job, count, seconds }) => ({ job, due: count, seconds: Math.round(seconds) })),
    failedJobs,
    standbys: isVisible ? standbys : null,
    lacksStandby: isVisible && needsSynchronous && !standbys.some(({ isSynchronous }) => isSynchronous),
    replicaSeconds,
    missingDetails: missingDetails(operator),
  }
}

export const systemHandlers: Handlers<typeof system> = {
  getStatus: async (context) => ({ ...theBuild, settings: await publicSettings(context) }),
  getHealth: async (context) => ({ data: { health: await readHealth(context) } }),
}
