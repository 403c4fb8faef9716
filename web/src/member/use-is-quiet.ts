import { useSession } from '../session/store.ts'

/** True in quiet mode, which shows no numbers. */
export const useIsQuiet = () => useSession(({ user }) => user?.settings.handfulHour !== undefined)
