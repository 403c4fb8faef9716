import { ApiError, MOST_PICTURES, type OwnPicture, type Upload, type Uploaded } from '@kindred/contract'
import { randomBytes } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import type { Account, Viewer } from '../../../http/session.ts'
import { days, later, minutes } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { eachByItself } from '../../../infra/jobs.ts'
import { pictureAddress, sizes } from '../../../infra/picture-address.ts'
import { ownPictures, type KeptPicture } from '../users/service.ts'
import * as queries from './queries.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'

export { personalData } from './personal-data.ts'

const fileOf = (publicId: string, size: string) => `${publicId}/${size}.webp`
const MIME = 'image/webp'

export async function upload(
  context: Deps,
  { account, sessionId }: Viewer,
  { bytes, name }: Upload,
): Promise<Uploaded> {
  const { storage, db, clock, keys, budgets, images, log } = context
  await budgets.spend([{ key: `upload:${account.id}`, limit: 60, within: minutes(60) }])
  const { files, placeholder, width, height } = await images.draw(bytes)
  const publicId = randomBytes(16).toString('hex')
  const now = clock.now()
  const size = files.large.length
  const kept = { public_id: publicId, account_id: account.id, name, size, mime_type: MIME, width, height, placeholder }
  try {
    await putAll(context, publicId, files)
    await queries.add(db, { ...kept, created_at: now })
  } catch (error) {
    // Nothing points to them: no sweep would ever find them.
    for (const each of sizes)
      await storage.remove(fileOf(publicId, each)).catch((err: unknown) => log.warn({ err }, 'a file was left behind'))
    throw error
  }
  return { url: pictureAddress(keys, sessionId, publicId, now), publicId, name, size, mimeType: MIME }
}

const FULL_FOR = 60

/** A disk that is full, or a storage that is away, is not the sender's fault, and may be well again in a while. */
async function putAll({ storage, log }: Deps, publicId: string, files: Record<(typeof sizes)[number], Uint8Array>) {
  const puts = await Promise.allSettled(sizes.map((size) => storage.put(fileOf(publicId, size), files[size])))
  const failed = puts.find((put) => put.status === 'rejected')
  if (!failed) return
  log.error({ err: failed.reason as unknown }, 'a picture could not be stored')
  throw new ApiError('unavailable', "We can't store pictures right now. Please try again in a few minutes.", {
    retryAfter: FULL_FOR,
  })
}

const NEW_FOR = days(7)

/** Pictures of somebody new are held until somebody has looked, where the operator wants it so. */
const reviewOf = ({ config, now }: Work<'config'>, account: Account): 'held' | 'shown' =>
  config.PICTURE_REVIEW === 'new-accounts' && now.getTime() - account.created_at.getTime() < NEW_FOR ? 'held' : 'shown'

const notYours = () => new ApiError('not_found', 'There is no such picture.')

type Given = { publicId: string; alt?: string | undefined }

/** Says of each what it shows, and refuses what is not one's own. */
async function take(work: Work<'config'>, account: Account, mine: queries.PictureRow[], given: readonly Given[]) {
  for (const { publicId, alt } of given) {
    const picture = mine.find(({ public_id }) => public_id === publicId)
    if (!picture) throw notYours()
    const review = picture.position === null ? { review: reviewOf(work, account) } : {}
    await queries.describe(work.tx, publicId, { ...review, alt: alt ?? picture.alt })
  }
}

const attached = (mine: readonly queries.PictureRow[]) => mine.filter(({ position }) => position !== null)
const main = (mine: readonly queries.PictureRow[]) => mine.find(({ position }) => position === 0)
const others = (mine: readonly queries.PictureRow[]) =>
  attached(mine).flatMap(({ position, public_id }) => (position === 0 ? [] : [public_id]))

/** The old profile picture goes, unless the new one was among the others: then the two change places. */
export const setProfilePicture = (context: Deps, { account, sessionId }: Viewer, given: Given) =>
  unitOfWork(context, asMember(account.id), async (work) => {
    const mine = await queries.hold(work.tx, account.id)
    await take(work, account, mine, [given])
    const old = main(mine)
    const rest = others(mine)
    if (old && old.public_id !== given.publicId) {
      const at = rest.indexOf(given.publicId)
      if (at >= 0) rest[at] = old.public_id
      else await queries.remove(work.tx, old.public_id)
    }
    await queries.place(work.tx, [given.publicId], 0)
    await queries.place(
      work.tx,
      rest.filter((each) => each !== given.publicId),
      1,
    )
    return picturesIn(work.tx, account.id)
  }).then((kept) => ownPictures(context, sessionId, kept)[0]!.url)

