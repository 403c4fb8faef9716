import type { ServerEvent } from '@kindred/contract'

type CallEvent = Extract<ServerEvent, { type: 'call' }>

export const toEvent = (
  step: 'asked' | 'accepted' | 'ended' | 'signal',
  matchId: string,
  callId: string,
  data = '',
): CallEvent => ({
  type: 'call',
  matchId,
  callId,
  step,
  data,
})
