// The API's origin: the page's own, unless the build wrote another one into the page (API_URL in README.md).

/** Empty if it is the page's own. */
const apiOrigin =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '')

export const BASE = `${apiOrigin}/api/v1`

export const socketOrigin = (): string => apiOrigin || location.origin

export const serverUrl = (path: string): string => apiOrigin + path

const PICTURE = /^\/api\/v1\/pictures\/\S+$/

/**
 * Parses an answer. The server gives photos as paths. Only here, a page of another origin puts the API's origin in
 * front of them. Live events contain no addresses.
 */
export const jsonParserFor =
  (origin: string) =>
  (text: string): unknown =>
    origin === ''
      ? JSON.parse(text)
      : JSON.parse(text, (_key, value: unknown) =>
          typeof value === 'string' && PICTURE.test(value) ? origin + value : value,
        )

const parseJson = jsonParserFor(apiOrigin)

/** The JSON of an answer, or its text if it isn't JSON, like a proxy's error page. */
export function parseBody(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