export const addPictures = (
  context: Deps,
  { account, sessionId }: Viewer,
  given: readonly Given[],
): Promise<OwnPicture[]> =>
  unitOfWork(context, asMember(account.id), async (work) => {
    const mine = await queries.hold(work.tx, account.id)
    await take(work, account, mine, given)
    const rest = others(mine)
    const fresh = [...new Set(given.map(({ publicId }) => publicId))].filter(
      (each) => !rest.includes(each) && main(mine)?.public_id !== each,
    )
    if (rest.length + fresh.length > MOST_PICTURES)
      throw new ApiError('conflict', `At most ${MOST_PICTURES} pictures besides the profile picture.`)
    await queries.place(work.tx, [...rest, ...fresh], 1)
    const kept = await picturesIn(work.tx, account.id)
    return kept.filter(({ publicId }) => given.some((each) => each.publicId === publicId))
  }).then((kept) => ownPictures(context, sessionId, kept))

/** Deletes one picture (the profile picture where none is named) from everywhere; the others close the gap. */
export async function deletePicture(context: Deps, { account }: Viewer, publicId?: string): Promise<void> {
  await unitOfWork(context, asMember(account.id), async (work) => {
    const mine = await queries.hold(work.tx, account.id)
    const gone = publicId === undefined ? main(mine) : mine.find(({ public_id }) => public_id === publicId)
    if (!gone) throw notYours()
    await queries.remove(work.tx, gone.public_id)
    await queries.place(
      work.tx,
      others(mine).filter((each) => each !== gone.public_id),
      1,
    )
  })
  await sweepFiles(context)
}

export const arrange = (
  context: Deps,
  { account, sessionId }: Viewer,
  order: readonly string[],
): Promise<OwnPicture[]> =>
  unitOfWork(context, asMember(account.id), async (work) => {
    const mine = attached(await queries.hold(work.tx, account.id)).map(({ public_id }) => public_id)
    if (order.length !== mine.length || mine.some((each) => !order.includes(each)))
      throw new ApiError('conflict', 'The pictures have changed in the meantime. Please look again.')
    await queries.place(work.tx, order, 0)
    return picturesIn(work.tx, account.id)
  }).then((kept) => ownPictures(context, sessionId, kept))

export const describe = (
  context: Deps,
  { account, sessionId }: Viewer,
  publicId: string,
  said: { alt?: string | undefined; audience?: string | undefined },
): Promise<OwnPicture[]> =>
  unitOfWork(context, asMember(account.id), async (work) => {
    const mine = await queries.hold(work.tx, account.id)
    if (!mine.some(({ public_id }) => public_id === publicId)) throw notYours()
    const { alt, audience } = said
    if (alt !== undefined || audience !== undefined)
      await queries.describe(work.tx, publicId, {
        ...(alt === undefined ? {} : { alt }),
        ...(audience === undefined ? {} : { audience }),
      })
    return picturesIn(work.tx, account.id)
  }).then((kept) => ownPictures(context, sessionId, kept))

const picturesIn = async (tx: Tx, accountId: string): Promise<KeptPicture[]> =>
  ((await queries.picturesOf(tx, accountId))?.pictures ?? []) as KeptPicture[]

export const fileFor = ({ storage }: Pick<Deps, 'storage'>, publicId: string, size: string) =>
  storage.get(fileOf(publicId, size))

/** Lets the storage go of the files of pictures that are gone. What fails is tried again with the next sweep. */
export async function sweepFiles({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<void> {
  await eachByItself(await queries.droppedFiles(db), async ({ public_id }) => {
    for (const size of sizes) await storage.remove(fileOf(public_id, size))
    await queries.forgetDropped(db, public_id)
  })
}

/** Uploads that were never attached go after a day. */
export async function dropUnattached(context: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<void> {
  await queries.neverAttached(context.db, later(context.clock.now(), -days(1)))
  await sweepFiles(context)
}
