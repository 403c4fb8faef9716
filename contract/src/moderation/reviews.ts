import * as z from 'zod/mini'
import { publicId } from '../profiles/pictures.ts'
import { VoiceQuestion } from '../profiles/users.ts'
import { NamedUser } from '../named-user.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, shown, text } from '../text.ts'

const Waiting = z.strictObject({
  _id: id,
  user: NamedUser,
  pose: z.nullable(shown),
  pictureUrl: shown,
  /** The other selfie of a photo check. */
  second: z.optional(z.strictObject({ pose: shown, pictureUrl: shown })),
  profileUrls: z.array(shown),
  at: instant,
})
export type Waiting = z.infer<typeof Waiting>

const WaitingVoice = z.strictObject({
  /** The id of the audio file, which changes with each recording. */
  _id: shown,
  user: NamedUser,
  question: VoiceQuestion,
  durationMs: z.number(),
  text: z.nullable(shown),
  at: instant,
})
export type WaitingVoice = z.infer<typeof WaitingVoice>

/** The reason for rejecting a voice answer, which members read in their language. */
export const VoiceProblem = z.enum(['abuse', 'sexual', 'minor', 'contact', 'other'])
export type VoiceProblem = z.infer<typeof VoiceProblem>

export const PhotoProblem = z.enum(['nobody', 'someone_else', 'unclear', 'nudity', 'minor', 'contact', 'other'])
export type PhotoProblem = z.infer<typeof PhotoProblem>

/** The reviewer's own words, which aren't translated. */
const reason = z.optional(text(1, 1000))
const voice = z.strictObject({ id: publicId })

export const reviews = defineRoutes({
  listWaitingPictures: {
    method: 'GET',
    path: '/admin/pictures/waiting',
    access: 'staff:photos',
    summary: 'List photos, voice answers and selfies that need review',
    returns: dataOf({ held: z.array(Waiting), checks: z.array(Waiting), voices: z.array(WaitingVoice) }),
  },
  reviewPicture: {
    method: 'POST',
    path: '/admin/pictures/:id/review',
    access: 'staff:photos',
    summary: 'Approve or reject a photo, with a minute to undo it',
    params: z.strictObject({ id }),
    body: z.strictObject({
      shown: z.boolean(),
      problem: z.optional(PhotoProblem),
      reason,
    }),
    returns: z.strictObject({ done: z.literal(true) }),
    errors: ['conflict'],
  },
  getWaitingVoice: {
    method: 'GET',
    path: '/admin/voices/:id',
    access: 'staff:photos',
    summary: 'Get the sound of a voice answer that needs review, as a data URL',
    params: voice,
    returns: dataOf({ voice: shown }),
  },
  reviewVoice: {
    method: 'POST',
    path: '/admin/voices/:id/review',
    access: 'staff:photos',
    summary: 'Approve or reject a voice answer, with a minute to undo it',
    params: voice,
    body: z.strictObject({ shown: z.boolean(), problem: z.optional(VoiceProblem), reason }),
    returns: z.strictObject({ done: z.literal(true) }),
    errors: ['conflict'],
  },
  decidePhotoCheck: {
    method: 'POST',
    path: '/admin/photo-checks/:id',
    access: 'staff:photos',
    summary: 'Decide whether a selfie matches the photos, with a minute to undo it',
    params: z.strictObject({ id }),
    body: z.strictObject({ accepted: z.boolean() }),
    returns: z.strictObject({ done: z.literal(true) }),
    errors: ['conflict'],
  },
  undoPictureReview: {
    method: 'DELETE',
    path: '/admin/pictures/:id/review',
    access: 'staff:photos',
    summary: 'Undo your decision about a photo, within a minute',
    params: z.strictObject({ id }),
    returns: z.strictObject({ done: z.literal(true) }),
    errors: ['conflict'],
  },
  undoVoiceReview: {
    method: 'DELETE',
    path: '/admin/voices/:id/review',
    access: 'staff:photos',
    summary: 'Undo your decision about a voice answer, within a minute',
    params: voice,
    returns: z.strictObject({ done: z.literal(true) }),
    errors: ['conflict'],
  },
  undoPhotoCheck: {
    method: 'DELETE',
    path: '/admin/photo-checks/:id',
    access: 'staff:photos',
    summary: 'Undo your decision about a selfie, within a minute',
    params: z.strictObject({ id }),
    returns: z.strictObject({ done: z.literal(true) }),
    errors: ['conflict'],
  },
})
