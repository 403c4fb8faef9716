// The languages of screens, emails and server texts. English is the source, and the fallback for missing translations.

export const languages = ['en', 'de', 'fr', 'es', 'pt-BR', 'ar'] as const
export type Language = (typeof languages)[number]
/** The languages that have catalogs. The English texts are in the code. */
export const translated = languages.filter((language) => language !== 'en')

/** English, lengthened and accented for development, which reveals clipped and untranslated texts. */
export const PSEUDO = 'en-XA'

export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  ar: 'العربية',
}

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** Maps a language tag to one of our languages: `de-AT` to German, and all Portuguese to Brazilian. */
export function languageOf(tag: string): Language | undefined {
  const [base] = tag.trim().toLowerCase().split(/[-_]/)
  return languages.find((language) => language.toLowerCase().split('-')[0] === base)
}

export const languageFrom = (
  tags: readonly string[],
  offered: readonly Language[] = languages,
): Language | undefined => {
  for (const tag of tags) {
    const language = languageOf(tag)
    if (language && offered.includes(language)) return language
  }
  return undefined
}

export const acceptedLanguages = (header: string): string[] =>
  header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.split(';')
      const weight = options.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((each) => each !== undefined)
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
