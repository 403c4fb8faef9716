import { callsOf } from '@kindred/contract/calls'
import { invitations } from '@kindred/contract/identity/invitations'
import { readQuery } from './queries.ts'
import { send } from './send.ts'

export const admissions = callsOf({ ...invitations }, send)

export const admissionQuery = readQuery(['getAdmission'], admissions.getAdmission)

export const ownInvitationsQuery = readQuery(['listMyInvitations'], admissions.listMyInvitations)
