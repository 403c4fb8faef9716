import { callsOf } from '@kindred/contract/calls'
import { contactBlocks } from '@kindred/contract/discovery/contacts'
import { readQuery } from './queries.ts'
import { send } from './send.ts'

// Loaded only where members list contacts.

export const contactCalls = callsOf({ ...contactBlocks }, send)
export const contactsQuery = readQuery(['listBlockedContacts'], contactCalls.listBlockedContacts)
