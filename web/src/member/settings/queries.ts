import { queryOptions } from '@tanstack/react-query'
import { members, settings } from '../../api/member-client.ts'
import { identities } from '../../api/providers-client.ts'
import { withRetry } from '../../api/retry.ts'
import { canPush, isPushed } from '../../api/worker.ts'

// What the panels read, and the list of them, which says how each is set.

export const identitiesQuery = queryOptions({
  queryKey: ['listIdentities'],
  queryFn: () => withRetry(() => identities.listIdentities()),
})
export const passkeysQuery = queryOptions({
  queryKey: ['listPasskeys'],
  queryFn: () => withRetry(() => settings.listPasskeys()),
})
export const secondFactorQuery = queryOptions({
  queryKey: ['getSecondFactor'],
  queryFn: () => withRetry(() => settings.getSecondFactor()),
})
export const sessionsQuery = queryOptions({
  queryKey: ['listSessions'],
  queryFn: () => withRetry(() => settings.listSessions()),
})
export const consentsQuery = queryOptions({
  queryKey: ['listConsents'],
  queryFn: () => withRetry(() => settings.listConsents()),
})
export const blocksQuery = queryOptions({
  queryKey: ['listBlocks'],
  queryFn: () => withRetry(() => members.listBlocks()),
})
export const notificationSettingsQuery = queryOptions({
  queryKey: ['getNotificationSettings'],
  queryFn: () => withRetry(() => members.getNotificationSettings()),
})
export const pushedQuery = queryOptions({
  queryKey: ['subscribePush', 'here'],
  queryFn: isPushed,
  enabled: canPush(),
})
