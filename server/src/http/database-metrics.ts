import { setTimeout as pause } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { replicationOf } from '../infra/db/replication.ts'
import { backupAge } from '../infra/last-backup.ts'
import { waitingMedia } from '../infra/storage/waiting.sql.ts'
import { failedJobs, waitingJobs } from '../infra/waiting-jobs.ts'

const NOT_MORE_OFTEN = 5000
const PATIENCE = 2000

/**
 * Figures that the database has, the same on every server. However often we're asked, one set of statements runs at a
 * time. Where the database takes long or is away, the figures are those of before; database_up tells.
 */
export function measureDatabase(registry: Registry, { reserved, replicaLag }: Deps): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const due = gauge('jobs_due', 'Jobs that could run now and were not started', ['job'])
  const oldest = gauge('jobs_oldest_seconds', 'How long the oldest of them has been due', ['job'])
  const failed = gauge('jobs_failed', 'Jobs that failed for good, and that nobody has retried')
  const media = gauge('media_waiting', 'Files that wait in the database for the bucket')
  const oldestMedia = gauge('media_waiting_seconds', 'How long the oldest of them has waited')
  const standbys = gauge('replication_lag_seconds', 'By how much a standby is behind', ['standby'])
  const isWaiting = gauge('replication_standby_missing', 'Whether commits wait for a standby that is not there')
  const slots = gauge('replication_slot_bytes', 'What a replication slot keeps of the log', ['slot'])
  const backups = gauge('backup_age_seconds', 'How old the last backup is, or the tables where there is none', ['kind'])
  const lag = gauge('replica_lag_seconds', 'By how much the read replica is behind')

  const ask = async () => {
    const [jobs, failures, files, replication, backup, behind] = await Promise.all([
      waitingJobs(reserved.db),
      failedJobs(reserved.db),
      waitingMedia(reserved.db),
      replicationOf(reserved.db),
      backupAge(reserved.db),
      replicaLag(),
    ])
    for (const each of [due, oldest, standbys, slots, backups]) each.reset()
    for (const { job, count, seconds } of jobs) {
      due.set({ job }, count)
      oldest.set({ job }, seconds)
    }
    failed.set(failures)
    media.set(files.count)
    oldestMedia.set(files.seconds)
    for (const { name, seconds } of replication.standbys) standbys.set({ standby: name }, seconds)
    const isSafe = !replication.isVisible || replication.standbys.some(({ isSynchronous }) => isSynchronous)
    isWaiting.set(Number(replication.needsSynchronous && !isSafe))
    for (const { name, retained } of replication.slots) slots.set({ slot: name }, retained)
    backups.set({ kind: backup.kind }, backup.seconds)
    lag.set(behind ?? 0)
  }
  let [askedAt, asking]: [number, Promise<void> | undefined] = [-Infinity, undefined]
  return async () => {
    if (!asking && performance.now() - askedAt > NOT_MORE_OFTEN)
      asking = ask()
        .catch(() => {})
        .finally(() => {
          askedAt = performance.now()
          asking = undefined
        })
    await Promise.race([asking, pause(PATIENCE, undefined, { ref: false })])
  }
}
