import { readQuery } from '../../api/queries.ts'
import { members, settings } from '../../api/member-client.ts'
import { identities } from '../../api/providers-client.ts'

// Queries shared by the panels and the list, which shows the current values.

export const identitiesQuery = readQuery(['listIdentities'], identities.listIdentities)
export const passkeysQuery = readQuery(['listPasskeys'], settings.listPasskeys)
export const secondFactorQuery = readQuery(['getSecondFactor'], settings.getSecondFactor)
export const sessionsQuery = readQuery(['listSessions'], settings.listSessions)
export const consentsQuery = readQuery(['listConsents'], settings.listConsents)
export const blocksQuery = readQuery(['listBlocks'], members.listBlocks)
export const notificationSettingsQuery = readQuery(['getNotificationSettings'], members.getNotificationSettings)
