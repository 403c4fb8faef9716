import { setupI18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Language } from '@kindred/contract/languages'
import { readFileSync } from 'node:fs'

const po = formatter({ lineNumbers: false })

/** Looks up a text: `text('Like')` is “Gefällt mir” in German. A text missing from the catalog fails the journey. */
export type Text = (english: string, values?: Record<string, unknown>) => string

export async function textsIn(language: Language): Promise<Text> {
  const filename = `web/src/locales/${language}.po`
  const catalog = await po.parse(readFileSync(filename, 'utf8'), { locale: language, sourceLocale: 'en', filename })
  // If several messages have the same English text, the one without a context wins.
  const inOrder = Object.values(catalog).toSorted((a, b) => Number(!a.context) - Number(!b.context))
  const messages = new Map(inOrder.map(({ message = '', translation }) => [message, translation]))
  const i18n = setupI18n({ locale: language, messages: { [language]: {} } })
  return (english, values) => {
    const translation = messages.get(english)
    if (!translation) throw new Error(`The ${language} catalog lacks “${english}”.`)
    i18n.load(language, { [english]: compileMessage(translation) })
    return i18n._(english, values)
  }
}
