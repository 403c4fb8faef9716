import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, formText, id, instant, rowPlace, shown, text, wholeNumber } from '../text.ts'

export const DuplicatePhotoOutcome = z.enum(['same_person', 'fake', 'dismissed'])
export type DuplicatePhotoOutcome = z.infer<typeof DuplicatePhotoOutcome>

/** `fake` is a stock photo or invented person. `removed` is a photo that was intimate or showed a minor. */
const listedKind = z.enum(['fake', 'removed'])

export const PictureSide = z.strictObject({
  user: z.strictObject({ _id: id, name: shown, state: shown, joinedAt: instant }),
  pictureUrl: z.nullable(shown),
})
export type DuplicatePhotoSide = z.infer<typeof PictureSide>

/** A photo that another account used before, or that is on the operator's watchlist. */
export const DuplicatePhoto = z.strictObject({
  _id: id,
  version: z.number(),
  why: z.enum(['several_accounts', 'banned_account', 'listed']),
  distance: z.number(),
  at: instant,
  later: PictureSide,
  earlier: z.nullable(PictureSide),
  listed: z.nullable(z.strictObject({ _id: id, kind: listedKind, note: shown })),
  state: z.enum(['open', ...DuplicatePhotoOutcome.options]),
  decidedBy: z.nullable(shown),
  decidedAt: z.nullable(instant),
  note: z.nullable(shown),
})
export type DuplicatePhoto = z.infer<typeof DuplicatePhoto>

const WatchlistPhoto = z.strictObject({
  _id: id,
  kind: listedKind,
  fingerprint: shown,
  note: shown,
  addedBy: shown,
  addedAt: instant,
})
export type WatchlistPhoto = z.infer<typeof WatchlistPhoto>

const fingerprint = formText(/^[0-9a-f]{16}$/i, 'A fingerprint has 16 digits from 0 to 9 and a to f.')
const one = z.strictObject({ id })
const limit = z._default(wholeNumber(1, 100), 20)

/** Duplicate photos, and the operator's watchlist of stock and invented photos. */
export const pictureSweep = defineRoutes({
  listDuplicatePhotos: {
    method: 'GET',
    path: '/admin/same-pictures',
    access: 'staff:photos',
    summary: 'List photos that several accounts or a banned one use, or that are on the watchlist',
    query: z.strictObject({ before: z.optional(id), limit, open: z.optional(z.literal('true')) }),
    returns: dataOf({ pictures: z.array(DuplicatePhoto), nextBefore: z.nullable(id) }),
  },
  decideDuplicatePhoto: {
    method: 'POST',
    path: '/admin/same-pictures/:id',
    access: 'staff:photos',
    summary:
      'Decide whether two accounts with the same photo are one person, or a fake. Nothing happens to the accounts; ' +
      'send the version you last saw as If-Match',
    params: one,
    body: z.strictObject({
      outcome: z.enum(['open', ...DuplicatePhotoOutcome.options]),
      note: z.optional(text(1, 1000)),
      /** Adds a fake to the watchlist, so that later uses are found. */
      remember: z._default(z.boolean(), false),
    }),
    returns: dataOf({ picture: DuplicatePhoto }),
    errors: ['conflict'],
  },
  listWatchlistPhotos: {
    method: 'GET',
    path: '/admin/listed-pictures',
    access: 'staff:monitoring',
    summary: 'List the watchlist: known fakes, intimate photos and photos of minors',
    query: z.strictObject({ before: z.optional(rowPlace), limit }),
    returns: dataOf({ listed: z.array(WatchlistPhoto), nextBefore: z.nullable(rowPlace) }),
  },
  addWatchlistPhotos: {
    method: 'POST',
    path: '/admin/listed-pictures',
    access: 'staff:monitoring',
    stepUp: true,
    summary: 'Add photos to the watchlist by their fingerprints, with a note',
    body: z.strictObject({
      fingerprints: z
        .array(fingerprint)
        .check(z.minLength(1, 'Add at least one.'), z.maxLength(1000, 'Add up to {maximum}.')),
      note: text(1, 300),
    }),
    returns: dataOf({ added: z.number() }),
    status: 201,
  },
  removeWatchlistPhoto: {
    method: 'DELETE',
    path: '/admin/listed-pictures/:id',
    access: 'staff:monitoring',
    stepUp: true,
    summary: 'Remove a photo from the watchlist, and everything found because of it',
    params: one,
    returns: z.strictObject({ done: z.literal(true) }),
  },
})
