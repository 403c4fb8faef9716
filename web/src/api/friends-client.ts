import { callsOf } from '@kindred/contract/calls'
import { friends as routes } from '@kindred/contract/matching/friends'
import { readQuery } from './queries.ts'
import { send } from './send.ts'

// Only the screens of Friends load these calls.

export const friends = callsOf({ ...routes }, send)
export const friendPreferencesQuery = readQuery(['getFriendPreferences'], friends.getFriendPreferences)
