import type { Language } from '@kindred/contract/languages'
import { interests, prompts, spoken } from '@kindred/contract/profiles/suggestions'
import { strToU8, zipSync } from 'fflate'
import { CompiledQuery } from 'kysely'
import type { Deps } from '../../deps.ts'
import { languageOfAccount, queueMail, settingsOf } from '../delivery/index.ts'
import { hasOpenSecret, issueSecret, lockUnlessErased } from '../identity/index.ts'
import { findOwnSettings } from './queries.ts'
import { days, minutes } from '../../infra/clock.ts'
import { type Keys, type Purpose, tryDecrypt } from '../../infra/keys.ts'
import { about, type Declarations, type PersonalTable, personalTables } from '../../infra/personal-data.ts'
import { voiceFile } from '../../infra/storage/voice-file.ts'
import { SYSTEM, unitOfWork, type Work } from '../../work.ts'

export const fileOf = (accountId: string) => `export${accountId.replaceAll('-', '')}/data.zip`

export async function dropExport({ db, storage, clock }: Deps, accountId: string): Promise<void> {
  if (!(await hasOpenSecret(db, accountId, 'export-own', clock.now()))) await storage.remove(fileOf(accountId))
}

type WordFor = (language: Language, text: string) => string

const inWords = (value: unknown, language: Language, wordFor: WordFor): unknown =>
  Array.isArray(value) ? value.map((each) => (typeof each === 'string' ? wordFor(language, each) : each)) : value

const askedInWords = (prompt: unknown, language: Language): unknown =>
  typeof prompt === 'object' && prompt !== null && 'question' in prompt && typeof prompt.question === 'string'
    ? { ...prompt, question: prompts.wordFor(language, prompt.question) }
    : prompt

const profileInWords = (row: Readonly<Record<string, unknown>>, language: Language): Record<string, unknown> => ({
  ...row,
  interests: inWords(row['interests'], language, interests.wordFor),
  languages: inWords(row['languages'], language, spoken.wordFor),
  prompts: Array.isArray(row['prompts']) ? row['prompts'].map((each) => askedInWords(each, language)) : row['prompts'],
})

const LINK_LASTS = days(1)
const MARGIN = minutes(1)

type ExportedRows = Record<string, Record<string, unknown>[]>

export async function exportOwnData(context: Deps, accountId: string, sessionId: string): Promise<void> {
  const account = await findOwnSettings(context.db, accountId)
  if (!account) return
  const rows = await collectRows(context, accountId)
  const language = languageOfAccount(account, context.config)
  const profile = rows['profile']?.map((row) => profileInWords(row, language))
  const data = { ...rows, profile, notificationSettings: settingsOf(account) }
  const files: Record<string, Uint8Array> = { 'data.json': strToU8(JSON.stringify(data, null, 2)) }
  await addPictures(context, rows, files)
  await addVoiceNotes(context, rows, files)
  await addVoiceAnswer(context, rows, files)
  await context.storage.put(fileOf(accountId), zipSync(files, { level: 6 }))
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

async function addPictures({ storage }: Deps, { pictures = [] }: ExportedRows, files: Record<string, Uint8Array>) {
  for (const { public_id } of pictures) {
    if (typeof public_id !== 'string') continue
    const bytes = await storage.get(`${public_id}/large.webp`)
    if (bytes) files[`pictures/${public_id}.webp`] = bytes
  }
}

async function addVoiceNotes({ storage }: Deps, { voiceNotes = [] }: ExportedRows, files: Record<string, Uint8Array>) {
  for (const { file_id } of voiceNotes) {
    if (typeof file_id !== 'string') continue
    const bytes = await storage.get(voiceFile(file_id))
    if (bytes) files[`voice-notes/${file_id}.ogg`] = bytes
  }
}

async function addVoiceAnswer({ storage }: Deps, { profile = [] }: ExportedRows, files: Record<string, Uint8Array>) {
  const [row] = profile
  const voice = row?.['voice']
  if (!isStored(voice)) return
  const bytes = await storage.get(voiceFile(voice.fileId))
  if (bytes) files[`voice-answer/${voice.fileId}.ogg`] = bytes
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
  await work.jobs.add(work.tx, 'drop-export', { accountId }, LINK_LASTS + MARGIN)
}
