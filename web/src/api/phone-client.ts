import { callsOf } from '@kindred/contract/calls'
import { phoneCalls } from '@kindred/contract/chat/phone-calls'
import { send } from './send.ts'

/** Calls between two matched members. Only the call itself loads them. */
export const phone = callsOf(phoneCalls, send)
