/** Text as searches compare it: without case, accents, places to hyphenate or the many shapes of an apostrophe. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u00AD]/gu, '')
    .replace(/[’‘ʼ`´]/g, "'")
    .toLowerCase()

/** Whether any of these texts contains the searched text. */
export const matchesText = (texts: readonly (string | null)[], wanted: string): boolean => {
  const part = folded(wanted.trim())
  return folded(texts.filter(Boolean).join(' ')).includes(part)
}
