/**
 * Marks, and the letters that become marks. Normalizing sorts those that follow each other, which takes a second where
 * there are twenty thousand, and nothing else can happen meanwhile.
 */
const run = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/** The text in a normal form of Unicode. No language has thirty marks on one letter; those after them are left out. */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replace(run, '$1').normalize(form)
