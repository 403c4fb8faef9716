import type { ConsentKind } from '@kindred/contract'
import type { Tx } from '../../../infra/db/db.ts'
import * as queries from './queries.ts'

export { personalData } from './personal-data.ts'
export { consentsOf, withdrawConsent } from './queries.ts'

/** The versions of the texts that people agree to. A new text gets a new version, and is asked for again. */
export const consentVersions: Record<ConsentKind, string> = {
  terms: '2026-11-01',
  age: '2026-11-01',
  special_category: '2026-11-01',
}

/** Notes that somebody agreed to a text as it stands today. Agreeing twice to the same text is agreeing once. */
export async function agreeTo(tx: Tx, accountId: string, kind: ConsentKind, now: Date): Promise<void> {
  const version = consentVersions[kind]
  const current = await queries.currentConsent(tx, accountId, kind)
  if (current?.version === version) return
  if (current) await queries.withdrawConsent(tx, accountId, kind, now)
  await tx
    .insertInto('consents')
    .values({ account_id: accountId, kind, version, given_at: now })
    .onConflict((row) => row.columns(['account_id', 'kind']).where('withdrawn_at', 'is', null).doNothing())
    .execute()
}
