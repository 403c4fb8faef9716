// The credentials for requests. The API client doesn't know the session, so the session registers its credentials here.

export type Credentials = {
  /** The current access token, which another tab may have renewed. */
  token: () => string | null
  /** A newer token than the refused one, or null if there is none. */
  refresh: (stale: string) => Promise<string | null>
  /** Called when the server refuses even the newest token. */
  end: () => void
  /** Subscribes to sign-outs. Returns the function to unsubscribe. */
  onEnd: (listener: () => void) => () => void
}

const signedOut: Credentials = { token: () => null, refresh: async () => null, end: () => {}, onEnd: () => () => {} }

let present = signedOut

export const credentials = (): Credentials => present

/** Must be called before the first request. */
export const registerCredentials = (next: Credentials): void => void (present = next)
