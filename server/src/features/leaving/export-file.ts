import type { Deps } from '../../deps.ts'
import { hasOpenSecret } from '../identity/index.ts'

/** Where the exported data of an account is stored. */
export const fileOf = (accountId: string) => `export${accountId.replaceAll('-', '')}/data.zip`

/** Removes the file, unless a link to a newer export is still valid. */
export async function dropExport({ db, storage, clock }: Deps, accountId: string): Promise<void> {
  if (!(await hasOpenSecret(db, accountId, 'export-own', clock.now()))) await storage.remove(fileOf(accountId))
}
