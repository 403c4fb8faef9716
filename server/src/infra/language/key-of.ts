/** The key of a text in the catalogs. Gettext separates the context with the same character. */
export const keyOf = (text: string, context: string | null | undefined): string =>
  context ? `${context}\u0004${text}` : text
