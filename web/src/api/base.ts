// The API's origin is the page's own, unless the build wrote another one into the page (API_URL in README.md).

/** Empty if the API has the page's own origin. */
const apiOrigin =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '')

export const BASE = `${apiOrigin}/api/v1`

export const socketOrigin = (): string => apiOrigin || location.origin

export const serverUrl = (path: string): string => apiOrigin + path

const PICTURE = /^\/(api\/v1\/pictures|look)\/\S+$/

/**
 * Parses a response. The server returns photos as paths, which only this parser turns into URLs when the API has
 * another origin. Live events contain no photo paths.
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

/** The JSON of a response, or its text if it isn't JSON, such as a proxy's error page. */
export function parseBody(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
