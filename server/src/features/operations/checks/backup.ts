import type { Db } from '../../../infra/db/db.ts'
import { backupAge, type BackupAge } from '../../../infra/last-backup.ts'
import { plural } from '../../../infra/words.ts'
import { fine, problem, type Check, type Finding } from './check.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** As in ops/alerts.yml: a day and some time for the backup itself. */
const OLDEST = 26 * HOUR

const inWords = (seconds: number): string =>
  seconds < 2 * HOUR
    ? plural(Math.round(seconds / MINUTE), { one: '# minute', other: '# minutes' })
    : plural(Math.round(seconds / HOUR), { one: '# hour', other: '# hours' })

const REMEDY =
  'Run npm run backup -- FOLDER every day. If another tool backs up the database, let it run ' +
  'npm run backup -- --made-elsewhere each time.'

export function backupFinding({ kind, seconds }: BackupAge): Finding {
  const age = inWords(seconds)
  const isOld = seconds > OLDEST
  if (kind === 'once')
    return isOld ? problem(`The last backup is ${age} old.`, REMEDY) : fine(`The last backup is ${age} old.`)
  return isOld
    ? problem(`There’s no backup yet, and the tables are ${age} old.`, REMEDY)
    : fine(`There’s no backup yet. The tables are ${age} old.`)
}

export const backupCheck = (db: Db): Check => ({
  name: 'backup',
  look: async () => backupFinding(await backupAge(db)),
})
