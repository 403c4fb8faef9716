import type { Language } from '@kindred/contract/languages'
import type { ProfileValues } from '@kindred/contract'
import { spoken } from '@kindred/contract/profiles/suggestions'
import { AsyncZipDeflate, strToU8, Zip, ZipPassThrough } from 'fflate'
import { CompiledQuery } from 'kysely'
import type { Deps } from '../../deps.ts'
import { languageOfAccount, queueMail, settingsOf } from '../delivery/index.ts'
import { hasOpenSecret, issueSecret, lockUnlessErased } from '../identity/index.ts'
import { profileValuesIn } from '../operations/index.ts'
import { wordsOfValue } from '../profiles/index.ts'
import { findOwnSettings } from './queries.ts'
import { days, hours } from '../../infra/clock.ts'
import { type Keys, type Purpose, tryDecrypt } from '../../infra/keys.ts'
import { about, type Declarations, type PersonalTable, personalTables } from '../../infra/personal-data.ts'
import { voiceFile } from '../../infra/storage/voice-file.ts'
import { SYSTEM, unitOfWork, type Work } from '../../work.ts'

export const fileOf = (accountId: string) => `export${accountId.replaceAll('-', '')}/data.zip`

export async function dropExport({ db, storage, clock }: Deps, accountId: string): Promise<void> {
  if (!(await hasOpenSecret(db, accountId, 'export-own', clock.now()))) await storage.remove(fileOf(accountId))
}

type WordFor = (text: string) => string

const inWords = (value: unknown, wordFor: WordFor): unknown =>
  Array.isArray(value) ? value.map((each) => (typeof each === 'string' ? wordFor(each) : each)) : value

const askedInWords = (prompt: unknown, wordFor: WordFor): unknown =>
  typeof prompt === 'object' && prompt !== null && 'question' in prompt && typeof prompt.question === 'string'
    ? { ...prompt, question: wordFor(prompt.question) }
    : prompt

function profileInWords(
  row: Readonly<Record<string, unknown>>,
  language: Language,
  values: ProfileValues | undefined,
): Record<string, unknown> {
  const wordFor = (list: 'prompts' | 'interests') => (text: string) => wordsOfValue(values, list, language, text)
  return {
    ...row,
    interests: inWords(row['interests'], wordFor('interests')),
    languages: inWords(row['languages'], (text) => spoken.wordFor(language, text)),
    prompts: Array.isArray(row['prompts'])
      ? row['prompts'].map((each) => askedInWords(each, wordFor('prompts')))
      : row['prompts'],
  }
}

const LINK_LASTS = days(1)
/** Longer than it takes to make an export. */
const MARGIN = hours(1)

type ExportedRows = Record<string, Record<string, unknown>[]>

export async function exportOwnData(context: Deps, accountId: string, sessionId: string): Promise<void> {
  const account = await findOwnSettings(context.db, accountId)
  if (!account) return
  const rows = await collectRows(context, accountId)
  const language = languageOfAccount(account, context.config)
  const values = await profileValuesIn(context.db)
  const profile = rows['profile']?.map((row) => profileInWords(row, language, values))
  const data = { ...rows, profile, notificationSettings: settingsOf(account) }
  // First, because the server may die after it has stored the file.
  await unitOfWork(context, SYSTEM, ({ tx, jobs }) => jobs.add(tx, 'drop-export', { accountId }, LINK_LASTS + MARGIN))
  await context.storage.put(fileOf(accountId), await zipped(context, data, rows))
  await unitOfWork(context, SYSTEM, (work) => mailLink(work, accountId, sessionId))
}

/** Collects the rows of each table that the features declare as exported, without others' confidential data. */
async function collectRows({ upToDate, declarations, keys }: Deps, accountId: string): Promise<ExportedRows> {
  const data: ExportedRows = {}
  for (const { as, statement, sealed } of exportedParts(declarations)) {
    const { rows } = await upToDate.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, [accountId]))
    data[as] = rows.map((row) => withOpened(keys, row, sealed))
  }
  return data
}

type Sealed = Readonly<Record<string, Purpose | undefined>>
type Part = { as: string; statement: string; sealed: Sealed }

export const exportedParts = (declarations: Declarations): readonly Part[] =>
  personalTables(declarations).flatMap(([table, holding]) => statementFor(table, holding) ?? [])

function statementFor(table: string, { of, exported }: PersonalTable): Part | undefined {
  if ('withheld' in exported) return undefined
  const { as, columns, also = {}, sealed = {}, where = of, order } = exported
  const selected = [...columns, ...Object.entries(also).map(([name, value]) => `${value} as ${name}`)]
  const statement = `select ${selected.join(', ')} from ${table} where ${about(where)}`
  return { as, statement: order ? `${statement} order by ${order}` : statement, sealed }
}

function withOpened(keys: Keys, row: Record<string, unknown>, sealed: Sealed): Record<string, unknown> {
  const opened = Object.entries(sealed).map(([name, purpose]) => {
    const value = row[name]
    return [name, purpose && Buffer.isBuffer(value) ? tryDecrypt(keys, purpose, value) : null]
  })
  return { ...row, ...Object.fromEntries(opened) }
}

/** One file after the other, so that requests are answered in between. Only the data are compressed, in a worker. */
async function zipped({ storage }: Deps, data: object, rows: ExportedRows): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip()
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    zip.ondata = (error, chunk, isLast) => {
      if (error) return reject(error)
      chunks.push(chunk)
      if (isLast) resolve(Buffer.concat(chunks))
    }
  })
  const words = new AsyncZipDeflate('data.json', { level: 6 })
  zip.add(words)
  words.push(strToU8(JSON.stringify(data, null, 2)), true)
  for (const [name, path] of filesIn(rows)) {
    const bytes = await storage.get(path)
    if (!bytes) continue
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(bytes, true)
  }
  zip.end()
  return whole
}

/** The name of each file in the export, and its path in the storage. */
function filesIn({ pictures = [], voiceNotes = [], profile = [] }: ExportedRows): [string, string][] {
  const voice = profile[0]?.['voice']
  return [
    ...pictures.flatMap(({ public_id: id }): [string, string][] =>
      typeof id === 'string' ? [[`pictures/${id}.webp`, `${id}/large.webp`]] : [],
    ),
    ...voiceNotes.flatMap(({ file_id: id }): [string, string][] =>
      typeof id === 'string' ? [[`voice-notes/${id}.ogg`, voiceFile(id)]] : [],
    ),
    ...(isStored(voice) ? [[`voice-answer/${voice.fileId}.ogg`, voiceFile(voice.fileId)] as [string, string]] : []),
  ]
}

const isStored = (voice: unknown): voice is { fileId: string } =>
  typeof voice === 'object' && voice !== null && 'fileId' in voice && typeof voice.fileId === 'string'

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
}
