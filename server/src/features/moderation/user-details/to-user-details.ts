import type { SignIn, UserDetails } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import { deviceOf } from '../../../http/caller.ts'
import { write } from '../../../infra/language/write.ts'
import type { UserRow } from '../../discovery/index.ts'
import type { latestSessions, latestSignIns } from '../../identity/index.ts'
import { storedPictures, toOwnPictures, toProfileDetails } from '../../profiles/index.ts'
import { shortened } from './rules.ts'

type SignInRow = Awaited<ReturnType<typeof latestSignIns>>[number]
type SessionRow = Awaited<ReturnType<typeof latestSessions>>[number]

export const toSignIn = (
  { at, outcome, address, user_agent }: SignInRow,
  shown: (address: string) => string,
  language: Language,
) => ({
  at: at.toISOString(),
  // The column has a check constraint with these two values.
  outcome: outcome as SignIn['outcome'],
  device: write(language, deviceOf(user_agent)),
  address: shown(address),
})

export const toSession = (session: SessionRow, language: Language): UserDetails['sessions'][number] => ({
  _id: session.id,
  device: write(language, deviceOf(session.user_agent)),
  address: shortened(session.address),
  createdAt: session.created_at.toISOString(),
  lastUsedAt: session.last_used_at.toISOString(),
})

export function toProfile({ profile, photo_checked_at }: UserRow): UserDetails['profile'] {
  const { intention, prompts, voice, interests, languages, basics } = toProfileDetails(profile)
  return { intention, prompts, voice, interests, languages, basics, photoChecked: photo_checked_at !== null }
}

export const toPictures = (context: Pick<Deps, 'keys' | 'clock'>, sessionId: string, { profile }: UserRow) =>
  toOwnPictures(context, sessionId, storedPictures(profile), 'staff')
