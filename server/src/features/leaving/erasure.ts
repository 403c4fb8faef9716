import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../delivery/index.ts'
import {
  endSessions,
  findEmail,
  listDueForErasure,
  lockDueForErasure,
  withoutLastAdministratorCheck,
} from '../identity/index.ts'
import { hasLegalHold, listNotErased } from './queries.ts'
import { audit } from '../operations/index.ts'
import type { Db, Tx } from '../../infra/db/db.ts'
import { erasureStatements, runErasure } from '../../infra/erasing.ts'
import { forEachSeparately } from '../../infra/jobs.ts'
import { type Opening, SYSTEM, unitOfWork, type Work } from '../../work.ts'

// The erasure ledger lists erased accounts, in a table and in a file. A restore brings back an older table. The file
// isn't part of the backup, so it still lists everyone who has since been erased.

export type LedgerEntry = { accountId: string; at: Date }

export const ledgerFile = (dataDir: string): string => join(dataDir, 'erasures.log')

const addToLedger = (tx: Tx, account_id: string, at: Date) =>
  tx
    .insertInto('erasures')
    .values({ account_id, at })
    .onConflict((row) => row.doNothing())
    .execute()

/** Skips lines that were cut off, for example by a full disk: the table still has those entries. */
export function readLedger(file: string): LedgerEntry[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, at, accountId] = /^(\S+Z) ([0-9a-f-]{36})$/.exec(line) ?? []
      return at && accountId ? [{ at: new Date(at), accountId }] : []
    })
}

/**
 * Appends the entries that only the table has, because another server added them or a crash kept them out of the file.
 */
async function updateLedgerFile({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const file = ledgerFile(config.DATA_DIR)
  const written = new Set(readLedger(file).map(({ accountId }) => accountId))
  const erasures = await listErasures(db)
  // An empty file means that no one has been erased. If anyone has, restore must still report a missing file.
  if (erasures.length === 0 && !existsSync(file)) writeLedger(file, '')
  const missing = erasures.filter(({ accountId }) => !written.has(accountId))
  if (missing.length === 0) return
  // The leading newline separates a truncated line from the new ones.
  const lines = missing.map(({ at, accountId }) => `${at.toISOString()} ${accountId}\n`).join('')
  writeLedger(file, `${existsSync(file) ? '\n' : ''}${lines}`)
}

function writeLedger(file: string, lines: string): void {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, lines, { mode: 0o600, flush: true })
}

export const listErasures = async (db: Db): Promise<LedgerEntry[]> =>
  (await db.selectFrom('erasures').selectAll().orderBy('at').execute()).map(({ account_id, at }) => ({
    accountId: account_id,
    at,
  }))

/**
 * Erases an account, table by table, as the features declare it. The next sweep deletes the files of the deleted rows.
 * Retried jobs remove the data outside the database: the subscription at the payment gateway and the exported file.
 */
async function eraseAccount(
  { tx, now, jobs, declarations }: Work<'jobs' | 'declarations'>,
  accountId: string,
): Promise<void> {
  await runErasure(tx, erasureStatements(declarations), accountId)
  await addToLedger(tx, accountId, now)
  await jobs.add(tx, 'end-billing', { accountId })
  await jobs.add(tx, 'drop-export', { accountId })
}

/** Each account has its own transaction, so that one failure doesn't stop the others. */
export async function eraseDue(context: Deps): Promise<void> {
  const { db, clock } = context
  try {
    const due = await listDueForErasure(db, clock.now())
    await forEachSeparately(due, ({ id }) => eraseIfDue(context, id))
  } finally {
    await updateLedgerFile(context)
  }
}

/** The receipt goes to the former address. An owner who has canceled the deletion keeps the account. */
const eraseIfDue = (context: Deps, id: string): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    if (!(await lockDueForErasure(tx, id, now)) || (await hasLegalHold(tx, id))) return
    const address = await findEmail(tx, id)
    await endSessions(work, { accountId: id }, 'deleted')
    await eraseAccount(work, id)
    if (address) await queueMail(work, { to: id, address, kind: 'erased', details: { at: now } })
    await audit(work, { action: 'account.erased', subjectId: id })
  })

/**
 * After a restore, erases again every account in the ledger of the backup, of the previous database or in the file.
 * Returns the number of erased accounts. The last administrator isn't exempt here.
 */
export async function replayErasures(
  context: Opening & Pick<Deps, 'jobs' | 'declarations'>,
  entries: readonly LedgerEntry[],
): Promise<number> {
  return unitOfWork(context, SYSTEM, async (work) => {
    for (const { accountId, at } of entries) await addToLedger(work.tx, accountId, at)
    const ids = (await listErasures(work.tx)).map(({ accountId }) => accountId)
    const restored = await listNotErased(work.tx, ids)
    await withoutLastAdministratorCheck(work.tx, async () => {
      for (const { id } of restored) await eraseAccount(work, id)
    })
    return restored.length
  })
}
