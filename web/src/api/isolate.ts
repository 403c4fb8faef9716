import { isolated } from '@kindred/contract/isolated'
import { directionOf } from '@kindred/contract/languages'
import type { I18n, MessageDescriptor, MessageOptions } from '@lingui/core'

type Values = Record<string, unknown>

/** What a message chooses its words by, such as `other`, is never shown. */
const isCode = (words: string): boolean => /^[a-z_-]+$/.test(words)

/**
 * From now on, names and other words that are put into a translated sentence don't reorder it. Each sentence can choose
 * its words by `viewer`: the gender of whom it addresses, in languages that speak differently to women and to men. A
 * gender in own words is addressed neutrally.
 */
export function isolateIn(i18n: I18n, genderNow: () => string | null | undefined): void {
  const translate = i18n._.bind(i18n)
  const apart = (values: Values = {}): Values => {
    const direction = directionOf(i18n.locale)
    const all: Values = { viewer: genderNow() }
    for (const name in values) {
      const value = values[name]
      all[name] = typeof value === 'string' && !isCode(value) ? isolated(value, direction) : value
    }
    return all
  }
  const translateApart: I18n['_'] = (message: MessageDescriptor | string, values?: Values, options?: MessageOptions) =>
    typeof message === 'string'
      ? translate(message, apart(values), options)
      : translate({ ...message, values: apart(message.values) })
  i18n._ = translateApart
  i18n.t = translateApart
}
