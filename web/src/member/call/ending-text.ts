import { useLingui } from '@lingui/react/macro'
import type { Ending } from './call.ts'

export function useEndingText(): (ending: Ending | undefined) => string {
  const { t } = useLingui()
  const texts = {
    ended: t`The call has ended.`,
    missed: t`No answer. They’ll see a missed call in your chat.`,
    failed: t`We couldn’t connect the two of you. Try again on the same network, or later.`,
    'no-microphone': t`We couldn’t use your microphone. Allow it in the site settings, then try again.`,
  }
  return (ending = 'ended') => (typeof ending === 'object' ? ending.text : texts[ending])
}
