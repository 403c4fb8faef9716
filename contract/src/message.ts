// Texts that the server writes. Their English names them in the catalogs (server/src/locales), where translators work.

/** What is filled into a text: as it is, if it is a name or a number; else in the reader's language, too. */
export type Value = string | number | MessageDescriptor | readonly Text[]
export type Values = Readonly<Record<string, Value>>
/**
 * An ICU message in English, with its values. The server writes it once it knows the language of the reader. Where the
 * same English has several meanings, such as an answer to two questions, the context tells them apart.
 */
export type MessageDescriptor = { readonly text: string; readonly values: Values; readonly context?: string }
/** Without values, the English is enough. */
export type Text = string | MessageDescriptor

/**
 * A text for people. Its English has to be a literal, since scripts/server-words.ts collects it for the translators.
 * Whole sentences only: no other language puts its words in the order of English.
 */
export const message = (text: string, values: Values = {}): MessageDescriptor => ({ text, values })

/** A text that isn't written where it is used, such as a question. server-words.ts has to know where it is from. */
export const storedMessage = (text: string, values: Values = {}, context?: string): MessageDescriptor =>
  context === undefined ? { text, values } : { text, values, context }
