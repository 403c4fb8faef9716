import type { ServerEvent } from '@kindred/contract/events'

/** A call that was asked for here, or, with its id, by the other person. */
export type WantedCall = { matchId: string; callId?: string }
type Show = (call: WantedCall) => void

let show: Show | undefined
/** What came before the code that shows calls. */
let waiting: WantedCall | undefined

/** The member's frame shows calls, wherever they begin, until the returned function is called. */
export function whenCallStarts(shows: Show): () => void {
  show = shows
  if (waiting) show(waiting)
  waiting = undefined
  return () => {
    if (show === shows) show = undefined
  }
}

export function startCall(call: WantedCall): void {
  if (show) show(call)
  else waiting ??= call
}

/** What the server tells of calls. One that ended before anybody saw it is over. */
export function hearCall(event: ServerEvent): void {
  if (event.type !== 'call') return
  const { step, matchId, callId } = event
  if (step === 'asked') startCall({ matchId, callId })
  if (step === 'ended' && waiting?.callId === callId) waiting = undefined
}
