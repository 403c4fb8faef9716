import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { id, instant, shown, text } from '../text.ts'

const Waiting = z.strictObject({
  _id: id,
  user: z.strictObject({ _id: id, name: shown }),
  pose: z.nullable(shown),
  pictureUrl: shown,
  /** The pictures to compare the selfie with. */
  profileUrls: z.array(shown),
  at: instant,
})
export type Waiting = z.infer<typeof Waiting>

/** Why a photo is rejected. The member reads it in their language. */
export const PhotoProblem = z.enum(['nobody', 'someone_else', 'unclear', 'nudity', 'minor', 'contact', 'other'])
export type PhotoProblem = z.infer<typeof PhotoProblem>

/** Pictures that wait for a review by staff. */
export const reviews = defineRoutes({
  listWaitingPictures: {
    method: 'GET',
    path: '/admin/pictures/waiting',
    access: 'staff:photos',
    summary: 'List photos of new accounts and photo check selfies that need review',
    returns: z.strictObject({ data: z.strictObject({ held: z.array(Waiting), checks: z.array(Waiting) }) }),
  },
  reviewPicture: {
    method: 'POST',
    path: '/admin/pictures/:id/review',
    access: 'staff:photos',
    summary: 'Approve or reject a photo',
    params: z.strictObject({ id }),
    body: z.strictObject({
      shown: z.boolean(),
      problem: z.optional(PhotoProblem),
      /** In words of the reviewer, which aren't translated. */
      reason: z.optional(text(1, 1000)),
    }),
    returns: z.strictObject({ done: z.literal(true) }),
    errors: ['conflict'],
  },
  decidePhotoCheck: {
    method: 'POST',
    path: '/admin/photo-checks/:id',
    access: 'staff:photos',
    summary: 'Decide whether the selfie and the photos show the same person; the selfie is deleted afterwards',
    params: z.strictObject({ id }),
    body: z.strictObject({ accepted: z.boolean() }),
    returns: z.strictObject({ done: z.literal(true) }),
    errors: ['conflict'],
  },
})
