import type { Db } from '../../../infra/db/db.ts'
import { listed, plural } from '../../../infra/words.ts'
import { waitingMedia } from '../../../infra/storage/waiting.sql.ts'
import { waitingJobs } from '../../../infra/waiting-jobs.ts'
import { countFailedJobs } from '../failed-jobs/failed-jobs.sql.ts'
import { fine, problem, type Check, type Finding } from './check.ts'

const LONGEST_WAIT = 10 * 60
const MOST_COUNTED = 1000

async function queue(db: Db): Promise<Finding> {
  const waiting = await waitingJobs(db)
  const late = waiting.filter(({ seconds }) => seconds > LONGEST_WAIT)
  if (late.length === 0) {
    const count = waiting.reduce((sum, each) => sum + each.count, 0)
    return fine(`${plural(count, { one: '# job is', other: '# jobs are' })} due.`)
  }
  const [oldest] = late
  const minutes = plural(Math.round((oldest?.seconds ?? 0) / 60), { one: '# minute', other: '# minutes' })
  return problem(
    `Jobs have been due for up to ${minutes}: ${listed(late.map(({ job, count }) => `${count} × ${job}`))}.`,
    'Check that a server is running, and look for “a job failed” in its log.',
  )
}

/** Members' uploads wait in the database while the bucket fails. */
async function media(db: Db): Promise<Finding> {
  const { count, bytes, seconds } = await waitingMedia(db)
  const files = plural(count, { one: '# file waits', other: '# files wait' })
  if (seconds <= LONGEST_WAIT) return fine(`${files} for the bucket.`)
  const minutes = plural(Math.round(seconds / 60), { one: '# minute', other: '# minutes' })
  return problem(
    `${files} for the bucket (${(bytes / 1024 ** 2).toFixed(1)} MB), the oldest for ${minutes}.`,
    'Check the bucket, its key and its space, and look for “a waiting file could not be moved” in the log.',
  )
}

async function failedJobs(db: Db): Promise<Finding> {
  const count = await countFailedJobs(db, MOST_COUNTED)
  if (count === 0) return fine('No job has failed for good.')
  const jobs = plural(count, { one: '# job', other: '# jobs' })
  return problem(`${jobs} failed for good.`, 'An administrator can read why and retry them at /failed-jobs.')
}

export const queueChecks = (db: Db): Check[] => [
  { name: 'queue', look: () => queue(db) },
  { name: 'media-waiting', look: () => media(db) },
  { name: 'failed-jobs', look: () => failedJobs(db) },
]
