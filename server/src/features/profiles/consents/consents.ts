import { ApiError, askedAs, type ConsentKind } from '@kindred/contract'
import {
  accountsWithoutConsent,
  eraseDueDetails,
  eraseShownDetails,
  hasConsent,
  insertConsents,
  returnDetails,
  takeDetails,
  withdrawConsent,
  withdrawOtherVersions,
} from './queries.ts'
import { specialCategory } from './special-category.ts'
import { returnAnswers, takeAnswers } from '../fields/queries.ts'
import { findProfile, holdAccount } from '../profile/queries.ts'
import { keepShown, textsNeeding } from '../shown-texts/shown-texts.ts'
import { settleValuesOf } from '../values/jobs.ts'
import { withdrawNotice } from '../../delivery/index.ts'
import { configuredFields, configuredQuestions, requiredTermsOf } from '../../operations/index.ts'
import { consentRequired, type Viewer } from '../../../http/session.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { forEachSeparately, pagesById } from '../../../infra/jobs.ts'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { asMember, type Opening, SYSTEM, unitOfWork } from '../../../work.ts'

type Reading = Parameters<typeof requiredTermsOf>[0]

/** Members have to agree again when a version changes. They confirm their age with the terms. */
export async function consentVersions(reading: Reading): Promise<Record<ConsentKind, string>> {
  const terms = await requiredTermsOf(reading)
  return { terms, age: terms, special_category: '2026-11-01', sensitive_fields: '2026-11-01' }
}

type Accepted = { acceptTerms?: boolean | undefined; acceptSpecialCategory?: boolean | undefined }

/** The terms are accepted together with the minimum age. */
export const acceptedKinds = ({ acceptTerms, acceptSpecialCategory }: Accepted): ConsentKind[] => [
  ...(acceptTerms ? (['terms', 'age'] as const) : []),
  ...(acceptSpecialCategory ? (['special_category'] as const) : []),
]

type Giving = { tx: Tx; now: Date; config: Config }

/** Agreeing to the same version again changes nothing. */
export async function recordConsents(
  { tx, now, config }: Giving,
  accountId: string,
  kinds: readonly ConsentKind[],
): Promise<void> {
  if (kinds.length === 0) return
  const versions = await consentVersions({ config, db: tx, clock: { now: () => now } })
  const given = kinds.map((kind) => ({ kind, version: versions[kind] }))
  await withdrawOtherVersions(tx, accountId, given, now)
  await insertConsents(tx, accountId, given, now)
}

/** Also restores the data that was hidden when the consent was withdrawn. The caller has locked the account. */
export async function giveConsents(work: Giving, accountId: string, kinds: readonly ConsentKind[]): Promise<void> {
  await recordConsents(work, accountId, kinds)
  if (kinds.includes('special_category')) {
    await returnDetails(work.tx, accountId, work.now)
    // Some of it may have been retired in the meantime.
    await settleValuesOf(work.tx, accountId, work.now)
  }
  if (kinds.includes('sensitive_fields')) await returnAnswers(work.tx, accountId, work.now)
}

/** The time in which giving a withdrawn consent again restores everything. */
const UNDO_FOR = days(30)

/** Our questions in a special category, and the operator’s. Retired ones are included, because their answers come back. */
async function specialQuestions({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const { own = [] } = (await configuredQuestions(db)) ?? {}
  return [...specialCategory.questions, ...own.flatMap(({ id, sensitive }) => (sensitive ? [askedAs(id)] : []))]
}

/** Alerts name the saved searches, which go with either consent. */
const withdrawAlerts = (tx: Tx, accountId: string) => withdrawNotice(tx, accountId, 'search')

async function withholdDetails(tx: Tx, accountId: string, questions: readonly string[], now: Date): Promise<void> {
  const before = textsNeeding(await findProfile(tx, accountId), null)
  await takeDetails(tx, accountId, questions, now, later(now, UNDO_FOR))
  await keepShown(tx, accountId, { before, after: [] }, now)
  await withdrawAlerts(tx, accountId)
}

/** Locks the account, so that nothing is saved after a concurrent withdrawal. */
export async function assertSpecialCategory(tx: Tx, accountId: string): Promise<void> {
  await holdAccount(tx, accountId)
  if (!(await hasConsent(tx, accountId, 'special_category'))) throw consentRequired('acceptSpecialCategory')
}

/** The consent for the community’s own sensitive fields. The caller has locked the account. */
export async function assertSensitiveConsent(tx: Tx, accountId: string): Promise<void> {
  if (!(await hasConsent(tx, accountId, 'sensitive_fields'))) throw consentRequired('acceptSensitive')
}

/** Retired fields are included, because their answers come back with them. */
async function withholdAnswers(tx: Tx, accountId: string, now: Date): Promise<void> {
  const sensitive = (await configuredFields(tx)).filter((field) => field.sensitive).map(({ id }) => id)
  const before = textsNeeding(await findProfile(tx, accountId), sensitive)
  await takeAnswers(tx, accountId, sensitive, now, later(now, UNDO_FOR))
  await keepShown(tx, accountId, { before, after: [] }, now)
  await withdrawAlerts(tx, accountId)
}

const AT_ONCE = 500

/**
 * Runs every night. Erases data whose consent was withdrawn 30 days ago. Data from before the consent was required, or
 * from a server of an earlier version, is hidden as if its consent had been withdrawn.
 */
export async function applyConsents(context: Opening): Promise<void> {
  const now = context.clock.now()
  await eraseDueDetails(context.db, now)
  await eraseShownDetails(context.db, later(now, -UNDO_FOR))
  const questions = await specialQuestions(context)
  const pages = pagesById((after) => accountsWithoutConsent(context.db, questions, after, AT_ONCE))
  await forEachSeparately(pages, (ids) =>
    forEachSeparately(ids, (id) =>
      unitOfWork(context, SYSTEM, async ({ tx, now }) => {
        await holdAccount(tx, id)
        if (!(await hasConsent(tx, id, 'special_category'))) await withholdDetails(tx, id, questions, now)
      }),
    ),
  )
}

/**
 * An account requires the terms and the minimum age, so members withdraw those consents by deleting the account.
 * Without the other consent, special-category data is no longer shown or used.
 */
export async function setConsent(
  context: Opening & Pick<Deps, 'config'>,
  { account }: Viewer,
  kind: ConsentKind,
  given: boolean,
): Promise<void> {
  if (!given && kind !== 'special_category' && kind !== 'sensitive_fields')
    throw new ApiError('conflict', 'Your account needs this consent. To withdraw it, delete your account.')
  const questions = await specialQuestions(context)
  await unitOfWork(context, asMember(account.id), async (work) => {
    const { tx, now } = work
    await holdAccount(tx, account.id)
    if (given) return giveConsents(work, account.id, kind === 'terms' ? ['terms', 'age'] : [kind])
    await withdrawConsent(tx, account.id, kind, now)
    await (kind === 'sensitive_fields'
      ? withholdAnswers(tx, account.id, now)
      : withholdDetails(tx, account.id, questions, now))
  })
}
