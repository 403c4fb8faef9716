import { OwnVoiceAnswer, type VoiceAnswer } from '@kindred/contract'
import * as z from 'zod/mini'
import type { Profile } from '../../../http/session.ts'

/** A spoken answer as the profile's row stores it. */
const StoredVoice = z.extend(OwnVoiceAnswer, { fileId: z.string() })
export type StoredVoice = z.infer<typeof StoredVoice>

export const storedVoice = (profile: Pick<Profile, 'voice'> | null | undefined): StoredVoice | null =>
  profile?.voice ? StoredVoice.parse(profile.voice) : null

export function toOwnVoice(profile: Pick<Profile, 'voice'> | null): OwnVoiceAnswer | null {
  const voice = storedVoice(profile)
  if (!voice) return null
  const { fileId: _, ...own } = voice
  return own
}

/** What others see, unless staff removed it. */
export function toVoice(profile: Pick<Profile, 'voice'> | null): VoiceAnswer | null {
  const own = toOwnVoice(profile)
  if (own?.review !== 'shown') return null
  const { review: _, ...voice } = own
  return voice
}
