import { isolated } from '@kindred/contract/isolated'
import { directionOf } from '@kindred/contract/languages'
import type { I18n, MessageDescriptor, MessageOptions } from '@lingui/core'

type Values = Record<string, unknown>

/** The keys that select a variant in a message, such as `other`, are never shown. */
const isCode = (words: string): boolean => /^[a-z_-]+$/.test(words)

/**
 * Isolates names and other values in translated sentences, so that they don't reorder the text. In languages that need
 * it, a sentence can select a variant by `viewer`, the reader's gender. Genders in members' own words get the neutral
 * variant.
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
