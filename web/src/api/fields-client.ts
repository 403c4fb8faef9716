import { callsOf } from '@kindred/contract/calls'
import { profileFields } from '@kindred/contract/profiles/fields'
import { readQuery } from './queries.ts'
import { send } from './send.ts'

export const ownFields = callsOf(profileFields, send)

/** The community’s own profile fields, with the member’s answers. Empty in most communities. */
export const fieldsQuery = { ...readQuery(['listFields'], ownFields.listFields), staleTime: 300_000 }
