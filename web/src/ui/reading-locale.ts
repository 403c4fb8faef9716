/** English that only some regions write; where none is known, the English of the world. */
const ELSEWHERE = 'en-001'

const isKnown = (locale: string): boolean => new Intl.DateTimeFormat(locale).resolvedOptions().locale === locale

/**
 * The locale for dates, times, numbers and lists: the language of the texts, as written in the reader's region, which
 * is that of the first language that their browser asks for.
 */
export function readingLocale(preferred: readonly string[]): string {
  const [first = 'en'] = preferred
  try {
    const { language, region } = new Intl.Locale(first).maximize()
    if (language === 'en') return first
    const here = `en-${region}`
    return isKnown(here) ? here : ELSEWHERE
  } catch {
    return 'en'
  }
}
