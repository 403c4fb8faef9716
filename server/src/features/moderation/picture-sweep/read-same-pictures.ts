import { ApiError, type ListedPicture, type SamePicture, type SamePictureSide } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { findListedPictures, type ListedRow } from './listed-pictures.sql.ts'
import { toHex } from './rules.ts'
import { findSamePicture, findSamePictures, type Page, type SamePictureRow } from './same-pictures.sql.ts'

type Context = Pick<Deps, 'db' | 'keys' | 'clock'>
type User = SamePictureSide['user']
type UrlOf = (publicId: string | null, isThere: boolean) => string | null

const earlierUser = (row: SamePictureRow): User | null =>
  row.other_id && row.other_joined_at
    ? {
        _id: row.other_id,
        name: row.other_name ?? '',
        state: row.other_state ?? '',
        joinedAt: row.other_joined_at.toISOString(),
      }
    : null

function toSamePicture(row: SamePictureRow, urlOf: UrlOf): SamePicture {
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
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
  }
}

const addressesFor =
  ({ keys, clock }: Context, { sessionId }: Viewer): UrlOf =>
  (publicId, isThere) =>
    publicId !== null && isThere ? pictureAddress(keys, sessionId, publicId, clock.now(), 'staff') : null

export async function listSamePictures(
  context: Context,
  viewer: Viewer,
  { open, ...page }: Page & { open?: 'true' | undefined },
) {
  const rows = await findSamePictures(context.db, { ...page, limit: page.limit + 1 }, open === 'true')
  const pictures = rows.slice(0, page.limit).map((row) => toSamePicture(row, addressesFor(context, viewer)))
  return { pictures, nextBefore: rows.length > page.limit ? (pictures.at(-1)?._id ?? null) : null }
}

export const noSamePicture = () => new ApiError('not_found', 'We couldn’t find this photo.')

export async function oneSamePicture(context: Context, viewer: Viewer, id: string): Promise<SamePicture> {
  const row = await findSamePicture(context.db, id)
  if (!row) throw noSamePicture()
  return toSamePicture(row, addressesFor(context, viewer))
}

const toListed = ({ id, kind, fingerprint, note, adder, added_at }: ListedRow): ListedPicture => ({
  _id: id,
  kind,
  fingerprint: toHex(fingerprint),
  note,
  addedBy: adder ?? '',
  addedAt: added_at.toISOString(),
})

export async function listListedPictures({ db }: Pick<Deps, 'db'>, page: Page) {
  const rows = await findListedPictures(db, { ...page, limit: page.limit + 1 })
  const listed = rows.slice(0, page.limit).map(toListed)
  return { listed, nextBefore: rows.length > page.limit ? (listed.at(-1)?._id ?? null) : null }
}
