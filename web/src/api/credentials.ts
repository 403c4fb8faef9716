// The credentials for calls. The API client knows no session, so the session registers its own here.

export type Credentials = {
  /** The current access token, which another tab may have renewed. */
  token: () => string | null
  /** A newer token than this one, which the server refused. Null if there is none. */
  refresh: (stale: string) => Promise<string | null>
  /** Called when the server refuses the newest token, too. */
  end: () => void
  /** Subscribes to sign-outs. Returns the function to unsubscribe. */
  onEnd: (listener: () => void) => () => void
}

const signedOut: Credentials = { token: () => null, refresh: async () => null, end: () => {}, onEnd: () => () => {} }

let present = signedOut

export const credentials = (): Credentials => present

/** Must be called before the first API call. */
export const registerCredentials = (next: Credentials): void => void (present = next)
