import type { ConsentKind } from '@kindred/contract'
import type { Tx } from '../../../infra/db/db.ts'
import { insertConsents, withdrawOtherVersions } from './consents.sql.ts'

/** The current version of each text. Members have to agree again when the version changes. */
export const consentVersions: Record<ConsentKind, string> = {
  terms: '2026-11-01',
  age: '2026-11-01',
  special_category: '2026-11-01',
}

/** What is agreed to with one form. */
type Accepted = { acceptTerms?: boolean | undefined; acceptSpecialCategory?: boolean | undefined }

/** The terms are accepted together with the minimum age. */
export const acceptedKinds = ({ acceptTerms, acceptSpecialCategory }: Accepted): ConsentKind[] => [
  ...(acceptTerms ? (['terms', 'age'] as const) : []),
  ...(acceptSpecialCategory ? (['special_category'] as const) : []),
]

/** Records that a member agreed to the current versions of these texts. Agreeing to one again changes nothing. */
export async function recordConsents(
  tx: Tx,
  accountId: string,
  kinds: readonly ConsentKind[],
  now: Date,
): Promise<void> {
  if (kinds.length === 0) return
  const given = kinds.map((kind) => ({ kind, version: consentVersions[kind] }))
  await withdrawOtherVersions(tx, accountId, given, now)
  await insertConsents(tx, accountId, given, now)
}
