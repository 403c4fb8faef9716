/** The international locale, for regions whose English doesn't have its own. */
const ELSEWHERE = 'en-001'

const isKnown = (locale: string): boolean => new Intl.DateTimeFormat(locale).resolvedOptions().locale === locale

/**
 * The locale for dates, times, numbers and lists. It combines the language of the texts with the reader's region, which
 * is that of the browser's first language.
 */
export function readingLocale(language: string, preferred: readonly string[]): string {
  const [first = language] = preferred
  const [base = ''] = language.split('-')
  try {
    const own = new Intl.Locale(first).maximize()
    if (own.language === base) return first
    const here = `${base}-${own.region}`
    if (isKnown(here)) return here
    return base === 'en' ? ELSEWHERE : language
  } catch {
    return language
  }
}
