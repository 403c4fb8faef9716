import { callsOf } from '@kindred/contract/calls'
import { accountLinks } from '@kindred/contract/moderation/account-links'
import { send } from './send.ts'

// Apart from the other calls of the back office, because two screens make these.

export const linkCalls = callsOf({ ...accountLinks }, send)
