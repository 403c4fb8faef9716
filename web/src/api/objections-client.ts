import { callsOf } from '@kindred/contract/calls'
import { approvals } from '@kindred/contract/moderation/approvals'
import { send } from './send.ts'

const { listObjections, objectTo } = approvals

/** What someone may object to who was an administrator when it was asked for. */
export const objections = callsOf({ listObjections, objectTo }, send)
