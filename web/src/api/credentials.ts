// Whose calls these are. The API's client knows no session: whoever keeps one says here what the calls need of it.

export type Credentials = {
  /** The access token, as another tab may have left it by now. */
  token: () => string | null
  /** A newer token than this one, which the server refused; null where there is none to be had. */
  refresh: (stale: string) => Promise<string | null>
  /** The server refused the newest token, too. */
  end: () => void
  /** Calls back when nobody is signed in any more, until it is taken back. */
  onEnd: (listener: () => void) => () => void
}

const nobody: Credentials = { token: () => null, refresh: async () => null, end: () => {}, onEnd: () => () => {} }

let present = nobody

export const credentials = (): Credentials => present

/** Said once, before the first call. */
export const callAs = (given: Credentials): void => void (present = given)
