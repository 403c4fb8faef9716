import { strToU8, zipSync } from 'fflate'
import { CompiledQuery } from 'kysely'
import type { Deps } from '../../deps.ts'
import { days, minutes } from '../../infra/clock.ts'
import { about, personalTables, type PersonalTable } from '../../infra/personal-data.ts'
import { SYSTEM, unitOfWork, type Work } from '../../work.ts'
import { queueMail, settingsOf } from '../delivery/index.ts'
import { issueSecret, lockUnlessErased } from '../identity/index.ts'
import { findNotificationSettings } from './export.sql.ts'
import { fileOf } from './export-file.ts'

const LINK_LASTS = days(1)
const MARGIN = minutes(1)

type ExportedRows = Record<string, Record<string, unknown>[]>

/** Writes an account's data and pictures into one file, and emails a link that works once. */
export async function exportOwnData(context: Deps, accountId: string, sessionId: string): Promise<void> {
  const account = await findNotificationSettings(context.db, accountId)
  if (!account) return
  const rows = await collectRows(context, accountId)
  const data = { ...rows, notificationSettings: settingsOf(account) }
  const files: Record<string, Uint8Array> = { 'data.json': strToU8(JSON.stringify(data, null, 2)) }
  await addPictures(context, rows, files)
  await context.storage.put(fileOf(accountId), zipSync(files, { level: 6 }))
  await unitOfWork(context, SYSTEM, (work) => mailLink(work, accountId, sessionId))
}

/** The rows of each table that the rooms declare as exported. Others' confidential data isn't among them. */
async function collectRows({ db, declarations }: Deps, accountId: string): Promise<ExportedRows> {
  const data: ExportedRows = {}
  const parts = personalTables(declarations).flatMap(([table, holding]) => statementFor(table, holding) ?? [])
  for (const { as, statement } of parts)
    data[as] = (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, [accountId]))).rows
  return data
}

function statementFor(table: string, { of, exported }: PersonalTable): { as: string; statement: string } | undefined {
  if ('withheld' in exported) return undefined
  const { as, columns, also = {}, where = of, order } = exported
  const selected = [...columns, ...Object.entries(also).map(([name, value]) => `${value} as ${name}`)]
  const statement = `select ${selected.join(', ')} from ${table} where ${about(where)}`
  return { as, statement: order ? `${statement} order by ${order}` : statement }
}

async function addPictures({ storage }: Deps, { pictures = [] }: ExportedRows, files: Record<string, Uint8Array>) {
  for (const { public_id } of pictures) {
    if (typeof public_id !== 'string') continue
    const bytes = await storage.get(`${public_id}/large.webp`)
    if (bytes) files[`pictures/${public_id}.webp`] = bytes
  }
}

/** Emails the link. The file is removed when the link expires, or now if its owner was erased in the meantime. */
async function mailLink(work: Work<'config' | 'jobs' | 'keys'>, accountId: string, sessionId: string): Promise<void> {
  if (!(await lockUnlessErased(work.tx, accountId))) return work.jobs.add(work.tx, 'drop-export', { accountId })
  const { token } = await issueSecret(work, {
    purpose: 'export-own',
    accountId,
    validFor: LINK_LASTS,
    payload: { sessionId },
  })
  const link = `${work.config.PUBLIC_URL}/settings/export#token=${token}`
  await queueMail(work, { to: accountId, kind: 'export-ready', details: { link } })
  await work.jobs.add(work.tx, 'drop-export', { accountId }, LINK_LASTS + MARGIN)
}
