import { type AgePhoto, ApiError, message, type MessageDescriptor } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { days, later, minutes } from '../../../infra/clock.ts'
import type { Drawn } from '../../../infra/images/drawing.ts'
import { write } from '../../../infra/language/write.ts'
import { asMember, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { assertOffered, PHOTOS_LAST, recordProof, tellAboutAge } from './age.ts'
import { accountById } from '../account/queries.ts'
import {
  deletePhotos,
  findPhotos,
  findSender,
  saveAgeDeclined,
  savePhoto,
  saveSent,
  takeOldPhotos,
  takePhotos,
} from './queries.ts'

// Photos for staff. They are re-encoded, and kept only in a table that is in no backup. The storage of other media
// wouldn't do: it is backed up, and object stores keep deleted versions.

/** The job that deletes them runs every ten minutes. */
const MARGIN = minutes(15)
const LARGEST = 400_000

const uploads = (accountId: string) => ({ key: `age:photos:${accountId}`, limit: 30, within: days(1) })
const sendings = (accountId: string) => ({ key: `age:sent:${accountId}`, limit: 5, within: days(1) })

/** At most 1,080 pixels wide, without metadata. */
const imageOf = ({ files }: Drawn): Buffer => (files.large.length <= LARGEST ? files.large : files.medium)

const sentAlready = () => new ApiError('conflict', 'Your photos are with our team already.')

export async function addAgePhoto(context: Deps, account: Account, kind: AgePhoto, bytes: Uint8Array): Promise<void> {
  await assertOffered(context, account, kind)
  await context.budgets.spend([uploads(account.id)])
  const image = imageOf(await context.images.draw(bytes))
  if (await savePhoto(context.db, account.id, { kind, image, now: context.clock.now() })) return
  await assertOffered(context, await accountById(context.db, account.id), kind)
  throw sentAlready()
}

export async function sendAgePhotos(context: Deps, account: Account): Promise<void> {
  await context.budgets.spend([sendings(account.id)])
  const photos = await findPhotos(context.db, account.id)
  if (!photos) throw new ApiError('conflict', 'Please take a photo first.')
  await assertOffered(context, account, ...photos.kinds)
  await unitOfWork(context, asMember(account.id), async ({ tx, now, bus, afterCommit }) => {
    if (!(await saveSent(tx, account.id, now))) throw sentAlready()
    afterCommit(() => bus.toStaff({ type: 'reports.changed' }))
  })
}

export const removeAgePhotos = ({ db }: Pick<Deps, 'db'>, { id }: Account) => deletePhotos(db, id)

type Decision = 'accept' | 'decline'

const texts: Record<Decision, MessageDescriptor> = {
  accept: message('Thank you. You’ve shown that you’re 18 or older, and we’ve deleted your photos.'),
  decline: message(
    'Your photos don’t show that you’re 18 or older, and we’ve deleted them. Please try again with photos in good ' +
      'light, with your date of birth readable.',
  ),
}

/** What the member reads after each decision, below the greeting of the email, unless staff change it. */
export const ageTextsFor = (language: Language, gender: string | null) => ({
  accept: write(language, texts.accept, gender),
  decline: write(language, texts.decline, gender),
})

const subjects: Record<Decision, MessageDescriptor> = {
  accept: message('You’ve shown that you’re 18 or older'),
  decline: message('Your photos don’t show that you’re 18 or older'),
}

/** Deletes the photos with the decision. `assertMay` checks whether the person may decide about the member. */
export async function decideAgePhotos(
  work: Work<'config' | 'jobs' | 'keys' | 'bus'>,
  id: string,
  { decision, message: text }: { decision: Decision; message: string },
  assertMay: (accountId: string) => Promise<void>,
): Promise<void> {
  const gone = () => new ApiError('not_found', 'These photos are no longer here.')
  const accountId = await findSender(work.tx, id)
  if (!accountId) throw gone()
  // It locks the account, which an upload also locks before the photos.
  await assertMay(accountId)
  const photos = await takePhotos(work.tx, id)
  if (!photos) throw gone()
  const { kinds } = photos
  const isAccepted = decision === 'accept'
  if (isAccepted) await recordProof(work, accountId, kinds.includes('document') ? 'document' : 'selfie')
  else await saveAgeDeclined(work.tx, accountId, text)
  await tellAboutAge(work, accountId, { subject: subjects[decision], lines: [text] })
  await audit(work, { action: isAccepted ? 'age.accepted' : 'age.declined', subjectId: accountId })
}

const AT_ONCE = 100

/** Deletes photos that staff haven't decided about in time, and asks for them again. */
export async function deleteOldAgePhotos(context: Deps): Promise<void> {
  const before = later(context.clock.now(), -(PHOTOS_LAST - MARGIN))
  for (;;) {
    const count = await unitOfWork(context, SYSTEM, async (work) => {
      const deleted = await takeOldPhotos(work.tx, before, AT_ONCE)
      for (const { account_id: id, sent_at: sentAt } of deleted)
        if (sentAt)
          await tellAboutAge(work, id, {
            subject: message('Please send your photos again'),
            lines: [message('We didn’t get to your photos in time, so we’ve deleted them. We’re sorry.')],
          })
      return deleted.length
    })
    if (count < AT_ONCE) return
  }
}
