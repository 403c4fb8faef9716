import { type AgeCheck, type AgePhoto, ApiError, type StaffAge } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { hours, later, toInstant } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'
import { languageOfAccount } from '../../delivery/index.ts'
import {
  type AgeCheckRow,
  ageTextsFor,
  askForAge,
  decideAgePhotos,
  findAge,
  findAgeChecks,
  findPhoto,
  PHOTOS_LAST,
  stopAskingForAge,
  toProven,
} from '../../identity/index.ts'
import { audit, findLastEntry } from '../../operations/index.ts'
import { ageOn, findProfiles, storedPictures, toOwnPictures } from '../../profiles/index.ts'
import { assertMayActOnId } from '../administration/may-act.ts'
import { exceedsHourlyLimit, lockHourlyLimit } from '../approvals/hourly-limit.ts'
import type { Targets } from '../approvals/queries.ts'
import { onePerson, requirementFor } from '../approvals/request-approval.ts'

function toCheck(context: Deps, row: AgeCheckRow, pictures: AgeCheck['pictures']): AgeCheck {
  const language = languageOfAccount(row, context.config)
  return {
    _id: row.id,
    user: { _id: row.account_id, name: row.name },
    age: row.date_of_birth ? ageOn(row.date_of_birth, context.clock.now()) : null,
    kinds: row.kinds,
    sentAt: row.sent_at.toISOString(),
    deletedAt: later(row.made_at, PHOTOS_LAST).toISOString(),
    asked: row.age_asked_at !== null,
    pictures,
    language,
    texts: ageTextsFor(language, row.gender),
  }
}

export async function listAgeChecks(
  context: Deps,
  { sessionId }: Viewer,
  { before, limit }: { before?: string | undefined; limit: number },
) {
  const rows = await findAgeChecks(context.db, before, limit)
  const page = rows.slice(0, limit)
  const profiles = await findProfiles(
    context.db,
    page.map(({ account_id: id }) => id),
  )
  const checks = page.map((row) => {
    const profile = profiles.find(({ account_id: id }) => id === row.account_id)
    const pictures = toOwnPictures(context, sessionId, storedPictures(profile), 'staff').map(
      ({ audience: _, review: __, ...picture }) => picture,
    )
    return toCheck(context, row, pictures)
  })
  return { checks, nextBefore: rows.length > limit ? (rows[limit - 1]?.place ?? null) : null }
}

const noPhotos = () => new ApiError('not_found', 'These photos are no longer here.')

/** The look is recorded before the photo is read, and each one counts. */
export async function readAgePhoto(context: Deps, { account }: Viewer, id: string, kind: AgePhoto): Promise<string> {
  const image = await unitOfWork(context, asStaff(account.id), async (work) => {
    const photo = await findPhoto(work.tx, id, kind)
    if (!photo?.image) throw noPhotos()
    await assertMayActOnId(work.tx, account, photo.account_id)
    await audit(work, { action: 'age.photo-opened', subjectId: photo.account_id, details: { kind } })
    return photo.image
  })
  return `data:image/webp;base64,${image.toString('base64')}`
}

const ownPhotos = () => new ApiError('forbidden', 'You can’t do this to your own account.')

export const decideAgeCheck = (
  context: Deps,
  { account }: Viewer,
  id: string,
  decision: { decision: 'accept' | 'decline'; message: string },
): Promise<void> =>
  unitOfWork(context, asStaff(account.id), (work) =>
    decideAgePhotos(work, id, decision, async (accountId) => {
      if (accountId === account.id) throw ownPhotos()
      await assertMayActOnId(work.tx, account, accountId)
    }),
  )

const actions = { 'age.accepted': 'accept', 'age.declined': 'decline' } as const
const isDecision = (action: string): action is keyof typeof actions => Object.hasOwn(actions, action)

/** Staff don't learn who decided about them. */
async function lastDecision({ db }: { db: Db | Tx }, { account }: Viewer, id: string): Promise<StaffAge['decided']> {
  if (account.id === id) return undefined
  const last = await findLastEntry(db, id, Object.keys(actions))
  if (!last || !isDecision(last.action)) return undefined
  return { decision: actions[last.action], by: last.actor_name ?? '', at: last.at.toISOString() }
}

export async function ageOfUser(context: { db: Db | Tx }, viewer: Viewer, id: string): Promise<StaffAge> {
  const row = await findAge(context.db, id)
  if (!row) throw new ApiError('not_found', 'We couldn’t find this user.')
  const decided = await lastDecision(context, viewer, id)
  return {
    proven: toProven(row),
    askedAt: toInstant(row.age_asked_at),
    ...(decided ? { decided } : {}),
  }
}

type Context = Deps & { caller: Caller }
type Acting = Work<'config' | 'jobs' | 'keys' | 'bus'>

async function actOnAge(
  context: Context,
  viewer: Viewer,
  id: string,
  act: (work: Acting) => Promise<void>,
): Promise<StaffAge> {
  const { account } = viewer
  await unitOfWork(context, asStaff(account.id), async (work) => {
    if (id === account.id) throw ownPhotos()
    await lockHourlyLimit(work.tx, account.id)
    await assertMayActOnId(work.tx, account, id)
    await act(work)
  })
  return ageOfUser(context, viewer, id)
}

/** People who are asked can’t write to anyone, so asking counts like a restriction. A sole administrator may ask anyone. */
async function assertFewAsked(work: Acting, staffId: string, people: Targets): Promise<void> {
  if (!(await exceedsHourlyLimit(work, staffId, people))) return
  if ((await requirementFor(work.tx, staffId, people)) === 'none') return
  throw new ApiError('rate_limited', 'You’ve restricted many people within an hour. Please ask a colleague.', {
    retryAfter: hours(1) / 1000,
  })
}

export const askUserForAge = (context: Context, viewer: Viewer, id: string, reason: string): Promise<StaffAge> =>
  actOnAge(context, viewer, id, async (work) => {
    const before = await findAge(work.tx, id)
    if (!(await askForAge(work, id, { takesBack: true })))
      throw new ApiError('conflict', 'They’ve been asked already, or belong to the team.')
    await assertFewAsked(work, viewer.account.id, onePerson(id))
    await audit(work, { action: before?.age_proven_on ? 'age.taken-back' : 'age.asked', subjectId: id, reason })
  })

export const stopAskingUser = (context: Context, viewer: Viewer, id: string, reason: string): Promise<StaffAge> =>
  actOnAge(context, viewer, id, async (work) => {
    if (!(await stopAskingForAge(work, id))) throw new ApiError('conflict', 'They aren’t being asked.')
    await audit(work, { action: 'age.not-asked', subjectId: id, reason })
  })
