import {
  type Age,
  type AgeMethod,
  ApiError,
  message,
  type MessageDescriptor,
  type OwnAge,
  type ProvenAge,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import type { Work } from '../../../work.ts'
import { hours, later, toInstant } from '../../../infra/clock.ts'
import { queueMail, record } from '../../delivery/index.ts'
import { ageNeededFor, configurationOf } from '../../operations/index.ts'
import { accountById } from '../account/queries.ts'
import { settleAdmission } from '../admission/admission.ts'
import { deletePhotos, findPhotos, saveAsked, saveNotAsked, saveProof } from './queries.ts'

// Proof that someone is 18 or older. The account keeps the way and the day, and nothing else of it is kept anywhere.

/** How long photos for a proof of age are kept, at the latest. */
export const PHOTOS_LAST = hours(72)

/** Runs in the transaction that redeems the proof, and lets someone in who lacked only this. */
export async function recordProof(work: Work<'config'>, accountId: string, by: AgeMethod): Promise<void> {
  await saveProof(work.tx, accountId, by, work.now)
  await deletePhotos(work.tx, accountId)
  await settleAdmission(work, accountId)
}

type About = { subject: MessageDescriptor; lines: (MessageDescriptor | string)[] }

/** By email and in the app. Neither says who reported anything. */
export async function tellAboutAge(
  work: Work<'config' | 'jobs' | 'keys' | 'bus'>,
  to: string,
  { subject, lines }: About,
): Promise<void> {
  await queueMail(work, { to, kind: 'age', details: { subject, lines } })
  await record(work, { to, kind: 'decision', topic: `age:${to}`, details: { ...subject, link: '/settings/age' } })
}

/**
 * Asks someone for a proof, which a report or staff may do. Until then, they can't write to anyone, and nothing else
 * changes for them. Staff may take a proof back. Returns false if there is nothing to ask.
 */
export async function askForAge(
  work: Work<'config' | 'jobs' | 'keys' | 'bus'>,
  accountId: string,
  { takesBack }: { takesBack: boolean },
): Promise<boolean> {
  if (!(await saveAsked(work.tx, accountId, work.now, takesBack))) return false
  await tellAboutAge(work, accountId, {
    subject: message('Please show that you’re 18 or older'),
    lines: [
      message('Everyone here has to be 18 or older, and we’d like to be sure that you are.'),
      message('Until you show it, you can read your messages but not write new ones.'),
    ],
  })
  return true
}

export const stopAskingForAge = ({ tx }: Work, accountId: string): Promise<boolean> => saveNotAsked(tx, accountId)

/** A report doesn't ask again once someone has proven their age, or has been asked. */
export async function askForAgeAfterReport(
  work: Work<'config' | 'jobs' | 'keys' | 'bus'>,
  accountId: string,
): Promise<void> {
  const { age: rules } = await configurationOf({ config: work.config, db: work.tx })
  if (!rules?.when.includes('report')) return
  await askForAge(work, accountId, { takesBack: false })
}

type Offering = Pick<Deps, 'config'>

/** Staff may ask where nothing is set up. Photos need no one but them. */
const always: readonly AgeMethod[] = ['document', 'selfie']

function offeredMethods({ config }: Offering, rules: Age | undefined): AgeMethod[] {
  const offered = (rules?.methods ?? []).filter(
    (method) => method !== 'openid' || config.AGE_OPENID_ISSUER !== undefined,
  )
  return offered.length > 0 ? offered : [...always]
}

/** A check constraint of the table allows these values only. */
export const toProven = ({
  age_proven_by: by,
  age_proven_on: on,
}: Pick<Account, 'age_proven_by' | 'age_proven_on'>): ProvenAge | null =>
  by !== null && on !== null ? { by: by as AgeMethod, on } : null

export async function ownAge(context: Pick<Deps, 'db' | 'config'>, account: Account): Promise<OwnAge> {
  const { age: rules } = await configurationOf(context)
  const needed = ageNeededFor(rules, account)
  const photos = await findPhotos(context.db, account.id)
  const isOffered = needed !== null || (rules !== undefined && rules.when.length > 0)
  return {
    needed,
    methods: isOffered && account.age_proven_on === null ? offeredMethods(context, rules) : [],
    provider: rules?.openid?.name ?? null,
    proven: toProven(account),
    ...(account.age_declined === null ? {} : { declined: account.age_declined }),
    photos: photos
      ? {
          kinds: photos.kinds,
          sentAt: toInstant(photos.sent_at),
          deletedAt: later(photos.made_at, PHOTOS_LAST).toISOString(),
        }
      : null,
  }
}

export const currentAge = async (context: Pick<Deps, 'db' | 'config'>, id: string): Promise<OwnAge> =>
  ownAge(context, await accountById(context.db, id))

/** Refuses ways that aren't offered, or a second proof. */
export async function assertOffered(
  context: Pick<Deps, 'db' | 'config'>,
  account: Account,
  ...wanted: AgeMethod[]
): Promise<void> {
  if (account.age_proven_on !== null) throw new ApiError('conflict', 'You’ve already shown that you’re 18 or older.')
  const { methods } = await ownAge(context, account)
  if (!wanted.every((method) => methods.includes(method)))
    throw new ApiError('turned_off', 'This isn’t available here.')
}
