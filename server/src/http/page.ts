import { directionOf, languages, PSEUDO } from '@kindred/contract/languages'
import { write } from '../infra/language/write.ts'
import { headAt, NO_SCRIPT } from './heads.ts'
import type { PageLanguage } from './language.ts'
import { escaped, publicPages } from './site-files.ts'

/** The settings are JSON for the web app, and only our own server knows them. */
export type Filling = {
  path: string
  language: PageLanguage
  publicUrl: string
  brand: string
  supportEmail?: string
  settings?: string
}

/** Link previews expect a language with a country. */
const locales: Record<PageLanguage, string> = {
  en: 'en_US',
  de: 'de_DE',
  fr: 'fr_FR',
  es: 'es_ES',
  'pt-BR': 'pt_BR',
  ar: 'ar_AR',
  'en-XA': 'en_US',
}

/** The head is never in the pseudo-language for development. */
const written = (text: string, language: PageLanguage): string => (language === PSEUDO ? text : write(language, text))

/** Links to the page in each language, for search engines. Without `?lang=`, a page is in its reader's language. */
function alternates({ path, publicUrl }: Pick<Filling, 'path' | 'publicUrl'>): string {
  if (!publicPages.includes(path)) return ''
  const own = escaped(publicUrl + path)
  return [...languages.map((language) => [language, `${own}?lang=${language}`]), ['x-default', own]]
    .map(([language, address]) => `<link rel="alternate" hreflang="${language}" href="${address}" />\n`)
    .join('')
}

const placeholders = (html: string, values: Record<string, string>): string =>
  html.replace(/%([A-Z_]+)%/gi, (whole, name: string) => values[name] ?? whole)

export function filledPage(html: string, filling: Filling): string {
  const { path, language, publicUrl, brand, supportEmail, settings } = filling
  const { title, description, picture } = headAt(path)
  const names = { BRAND: escaped(brand), brand: escaped(brand.toLocaleLowerCase()) }
  const text = (english: string) => placeholders(escaped(written(english, language)), names)
  return placeholders(html, {
    ...names,
    TITLE: text(title),
    DESCRIPTION: text(description),
    NOSCRIPT: text(NO_SCRIPT),
    PICTURE: picture,
    LANGUAGE: language,
    LOCALE: locales[language],
    PUBLIC_URL: escaped(publicUrl),
    ...(supportEmail === undefined ? {} : { SUPPORT_EMAIL: escaped(supportEmail) }),
    ...(settings === undefined ? {} : { SETTINGS: escaped(settings) }),
  })
    .replace('<html lang="en" dir="ltr">', `<html lang="${language}" dir="${directionOf(language)}">`)
    .replace('</head>', () => `${alternates(filling)}</head>`)
}
