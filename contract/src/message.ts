// Texts that the server writes. Their English is their key in the catalogs (server/src/locales), where translators
// work.

/** Names and numbers are filled in unchanged; descriptors are translated first. */
export type Value = string | number | MessageDescriptor | readonly Text[]
export type Values = Readonly<Record<string, Value>>
/**
 * An ICU message in English, with its values. The server formats it once it knows the reader's language. The context
 * tells apart equal English texts with different meanings, such as an answer to two questions.
 */
export type MessageDescriptor = { readonly text: string; readonly values: Values; readonly context?: string }
export type Text = string | MessageDescriptor

/**
 * The English must be a literal, because scripts/server-words.ts collects it for the translators. Use whole sentences
 * only, because word order differs between languages.
 */
export const message = (text: string, values: Values = {}): MessageDescriptor => ({ text, values })

/** For a text that is defined elsewhere, such as a question. server-words.ts has to know its source. */
export const storedMessage = (text: string, values: Values = {}, context?: string): MessageDescriptor =>
  context === undefined ? { text, values } : { text, values, context }
