import type { ConsentKind } from '@kindred/contract'
import type { Tx } from '../../../infra/db/db.ts'
import { insertConsents, withdrawOtherVersions } from './consents.sql.ts'

/** Members have to agree again when a version changes. */
export const consentVersions: Record<ConsentKind, string> = {
  terms: '2026-11-01',
  age: '2026-11-01',
  special_category: '2026-11-01',
}

type Accepted = { acceptTerms?: boolean | undefined; acceptSpecialCategory?: boolean | undefined }

/** The terms are accepted together with the minimum age. */
export const acceptedKinds = ({ acceptTerms, acceptSpecialCategory }: Accepted): ConsentKind[] => [
  ...(acceptTerms ? (['terms', 'age'] as const) : []),
  ...(acceptSpecialCategory ? (['special_category'] as const) : []),
]

/** Agreeing to the same version again changes nothing. */
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
