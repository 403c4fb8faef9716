import { i18n } from '@lingui/core'

/** The language that is about to load. The first calls go out before its texts are there. */
let awaited = 'en'

export const awaitLanguage = (language: string): void => void (awaited = language)

export const readerLanguage = (): string => i18n.locale || awaited
