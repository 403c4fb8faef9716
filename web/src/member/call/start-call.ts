/** A call that was asked for here, or, with its id, by the other person. */
export type WantedCall = { matchId: string; callId?: string }

let start: (call: WantedCall) => void = () => {}

/** The member's frame shows calls, wherever they begin. */
export const whenCallStarts = (show: typeof start): void => void (start = show)
export const startCall = (call: WantedCall): void => start(call)
