import type { Deps } from '../../deps.ts'
import { hasOpenSecret } from '../identity/index.ts'

export const fileOf = (accountId: string) => `export${accountId.replaceAll('-', '')}/data.zip`

export async function dropExport({ db, storage, clock }: Deps, accountId: string): Promise<void> {
  if (!(await hasOpenSecret(db, accountId, 'export-own', clock.now()))) await storage.remove(fileOf(accountId))
}
