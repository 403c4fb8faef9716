import { directionOf, PSEUDO } from '@kindred/contract/languages'
import { iconFile, type PublicLook, type WelcomeWords } from '@kindred/contract'
import { escaped } from '../infra/html.ts'
import { offeredLanguages } from '../infra/language/own-texts.ts'
import { write } from '../infra/language/write.ts'
import { defaultHead, headAt, NO_SCRIPT } from './heads.ts'
import type { PageLanguage } from './language.ts'
import { withOwnTexts } from './own-texts.ts'
import { publicPages } from './site-files.ts'

/** The settings are JSON for the web app, and only our own server knows them. */
export type Filling = {
  path: string
  language: PageLanguage
  publicUrl: string
  brand: string
  supportEmail?: string
  settings?: string
  /** The age from which people may join. */
  minimumAge?: number | undefined
  look?: PublicLook | undefined
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
  return [...offeredLanguages().map((language) => [language, `${own}?lang=${language}`]), ['x-default', own]]
    .map(([language, address]) => `<link rel="alternate" hreflang="${language}" href="${address}" />\n`)
    .join('')
}

const placeholders = (html: string, values: Record<string, string>): string =>
  html.replace(/%([A-Z_]+)%/gi, (whole, name: string) => values[name] ?? whole)

type Words = { own: WelcomeWords; english: WelcomeWords }

/** The operator's words for the start page. The English ones replace a missing translation. */
const welcomeWords = (look: PublicLook | undefined, language: PageLanguage): Words => ({
  own: look?.words?.[language] ?? {},
  english: look?.words?.['en'] ?? {},
})

/** The operator's text for a page whose placeholders are filled in later: none of its own is one. */
const literal = (text: string) => escaped(text).replaceAll('%', '&#37;')

/** Fills in the parts of the first paint that the operator has changed, between the marks of scripts/first-paint.ts. */
function withWelcome(html: string, look: PublicLook | undefined, { own, english }: Words): string {
  const { src = '', width = 1, height = 1 } = look?.picture ?? {}
  const wordsFor = (key: 'headline' | 'text') =>
    own[key] === undefined
      ? english[key] && `<span lang="en" dir="ltr">${literal(english[key])}</span>`
      : literal(own[key])
  const replaced = (key: 'headline' | 'text', page: string) => {
    const words = wordsFor(key)
    return words === undefined ? page : page.replace(new RegExp(`<!--${key}-->.*?<!--/${key}-->`, 's'), () => words)
  }
  return placeholders(replaced('headline', replaced('text', html)), {
    WELCOME_PICTURE: escaped(src),
    WELCOME_ALT: literal(own.alt ?? english.alt ?? ''),
    WELCOME_WIDTH: String(width),
    WELCOME_HEIGHT: String(height),
  })
}

const preloadedFont = /<link rel="preload" as="font"[^>]*>\n?/g

/** Faces that the look doesn't use aren't loaded before the page: the system's need none, Figtree only the first. */
const withoutFonts = (html: string, { style }: PublicLook): string => {
  let nth = 0
  const kept = style?.includes('--face-text') ? 0 : style?.includes('--face-display') ? 1 : Infinity
  return html.replace(preloadedFont, (link) => (nth++ < kept ? link : ''))
}

/** The look belongs into the first bytes of the page, so that nothing is ever shown in other colors. */
function withLook(html: string, look: PublicLook): string {
  const { style, icon, hasLogo } = look
  const icons = icon
    ? `<link rel="icon" href="${iconFile(icon, 192)}" type="image/png" sizes="192x192" />\n    ` +
      `<link rel="apple-touch-icon" href="${iconFile(icon, 180)}" />`
    : ''
  return withoutFonts(html, look)
    .replace(/<link rel="icon"[^>]*>/, (link) => icons || link)
    .replace('</title>', () => (style ? `</title>\n    <style>${style}</style>` : '</title>'))
    .replace('<html ', () => (hasLogo ? '<html data-logo ' : '<html '))
}

/** The name beside the logo. The web app has the same rule (web/src/ui/logo.tsx). */
const wordmarkOf = (brand: string) => (brand === 'Kindred' ? 'kindred' : brand)

export function filledPage(built: string, filling: Filling): string {
  const html = filling.language === PSEUDO ? built : withOwnTexts(built, filling.language)
  const { path, language, publicUrl, brand, supportEmail, settings, look, minimumAge = 18 } = filling
  const { title, description, picture } = headAt(path)
  const names = { BRAND: escaped(brand), brand: escaped(wordmarkOf(brand)), AGE: String(minimumAge) }
  const text = (english: string) => placeholders(escaped(written(english, language)), names)
  const words = welcomeWords(look, language)
  const page = look ? withLook(withWelcome(html, look, words), look) : html
  const ownText = description === defaultHead.description && (words.own.text ?? words.english.text)
  return placeholders(page, {
    ...names,
    TITLE: text(title),
    DESCRIPTION: ownText ? escaped(ownText.replace(/\s+/g, ' ')) : text(description),
    NOSCRIPT: text(NO_SCRIPT),
    PICTURE: look?.preview?.slice(1) ?? picture,
    LANGUAGE: language,
    LOCALE: locales[language],
    PUBLIC_URL: escaped(publicUrl),
    ...(supportEmail === undefined ? {} : { SUPPORT_EMAIL: escaped(supportEmail) }),
    ...(settings === undefined ? {} : { SETTINGS: escaped(settings) }),
  })
    .replace(
      /<html( data-logo)? lang="en" dir="ltr">/,
      (_tag, logo: string = '') => `<html${logo} lang="${language}" dir="${directionOf(language)}">`,
    )
    .replace('</head>', () => `${alternates(filling)}</head>`)
}
