import { OwnVoiceAnswer, type VoiceAnswer } from '@kindred/contract'
import * as z from 'zod/mini'
import type { Profile } from '../../../http/session.ts'

// A voice answer is stored in two columns of the profile, because servers of the version before the second column
// refuse unknown fields in the first.

/**
 * The column `voice`. A recording that waits for a review is marked as refused, so that the previous version doesn't
 * show it either.
 */
const Recording = z.extend(z.omit(OwnVoiceAnswer, { text: true }), {
  fileId: z.string(),
  review: z.enum(['shown', 'refused']),
})

/** The column `voice_details`, which applies only to the file that it names. */
const Details = z.object({
  fileId: z.string(),
  text: z.nullable(z.string()),
  heldAt: z.optional(z.string()),
})

export type StoredVoice = OwnVoiceAnswer & { fileId: string }
type Columns = Pick<Profile, 'voice' | 'voice_details'>

export function storedVoice(profile: Columns | null | undefined): StoredVoice | null {
  if (!profile?.voice) return null
  const recording = Recording.parse(profile.voice)
  const details = profile.voice_details ? Details.parse(profile.voice_details) : null
  if (details?.fileId !== recording.fileId) return { ...recording, text: null }
  return { ...recording, text: details.text, ...(details.heldAt !== undefined && { review: 'held' }) }
}

export function toVoiceColumns(voice: StoredVoice | null, now: Date) {
  if (!voice) return { voice: null, voice_details: null }
  const { text, review, ...rest } = voice
  const isVoiceHeld = review === 'held'
  const recording: z.infer<typeof Recording> = { ...rest, review: isVoiceHeld ? 'refused' : review }
  const details: z.infer<typeof Details> = {
    fileId: voice.fileId,
    text,
    ...(isVoiceHeld && { heldAt: now.toISOString() }),
  }
  return { voice: JSON.stringify(recording), voice_details: JSON.stringify(details) }
}

export function toOwnVoice(profile: Columns | null): OwnVoiceAnswer | null {
  const voice = storedVoice(profile)
  if (!voice) return null
  const { fileId: _, ...own } = voice
  return own
}

/** Hides the answer from others while it waits for a review, and after staff removed it. */
export function toVoice(profile: Columns | null): VoiceAnswer | null {
  const own = toOwnVoice(profile)
  if (own?.review !== 'shown') return null
  const { review: _, ...voice } = own
  return voice
}
