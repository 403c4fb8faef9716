/**
 * Combining marks, and the letters that become marks. Normalizing sorts consecutive ones, which blocks the process for
 * a second if there are twenty thousand.
 */
const run = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/** Normalizes to a Unicode form. No language puts thirty marks on one letter, so further ones are dropped. */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replace(run, '$1').normalize(form)
