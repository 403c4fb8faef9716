import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { Db, Tx } from '../../infra/db/db.ts'

// The erasure ledger lists erased accounts, in a table and in a file. A restore brings back an older table. The file
// isn't part of the backup, so it still lists everyone who was erased since.

export type LedgerEntry = { accountId: string; at: Date }

export const ledgerFile = (dataDir: string): string => join(dataDir, 'erasures.log')

export const addToLedger = (tx: Tx, account_id: string, at: Date) =>
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

/** Appends the entries that only the table has: another server's, or some that a crash kept out of the file. */
export async function updateLedgerFile({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const file = ledgerFile(config.DATA_DIR)
  const written = new Set(readLedger(file).map(({ accountId }) => accountId))
  const missing = (await listErasures(db)).filter(({ accountId }) => !written.has(accountId))
  if (missing.length === 0) return
  mkdirSync(dirname(file), { recursive: true })
  // The leading newline separates a truncated line from the new ones.
  const lines = missing.map(({ at, accountId }) => `${at.toISOString()} ${accountId}\n`).join('')
  appendFileSync(file, `${existsSync(file) ? '\n' : ''}${lines}`, { mode: 0o600, flush: true })
}

export const listErasures = async (db: Db): Promise<LedgerEntry[]> =>
  (await db.selectFrom('erasures').selectAll().orderBy('at').execute()).map(({ account_id, at }) => ({
    accountId: account_id,
    at,
  }))
