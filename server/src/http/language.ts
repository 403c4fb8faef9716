import { acceptedLanguages, languageFrom, PSEUDO, type Language } from '@kindred/contract/languages'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { fallbackLanguage, offeredLanguages } from '../infra/language/own-texts.ts'

/** In development, a page may also be in the pseudo-language. */
export type PageLanguage = Language | typeof PSEUDO

const acceptedBy = (header: string | undefined): Language | undefined =>
  languageFrom(acceptedLanguages(header ?? ''), offeredLanguages())

const offered = (tag: string): Language | undefined => languageFrom([tag], offeredLanguages())

/** The web app sends its own language in Accept-Language. */
export const languageOfCall = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  acceptedBy(headers['accept-language']) ?? fallbackLanguage('en')

/** The language with the reader's region, such as `en-GB`, on which dates depend. */
export function localeOfCall({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const tag = acceptedLanguages(headers['accept-language'] ?? '').find((each) => offered(each))
  try {
    const { baseName, region } = new Intl.Locale(tag ?? '')
    return region && Intl.DateTimeFormat.supportedLocalesOf(baseName)[0]
  } catch {
    return undefined
  }
}

/** The web app stores the chosen language in this cookie. */
const cookieOf = (header: string | undefined): string | undefined => /(?:^|; ?)lang=([^;]*)/.exec(header ?? '')?.[1]

/**
 * The language of the link (`?lang=`), or else the one chosen in this browser, the browser's preference, or the
 * operator's default. The result is always one of the offered languages.
 */
export function languageOfPage(
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
  { production, DEFAULT_LANGUAGE }: Pick<Config, 'production' | 'DEFAULT_LANGUAGE'>,
): PageLanguage {
  const chosen = (tag: unknown): PageLanguage | undefined => {
    if (typeof tag !== 'string') return undefined
    return tag === PSEUDO && !production ? PSEUDO : offered(tag)
  }
  const lang = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined
  return (
    chosen(lang) ??
    chosen(cookieOf(headers.cookie)) ??
    acceptedBy(headers['accept-language']) ??
    fallbackLanguage(DEFAULT_LANGUAGE)
  )
}
