import { i18n } from '@lingui/core'

/** What the app is about to speak. The first calls go out before the words are there. */
let awaited = 'en'

export const awaitLanguage = (language: string): void => void (awaited = language)

/** The language in which calls are to be answered: that of the screens. */
export const readerLanguage = (): string => i18n.locale || awaited
