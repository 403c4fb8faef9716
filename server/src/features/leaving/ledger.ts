import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { Db, Tx } from '../../infra/db/db.ts'

// Who was erased, in the database and in a file beside it. A restore brings the database back as it was; the file is not part of
// it, so it still knows who was erased since the backup.

export type Entry = { accountId: string; at: Date }

export const ledgerFile = (dataDir: string): string => join(dataDir, 'erasures.log')

export const addToLedger = (tx: Tx, account_id: string, at: Date) =>
  tx
    .insertInto('erasures')
    .values({ account_id, at })
    .onConflict((row) => row.doNothing())
    .execute()

/** A line that was cut off, such as by a full disk, is left out: the table still has what it said. */
export function readLedger(file: string): Entry[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, at, accountId] = /^(\S+Z) ([0-9a-f-]{36})$/.exec(line) ?? []
      return at && accountId ? [{ at: new Date(at), accountId }] : []
    })
}

/** Adds to the file what the table has and the file lacks; another server may have written it down, or been killed before. */
export async function bringLedgerUpToDate({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const file = ledgerFile(config.DATA_DIR)
  const written = new Set(readLedger(file).map(({ accountId }) => accountId))
  const missing = (await listErasures(db)).filter(({ accountId }) => !written.has(accountId))
  if (missing.length === 0) return
  mkdirSync(dirname(file), { recursive: true })
  // A new line first: whatever was cut off before stays a line of its own.
  const lines = missing.map(({ at, accountId }) => `${at.toISOString()} ${accountId}\n`).join('')
  appendFileSync(file, `${existsSync(file) ? '\n' : ''}${lines}`, { mode: 0o600, flush: true })
}

export const listErasures = async (db: Db): Promise<Entry[]> =>
  (await db.selectFrom('erasures').selectAll().orderBy('at').execute()).map(({ account_id, at }) => ({
    accountId: account_id,
    at,
  }))
