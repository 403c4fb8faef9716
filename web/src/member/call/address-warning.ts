import { read, write } from '../../session/storage.ts'

// Without a relay, two browsers connect directly, and each person could find out the other's network address. Members
// are warned before their first call with someone.

const key = (matchId: string) => `kindred.direct-call.${matchId}`

export const hasSeenAddressWarning = (matchId: string): boolean => read(key(matchId)) !== null
export const rememberAddressWarning = (matchId: string): void => write(key(matchId), 'yes')
