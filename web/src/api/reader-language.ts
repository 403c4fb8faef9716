import { i18n } from '@lingui/core'

/** The language about to load. The first requests are sent before its texts have arrived. */
let awaited = 'en'

export const awaitLanguage = (language: string): void => void (awaited = language)

export const readerLanguage = (): string => i18n.locale || awaited
