/** Normalizes text for searches: removes case, accents and soft hyphens, and unifies apostrophes. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u00AD]/gu, '')
    .replace(/[’‘ʼ`´]/g, "'")
    .toLowerCase()

export const matchesText = (texts: readonly (string | null)[], wanted: string): boolean => {
  const part = folded(wanted.trim())
  return folded(texts.filter(Boolean).join(' ')).includes(part)
}
