// Who makes the calls. The API client knows no session, so the session registers here what the calls need.

export type Credentials = {
  /** The access token, as another tab may have left it by now. */
  token: () => string | null
  /** A newer token than this one, which the server refused; null where there is none to be had. */
  refresh: (stale: string) => Promise<string | null>
  /** The server refused the newest token, too. */
  end: () => void
  /** Calls back on sign-out, until it is unsubscribed. */
  onEnd: (listener: () => void) => () => void
}

const nobody: Credentials = { token: () => null, refresh: async () => null, end: () => {}, onEnd: () => () => {} }

let present = nobody

export const credentials = (): Credentials => present

/** Said once, before the first call. */
export const callAs = (next: Credentials): void => void (present = next)
