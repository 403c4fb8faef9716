// Texts that the server writes. The English text is the key in the catalogs (server/src/locales) for the translators.

/** The values of a message. Names and numbers are inserted unchanged, and descriptors are translated first. */
export type Value = string | number | MessageDescriptor | readonly Text[]
export type Values = Readonly<Record<string, Value>>
/**
 * An ICU message in English with its values. The server formats it once it knows the reader's language. The context
 * distinguishes equal English texts with different meanings, such as an answer to two questions.
 */
export type MessageDescriptor = { readonly text: string; readonly values: Values; readonly context?: string }
export type Text = string | MessageDescriptor

/**
 * Creates a message. Its text must be a literal, because scripts/server-words.ts collects it for the translators. Use
 * only whole sentences, because word order differs between languages.
 */
export const message = (text: string, values: Values = {}): MessageDescriptor => ({ text, values })

/** Creates a message from a text defined elsewhere, such as a question, which server-words.ts has to collect. */
export const storedMessage = (text: string, values: Values = {}, context?: string): MessageDescriptor =>
  context === undefined ? { text, values } : { text, values, context }
