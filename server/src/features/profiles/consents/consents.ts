import { ApiError, type ConsentKind } from '@kindred/contract'
import {
  accountsWithoutConsent,
  eraseDueDetails,
  hasConsent,
  insertConsents,
  returnDetails,
  takeDetails,
  withdrawConsent,
  withdrawOtherVersions,
} from './queries.ts'
import { holdAccount } from '../profile/queries.ts'
import { consentRequired, type Viewer } from '../../../http/session.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { NIL_UUID } from '../../../infra/nil-uuid.ts'
import { asMember, type Opening, SYSTEM, unitOfWork } from '../../../work.ts'

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

/** Also restores the data that was hidden when the consent was withdrawn. The caller has locked the account. */
export async function giveConsents(tx: Tx, accountId: string, kinds: readonly ConsentKind[], now: Date): Promise<void> {
  await recordConsents(tx, accountId, kinds, now)
  if (kinds.includes('special_category')) await returnDetails(tx, accountId, now)
}

/** The time in which giving a withdrawn consent again restores everything. */
const UNDO_FOR = days(30)

const withholdDetails = (tx: Tx, accountId: string, now: Date) => takeDetails(tx, accountId, now, later(now, UNDO_FOR))

/** Locks the account, so that nothing is saved after a concurrent withdrawal. */
export async function assertSpecialCategory(tx: Tx, accountId: string): Promise<void> {
  await holdAccount(tx, accountId)
  if (!(await hasConsent(tx, accountId, 'special_category'))) throw consentRequired('acceptSpecialCategory')
}

const AT_ONCE = 500

/**
 * Runs every night. Erases data whose consent was withdrawn 30 days ago. Data from before the consent was required, or
 * from a server of an earlier version, is hidden as if its consent had been withdrawn.
 */
export async function applyConsents(context: Opening): Promise<void> {
  await eraseDueDetails(context.db, context.clock.now())
  let after = NIL_UUID
  for (;;) {
    const ids = await accountsWithoutConsent(context.db, after, AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined) return
    await forEachSeparately(ids, (id) =>
      unitOfWork(context, SYSTEM, async ({ tx, now }) => {
        await holdAccount(tx, id)
        if (!(await hasConsent(tx, id, 'special_category'))) await withholdDetails(tx, id, now)
      }),
    )
    after = last
  }
}

/**
 * An account requires the terms and the minimum age, so members withdraw those consents by deleting the account.
 * Without the other consent, special-category data is no longer shown or used.
 */
export async function setConsent(
  context: Opening,
  { account }: Viewer,
  kind: ConsentKind,
  given: boolean,
): Promise<void> {
  if (!given && kind !== 'special_category')
    throw new ApiError('conflict', 'Your account needs this consent. To withdraw it, delete your account.')
  await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    await holdAccount(tx, account.id)
    if (given) return giveConsents(tx, account.id, kind === 'terms' ? ['terms', 'age'] : [kind], now)
    await withdrawConsent(tx, account.id, kind, now)
    await withholdDetails(tx, account.id, now)
  })
}
