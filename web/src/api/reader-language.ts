import { i18n } from '@lingui/core'

/** The language about to load. The first requests are sent before its texts have arrived. */
let awaited = 'en'

export const awaitLanguage = (language: string): void => void (awaited = language)

export const readerLanguage = (): string => i18n.locale || awaited

/** The language with the reader's region, as on the screen, so that the server writes dates the same way. */
export const readerLocale = (): string => String(i18n.locales ?? readerLanguage())
