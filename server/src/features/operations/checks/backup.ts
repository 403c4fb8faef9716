import type { Db } from '../../../infra/db/db.ts'
import { backupAges, type BackupAge } from '../../../infra/last-backup.ts'
import { plural } from '../../../infra/words.ts'
import { fine, problem, type Check, type Finding } from './check.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** As in ops/alerts.yml: a day and some time for the backup itself, or ten minutes of a continuous one. */
const OLDEST = 26 * HOUR
const FARTHEST_BEHIND = 10 * MINUTE

const inWords = (seconds: number): string =>
  seconds < 2 * HOUR
    ? plural(Math.round(seconds / MINUTE), { one: '# minute', other: '# minutes' })
    : plural(Math.round(seconds / HOUR), { one: '# hour', other: '# hours' })

const REMEDY =
  'Run npm run backup -- FOLDER every day. If another tool backs up the database, let it run ' +
  'npm run backup -- --made-elsewhere each time.'

/** What is wrong with the newest backups, or how old they are. */
export function backupFinding(ages: readonly BackupAge[]): Finding {
  const [newest] = ages.toSorted((one, other) => one.seconds - other.seconds)
  const continuous = ages.find(({ kind }) => kind === 'continuous')
  if (continuous && continuous.seconds > FARTHEST_BEHIND)
    return problem(
      `The continuous backup is ${inWords(continuous.seconds)} behind.`,
      'Start it again: npm run backup -- --continuous FOLDER. To give it up: npm run backup -- --continuous --end',
    )
  if (!newest) return problem('It’s unknown when the database was backed up.', REMEDY)
  const age = inWords(newest.seconds)
  if (newest.seconds > OLDEST && newest.kind === 'none')
    return problem(`There’s no backup yet, and the tables are ${age} old.`, REMEDY)
  if (newest.seconds > OLDEST) return problem(`The last backup is ${age} old.`, REMEDY)
  return fine(
    newest.kind === 'none' ? `There’s no backup yet. The tables are ${age} old.` : `The last backup is ${age} old.`,
  )
}

export const backupCheck = (db: Db): Check => ({
  name: 'backup',
  look: async () => backupFinding(await backupAges(db)),
})
