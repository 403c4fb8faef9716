import { i18n } from '@lingui/core'

type Text = { id: string; message: string }

/**
 * Fixed texts for code that also runs without the build, where Lingui's macros don't exist. Reading a property
 * translates the text into the current language. Each `id` is Lingui's hash of the English text.
 */
export function inLanguage<Name extends string>(texts: Record<Name, Text>): Readonly<Record<Name, string>> {
  const read = (text: Text) => (i18n.locale ? i18n._(text) : text.message)
  const properties = Object.entries<Text>(texts).map(([name, text]) => [
    name,
    { enumerable: true, get: () => read(text) },
  ])
  // Each name in `texts` is now a property.
  return Object.defineProperties({}, Object.fromEntries(properties)) as Record<Name, string>
}
