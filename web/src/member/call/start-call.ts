import type { ServerEvent } from '@kindred/contract/events'

/** An outgoing call, with the caller’s video or without, or an incoming call with its id, and maybe their video. */
export type CallRequest = { matchId: string; callId?: string; withVideo?: boolean; theirVideo?: boolean }
type Show = (call: CallRequest) => void

let show: Show | undefined
/** A call that arrived before the code that shows calls had loaded. */
let waiting: CallRequest | undefined

/** Registers the frame that shows calls. Returns the function to unsubscribe. */
export function whenCallStarts(shows: Show): () => void {
  show = shows
  if (waiting) show(waiting)
  waiting = undefined
  return () => {
    if (show === shows) show = undefined
  }
}

export function startCall(call: CallRequest): void {
  if (show) show(call)
  else waiting ??= call
}

/** Handles the server's events about calls. A call that ended before it was shown is dropped. */
export function handleCallEvent(event: ServerEvent): void {
  if (event.type !== 'call') return
  const { step, matchId, callId, kind } = event
  if (step === 'asked') startCall({ matchId, callId, ...(kind === 'video' ? { theirVideo: true } : {}) })
  if (step === 'ended' && waiting?.callId === callId) waiting = undefined
}
