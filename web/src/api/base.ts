// The API's origin: the page's own, unless the build wrote another one into the page (API_URL in README.md).

/** Empty if it is the page's own. */
const elsewhere =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '')

export const BASE = `${elsewhere}/api/v1`

export const socketOrigin = (): string => elsewhere || location.origin

export const onServer = (path: string): string => elsewhere + path

const PICTURE = /^\/api\/v1\/pictures\/\S+$/

/**
 * Parses an answer. The server gives photos as paths. Only here, a page of another origin puts the API's origin in
 * front of them. Live events contain no addresses.
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

/** The JSON of an answer, or its text if it isn't JSON, like a proxy's error page. */
export function answerIn(text: string): unknown {
  try {
    return readAnswer(text)
  } catch {
    return text
  }
}
