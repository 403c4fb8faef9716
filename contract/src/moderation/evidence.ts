import * as z from 'zod/mini'
import { LookReason } from '../operations/audit.ts'
import { Done } from '../identity/auth.ts'
import { publicId } from '../profiles/pictures.ts'
import { defineRoutes } from '../route.ts'
import { shownPlaces } from '../shown-texts.ts'
import { dataOf, id, instant, shown } from '../text.ts'

export const Evidence = z.strictObject({
  text: z.nullable(shown),
  pictureUrl: z.nullable(shown),
  at: z.nullable(instant),
  /** Only for staff: the texts before each edit of a message, oldest first. */
  earlier: z.optional(z.array(shown)),
  /** True for staff who gave no reason (X-Reason on getReport): the evidence exists, but isn't shown. */
  withheld: z.optional(z.boolean()),
})

/**
 * A copy of a profile without orientation. Its schema is separate, because it also reads snapshots sealed years ago:
 * values that no longer exist in the product are plain texts.
 */
export const ProfileSnapshot = z.strictObject({
  firstName: shown,
  lastName: shown,
  state: shown,
  age: z.nullable(z.number()),
  gender: z.nullable(shown),
  bio: z.nullable(shown),
  location: z.strictObject({ city: z.nullable(shown), country: z.nullable(shown) }),
  intention: z.nullable(shown),
  prompts: z.array(z.strictObject({ question: shown, answer: shown })),
  interests: z.array(shown),
  languages: z.array(shown),
  basics: z.strictObject({
    height: z.optional(z.nullable(z.number())),
    children: z.optional(z.nullable(shown)),
    smoking: z.optional(z.nullable(shown)),
    drinking: z.optional(z.nullable(shown)),
    diet: z.optional(z.nullable(shown)),
    religion: z.optional(z.nullable(shown)),
    education: z.optional(z.nullable(shown)),
    work: z.optional(z.nullable(shown)),
  }),
  photoChecked: z.boolean(),
})
export type ProfileSnapshot = z.infer<typeof ProfileSnapshot>

export const FrozenPicture = z.strictObject({
  publicId: shown,
  /** The description that its owner wrote. */
  alt: z.optional(shown),
  from: z.enum(['profile', 'message']),
  placeholder: shown,
  /** When its owner removed it from the profile. */
  until: z.optional(instant),
  /** The hash of the copy, or null if the photo couldn't be copied. */
  sha256: z.nullable(shown),
})
export type FrozenPicture = z.infer<typeof FrozenPicture>

export const FrozenVoice = z.strictObject({
  fileId: shown,
  durationMs: z.number(),
  /** The hash of the copy, or null if the recording couldn't be copied. */
  sha256: z.nullable(shown),
})
export type FrozenVoice = z.infer<typeof FrozenVoice>

export const FrozenVoiceAnswer = z.extend(FrozenVoice, {
  question: shown,
  text: z.optional(shown),
  /** When its owner removed or replaced it. */
  until: z.optional(instant),
})
export type FrozenVoiceAnswer = z.infer<typeof FrozenVoiceAnswer>

export const FrozenMessage = z.strictObject({
  _id: id,
  /** `reporter` also stands for the reader of a conversation that a rule reported. */
  by: z.enum(['reported', 'reporter']),
  text: z.nullable(shown),
  picture: z.nullable(shown),
  voice: z.nullable(FrozenVoice),
  at: instant,
  /** Set if the author edited the message before it was reported: the last time, and the texts before, oldest first. */
  editedAt: z.optional(instant),
  earlier: z.optional(z.array(shown)),
  /** Set if the author deleted the message, or withdrew the note or the date, before it was reported. */
  deletedAt: z.nullable(instant),
  isReported: z.boolean(),
  /** Absent for messages. A missed call has no text. The note of a like and the place of a date are no messages. */
  from: z.optional(z.enum(['note', 'date', 'call'])),
})
export type FrozenMessage = z.infer<typeof FrozenMessage>

