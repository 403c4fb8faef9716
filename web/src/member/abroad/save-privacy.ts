import { members } from '../../api/member-client.ts'
import { getSession, setSession } from '../../session/store.ts'
import type { Before } from './stored.ts'

/** Saves the settings, then runs `noted` before the app is shown with them. */
export async function savePrivacy(change: Partial<Before>, noted?: () => void): Promise<void> {
  const { privacySettings } = (await members.setPrivacy({ body: change })).data
  noted?.()
  const { user } = getSession()
  if (user) setSession({ user: { ...user, settings: { ...user.settings, ...privacySettings } } })
}
