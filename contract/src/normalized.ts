/**
 * Combining marks, and letters that become marks. Normalizing sorts consecutive marks, and 20,000 of them would block
 * the process for a second.
 */
const run = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/** Normalizes text to a Unicode form. No language puts 30 marks on one letter, so further marks are dropped. */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replace(run, '$1').normalize(form)
