import type { PrivacySettings } from '@kindred/contract/profiles/users'
import { useState } from 'react'
import { read, write } from '../../session/storage.ts'
import { useSession } from '../../session/store.ts'

// Photos from others are blurred, and not even loaded, until the member opens one from this person. The settings have
// “always” and “never”, too. Opened conversations are remembered in this browser.

const key = (matchId: string) => `kindred.photo-opened.${matchId}`

/** Whether photos from the other person are blurred, and what to do when the member opens one. */
export function usePhotoBlur(matchId: string): { isBlurred: boolean; onPhotoOpened: () => void } {
  const blur: PrivacySettings['photoBlur'] = useSession(({ user }) => user?.settings.photoBlur) ?? 'first'
  const [opened, setOpened] = useState<string>()
  const hasOpened = opened === matchId || read(key(matchId)) !== null
  return {
    isBlurred: blur === 'always' || (blur === 'first' && !hasOpened),
    onPhotoOpened: () => {
      write(key(matchId), 'yes')
      setOpened(matchId)
    },
  }
}
