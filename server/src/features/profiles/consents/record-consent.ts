import type { ConsentKind } from '@kindred/contract'
import type { Tx } from '../../../infra/db/db.ts'
import { currentConsent, insertConsent, withdrawConsent } from './consents.sql.ts'

/** The current version of each text. Members have to agree again when the version changes. */
export const consentVersions: Record<ConsentKind, string> = {
  terms: '2026-11-01',
  age: '2026-11-01',
  special_category: '2026-11-01',
}

/** Records that a member agreed to the current version of a text. Agreeing to it again changes nothing. */
export async function recordConsent(tx: Tx, accountId: string, kind: ConsentKind, now: Date): Promise<void> {
  const version = consentVersions[kind]
  const current = await currentConsent(tx, accountId, kind)
  if (current?.version === version) return
  if (current) await withdrawConsent(tx, accountId, kind, now)
  await insertConsent(tx, accountId, kind, version, now)
}
