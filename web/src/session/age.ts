import { useSettings } from '../api/settings.ts'
import { useSession } from './store.ts'

/** True if this member has to show that they're 18 or older before they write to anyone. The server checks it anyway. */
export function useMustShowAge(): boolean {
  const isForAll = useSettings().age?.includes('message') === true
  return useSession(({ user }) => !user?.ageProven && !user?.staffRole && (isForAll || user?.ageAsked === true))
}

/** True if there is anything to see about a proof of age. */
export function useAsksAge(): boolean {
  const isAsked = useSession(({ user }) => user?.ageAsked === true || user?.ageProven === true)
  return useSettings().age !== undefined || isAsked
}