/** A text that others could read on the profile, until its author changed or withdrew it. */
export const EarlierText = z.strictObject({
  place: z.enum(shownPlaces),
  /** The question of a prompt, or the field or photo, if there are several. */
  about: z.nullable(shown),
  text: shown,
  /** Null if it was there before such texts were kept. */
  since: z.nullable(instant),
  until: instant,
})
export type EarlierText = z.infer<typeof EarlierText>

/** The content sealed when a report was made, possibly by an older version of the product. */
export const FrozenContent = z.strictObject({
  profile: ProfileSnapshot,
  /** Oldest first. */
  earlier: z.array(EarlierText),
  pictures: z.array(FrozenPicture),
  messages: z.array(FrozenMessage),
  /** The current one first. */
  voices: z.array(FrozenVoiceAnswer),
})
export type FrozenContent = z.infer<typeof FrozenContent>

export const LegalHold = z.strictObject({ reason: shown, setBy: shown, setAt: instant })
export type LegalHold = z.infer<typeof LegalHold>

/** The current text of a sealed message. The message is absent if the conversation or its sender is gone. */
export const MessageNow = z.strictObject({
  _id: id,
  text: z.nullable(shown),
  isDeleted: z.boolean(),
})
export type MessageNow = z.infer<typeof MessageNow>

/** The sealed evidence of a report beside the current profile, photos and messages. */
export const FrozenEvidence = z.strictObject({
  frozenAt: instant,
  about: id,
  content: FrozenContent,
  now: z.nullable(
    z.strictObject({
      profile: ProfileSnapshot,
      pictures: z.array(shown),
      messages: z.array(MessageNow),
      voice: z.nullable(shown),
    }),
  ),
})
export type FrozenEvidence = z.infer<typeof FrozenEvidence>

const one = z.strictObject({ id })
const held = dataOf({ hold: z.nullable(LegalHold) })

export const evidence = defineRoutes({
  getReportEvidence: {
    method: 'GET',
    path: '/reports/report/:id/evidence',
    access: 'staff:evidence',
    forReason: true,
    // A decision that cites the report waits until its author has opened this.
    starts: true,
    summary: 'Get the evidence preserved with a report, and how its content is now',
    params: one,
    returns: dataOf({ evidence: FrozenEvidence }),
  },
  getEvidencePicture: {
    method: 'GET',
    path: '/reports/report/:id/evidence/pictures/:publicId',
    access: 'staff:evidence',
    forReason: true,
    summary: 'Get the copy of a reported photo, as a data URL. Each access is logged',
    params: z.strictObject({ id, publicId }),
    returns: dataOf({ picture: shown }),
  },
  getEvidenceVoice: {
    method: 'GET',
    path: '/reports/report/:id/evidence/voices/:fileId',
    access: 'staff:evidence',
    forReason: true,
    summary: 'Get the copy of a voice note, as a data URL. The audit log records each access',
    params: z.strictObject({ id, fileId: publicId }),
    returns: dataOf({ voice: shown }),
  },
  getLegalHold: {
    method: 'GET',
    path: '/admin/users/:id/hold',
    access: 'staff:holds',
    summary: 'Get the legal hold on a person’s data, if there is one',
    params: one,
    returns: held,
  },
  setLegalHold: {
    method: 'PUT',
    path: '/admin/users/:id/hold',
    access: 'staff:holds',
    stepUp: true,
    summary: 'Keep everything about a person until the hold is lifted',
    params: one,
    body: z.strictObject({ reason: LookReason }),
    returns: held,
    errors: ['conflict'],
  },
  liftLegalHold: {
    method: 'POST',
    path: '/admin/users/:id/hold/lift',
    access: 'staff:holds',
    stepUp: true,
    summary: 'Lift a legal hold',
    params: one,
    body: z.strictObject({ reason: LookReason }),
    returns: Done,
    errors: ['conflict'],
  },
})
