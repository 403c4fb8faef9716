import { acceptedLanguages, languageFrom, languageOf, PSEUDO, type Language } from '@kindred/contract/languages'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** A page may also be in the language for development. */
export type PageLanguage = Language | typeof PSEUDO

const acceptedBy = (header: string | undefined): Language | undefined => languageFrom(acceptedLanguages(header ?? ''))

/** The language that a call is answered in. The web app names its own in Accept-Language. */
export const languageOfCall = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  acceptedBy(headers['accept-language']) ?? 'en'

/** The value of the cookie in which the web app keeps the choice of a language. */
const cookieOf = (header: string | undefined): string | undefined => /(?:^|; ?)lang=([^;]*)/.exec(header ?? '')?.[1]

/**
 * The language of a page: what its link asks for (`?lang=`), else what was chosen in this browser, else what the
 * browser prefers, else the operator's default. Only languages that we have come out of it, whatever goes in.
 */
export function languageOfPage(
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
  { production, DEFAULT_LANGUAGE }: Pick<Config, 'production' | 'DEFAULT_LANGUAGE'>,
): PageLanguage {
  const chosen = (tag: unknown): PageLanguage | undefined => {
    if (typeof tag !== 'string') return undefined
    return tag === PSEUDO && !production ? PSEUDO : languageOf(tag)
  }
  const lang = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined
  return chosen(lang) ?? chosen(cookieOf(headers.cookie)) ?? acceptedBy(headers['accept-language']) ?? DEFAULT_LANGUAGE
}
