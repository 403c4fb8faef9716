// Where the API is: on the page's own origin, unless the build wrote another one into the page (API_URL in README.md).

/** The origin of the API where it isn't the page's own, else nothing. */
const elsewhere =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '')

export const BASE = `${elsewhere}/api/v1`

/** Where the sockets are. */
export const socketOrigin = (): string => elsewhere || location.origin

/** The address of something on the API's server beside its calls. */
export const onServer = (path: string): string => elsewhere + path

const PICTURE = /^\/api\/v1\/pictures\/\S+$/

/**
 * Reads an answer. The server names its pictures by their path. Only here, a page of another origin puts the API's
 * origin in front of them. Live events carry no addresses.
 */
export const readerFor =
  (origin: string) =>
  (text: string): unknown =>
    origin === ''
      ? JSON.parse(text)
      : JSON.parse(text, (_key, value: unknown) =>
          typeof value === 'string' && PICTURE.test(value) ? origin + value : value,
        )

const readAnswer = readerFor(elsewhere)

/** The body of an answer: its JSON, or its text if it isn't JSON, as a proxy's error page. */
export function answerIn(text: string): unknown {
  try {
    return readAnswer(text)
  } catch {
    return text
  }
}
