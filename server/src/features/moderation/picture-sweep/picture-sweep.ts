import {
  ApiError,
  type WatchlistPhoto,
  type DuplicatePhoto,
  type DuplicatePhotoOutcome,
  type DuplicatePhotoSide,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { type CasePage, decideFinding, lockCase, pageOf } from '../cases.ts'
import { gatherEvidence, removeUnsealed } from '../evidence/evidence.ts'
import { wasRejected } from '../monitoring/queries.ts'
import {
  dueListed,
  findByIds,
  findLikeListed,
  findListed,
  findWatchlistPhotos,
  findMessageWith,
  findOthers,
  findDuplicatePhoto,
  findDuplicatePhotos,
  findSentLike,
  insertListed,
  deleteListedAt,
  insertDuplicatePhoto,
  type KnownPicture,
  type Listed,
  type ListedRow,
  markCompared,
  type Page,
  type DuplicatePhotoRow,
} from './queries.ts'
import { parseKnownFakes, toHex } from './rules.ts'
import { reportDetected } from '../reports/create-report.ts'
import { audit } from '../../operations/index.ts'
import { duePictures, markDue, markPictureCompared } from '../../profiles/index.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, later, toInstant } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { mayAs } from '../../../infra/staff.ts'
import { asStaff, OPERATOR, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

/**
 * Adds all fingerprints of a file to the list of known fakes, or none. Existing entries don't change, so a file that
 * has grown can be added again.
 */
export async function addKnownFakes(
  context: Parameters<typeof unitOfWork>[0],
  { name, text }: { name: string; text: string },
): Promise<{ added: number; known: number }> {
  const { entries, problems } = parseKnownFakes(text, name)
  if (problems.length > 0) throw new Error(['Nothing was added.', ...problems].join('\n'))
  return unitOfWork(context, OPERATOR, async (work) => {
    const added = await insertListed(work.tx, entries, { by: null, at: work.now })
    if (added > 0) await audit(work, { action: 'listed-pictures.added', reason: name, details: { added } })
    return { added, known: entries.length - added }
  })
}

type Context = Pick<Deps, 'db' | 'keys' | 'clock'>
type User = DuplicatePhotoSide['user']
type UrlOf = (publicId: string | null, isThere: boolean) => string | null

const earlierUser = (row: DuplicatePhotoRow): User | null =>
  row.other_id && row.other_joined_at
    ? {
        _id: row.other_id,
        name: row.other_name ?? '',
        state: row.other_state ?? '',
        joinedAt: row.other_joined_at.toISOString(),
      }
    : null

function toDuplicatePhoto(row: DuplicatePhotoRow, urlOf: UrlOf): DuplicatePhoto {
  const earlier = earlierUser(row)
  return {
    _id: row.id,
    version: row.version,
    why: row.why,
    distance: row.distance,
    at: row.found_at.toISOString(),
    later: {
      user: { _id: row.account_id, name: row.name, state: row.account_state, joinedAt: row.joined_at.toISOString() },
      pictureUrl: urlOf(row.public_id, row.has_picture),
    },
    earlier: earlier && { user: earlier, pictureUrl: urlOf(row.other_public_id, row.has_other_picture) },
    listed: row.listed_id ? { _id: row.listed_id, kind: row.listed_kind ?? 'fake', note: row.listed_note ?? '' } : null,
    state: row.state,
    decidedBy: row.decider,
    decidedAt: toInstant(row.decided_at),
    note: row.note,
  }
}

const addressesFor =
  ({ keys, clock }: Context, { sessionId }: Viewer): UrlOf =>
  (publicId, isThere) =>
    publicId !== null && isThere ? pictureAddress(keys, sessionId, publicId, clock.now(), 'staff') : null

export async function listDuplicatePhotos(context: Context, viewer: Viewer, page: CasePage) {
  const rows = await findDuplicatePhotos(context.db, page)
  const { cases, nextBefore } = pageOf(rows, page.limit, (row) => toDuplicatePhoto(row, addressesFor(context, viewer)))
  return { pictures: cases, nextBefore }
}

const noDuplicatePhoto = () => new ApiError('not_found', 'We couldn’t find this photo.')

async function oneDuplicatePhoto(context: Context, viewer: Viewer, id: string): Promise<DuplicatePhoto> {
  const row = await findDuplicatePhoto(context.db, id)
  if (!row) throw noDuplicatePhoto()
  return toDuplicatePhoto(row, addressesFor(context, viewer))
}

const toListed = ({ id, kind, fingerprint, note, adder, added_at }: ListedRow): WatchlistPhoto => ({
  _id: id,
  kind,
  fingerprint: toHex(fingerprint),
  note,
  addedBy: adder ?? '',
  addedAt: added_at.toISOString(),
})

export async function listWatchlistPhotos({ db }: Pick<Deps, 'db'>, page: Page) {
  const rows = await findWatchlistPhotos(db, { ...page, limit: page.limit + 1 })
  const listed = rows.slice(0, page.limit).map(toListed)
  return { listed, nextBefore: rows.length > page.limit ? (rows[page.limit - 1]?.place ?? null) : null }
}

type Input = { outcome: DuplicatePhotoOutcome | 'open'; note?: string | undefined; remember: boolean }

export async function decideDuplicatePhoto(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  id: string,
  { outcome, note, remember }: Input,
): Promise<DuplicatePhoto> {
  const staffId = viewer.account.id
  await unitOfWork(context, asStaff(staffId), async (work) => {
    const { tx, now } = work
    await lockCase(tx, 'duplicate_photos', id)
    const row = await findDuplicatePhoto(tx, id)
    if (!row) throw noDuplicatePhoto()
    if (remember && !mayAs(viewer.account, 'monitoring'))
      throw new ApiError('forbidden', 'Your role doesn’t include this.')
    const finding = { ...row, table: 'duplicate_photos', people: [row.account_id, row.other_id] } as const
    await decideFinding(work, viewer, finding, { state: outcome, note })
    if (row.state === 'fake' && row.decided_at) await deleteListedAt(tx, row.fingerprint, row.decided_at)
    const listed = remember && outcome === 'fake'
    if (listed)
      await insertListed(tx, [{ fingerprint: row.fingerprint, note: note ?? `Fake: ${row.name}` }], {
        by: staffId,
        at: now,
      })
    await audit(work, {
      action: `same-picture.${outcome === 'open' ? 'reopened' : outcome}`,
      subjectId: row.account_id,
      details: { same: id, before: row.state, other: row.other_id, listed },
      ...(note ? { reason: note } : {}),
    })
  }).catch((error: unknown) => {
    if (isTaken(error)) throw new ApiError('conflict', 'Their photos already wait for another review.')
    throw error
  })
  return oneDuplicatePhoto(context, viewer, id)
}

type Reason = Omit<Parameters<typeof insertDuplicatePhoto>[1], keyof KnownPicture | 'found_at'>

async function saveFinding(work: Work, picture: KnownPicture, reason: Reason): Promise<void> {
  const { public_id, account_id, fingerprint } = picture
  const id = await insertDuplicatePhoto(work.tx, { public_id, account_id, fingerprint, ...reason, found_at: work.now })
  if (!id) return
  const { why, distance } = reason
  await audit(work, { action: 'same-picture.found', subjectId: account_id, details: { same: id, why, distance } })
}

const MOST_COPIES = 200

/**
 * Queues other accounts' copies of these pictures for review, because staff asked; uploads queue only a few. The copies
 * stay queued if the decision is undone, because nothing happens to the accounts.
 */
export async function queueCopies(work: Work, accountId: string, pictures: readonly string[]): Promise<void> {
  for (const picture of await findByIds(work.tx, accountId, pictures))
    for (const copy of await findOthers(work.tx, picture, MOST_COPIES))
      await saveFinding(work, copy, {
        why: 'several_accounts',
        other_id: accountId,
        other_public_id: picture.public_id,
        distance: copy.distance,
      })
}

/** After staff rejected a finding about someone, known fakes in their messages are ignored for this long. */
const LEFT_ALONE = days(30)

const settle = (context: Deps, picture: KnownPicture): Promise<unknown> =>
  unitOfWork(context, SYSTEM, ({ tx }) => markPictureCompared(tx, picture))

const isLeftAlone = async ({ db, clock }: Deps, { account_id }: KnownPicture, { kind }: Listed, wasSent: boolean) =>
  kind === 'known_fake' && (!wasSent || (await wasRejected(db, account_id, kind, later(clock.now(), -LEFT_ALONE))))

/**
 * Compares a photo that someone sent, or that was held back, only with the watchlist, because photos between two people
 * are private. A match is reported with sealed evidence, which staff open with a reason.
 */
async function compareSent(context: Deps, picture: KnownPicture): Promise<void> {
  const { db } = context
  const listed = await findListed(db, picture)
  const message = listed && (await findMessageWith(db, picture.public_id))
  if (!listed || (await isLeftAlone(context, picture, listed, message !== undefined)))
    return void (await settle(context, picture))
  const { account_id: about, public_id: sent } = picture
  const gathered = await gatherEvidence(context, {
    about,
    reporter: message?.reader ?? null,
    messageId: message?.id,
    sent,
  })
  if (!gathered) return void (await settle(context, picture))
  try {
    await unitOfWork(context, SYSTEM, async (work) => {
      if (!(await markPictureCompared(work.tx, picture))) return
      const found = message ? { ...message, text: '', at: message.at.toISOString() } : null
      const reason = { rule: listed.kind, facts: {} }
      const report = await reportDetected(work, { about, reason, message: found, gathered })
      await audit(work, {
        action: 'same-picture.reported',
        subjectId: about,
        details: { report, why: listed.kind, distance: listed.distance },
      })
    })
  } finally {
    await removeUnsealed(context, gathered)
  }
}

const MOST_PICTURES = 500
const MOST_LISTED = 100
/** Limits the findings for a new picture, because hundreds of accounts may use it. */
const MOST_OTHERS = 3
const MOST_LIKE_LISTED = 200

async function compareWithList(work: Work, picture: KnownPicture): Promise<void> {
  const listed = await findListed(work.tx, picture)
  if (listed) await saveFinding(work, picture, { why: 'listed', listed_id: listed.id, distance: listed.distance })
}

async function compare(work: Work, picture: KnownPicture): Promise<void> {
  for (const other of await findOthers(work.tx, picture, MOST_OTHERS))
    await saveFinding(work, picture, {
      why: other.banned ? 'banned_account' : 'several_accounts',
      other_id: other.account_id,
      other_public_id: other.public_id,
      distance: other.distance,
    })
  await compareWithList(work, picture)
  await markPictureCompared(work.tx, picture)
}

const lookInMessages = async ({ tx }: Work, fingerprint: string) =>
  markDue(tx, await findSentLike(tx, fingerprint, MOST_LIKE_LISTED))

/**
 * Compares new pictures of profiles and messages, and new entries of the watchlist, with existing ones. The findings
 * only prompt a staff review; nothing happens to the accounts.
 */
export const sweepPictures = (context: Deps): Promise<void> =>
  forEachSeparately([sweepListed, sweepNew], (sweep) => sweep(context))

const sweepListed = async (context: Deps): Promise<void> =>
  forEachSeparately(await dueListed(context.db, MOST_LISTED), ({ id, fingerprint }) =>
    unitOfWork(context, SYSTEM, async (work) => {
      for (const picture of await findLikeListed(work.tx, fingerprint, MOST_LIKE_LISTED))
        await compareWithList(work, picture)
      await lookInMessages(work, fingerprint)
      await markCompared(work.tx, id)
    }),
  )

const sweepNew = async (context: Deps): Promise<void> =>
  forEachSeparately(await duePictures(context.db, MOST_PICTURES), ({ position, ...picture }) =>
    position === null ? compareSent(context, picture) : unitOfWork(context, SYSTEM, (work) => compare(work, picture)),
  )
