import { normalized } from './normalized.ts'

/** Cyrillic and Greek letters that look like Latin ones. Mixing scripts would evade the word lists. */
const alike = new Map(
  Array.from('аеорсухіјѕԁһԛԝοαντικρυ', (letter, at) => [letter, 'aeopcyxijsdhqwoavtikpu'[at] ?? letter]),
)
const mixed = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu

const unmixed = (word: string) => word.replace(mixed, (letter) => alike.get(letter) ?? letter)

/**
 * Normalizes a text for comparisons: removes invisible characters, and unifies spellings that readers can't tell apart.
 */
export const plain = (text: string): string =>
  normalized(text, 'NFKC')
    .toLowerCase()
    .replace(/[\p{Cf}\p{Mn}\u0640]/gu, '')
    .replace(/[’ʼ]/g, "'")
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replace(/[\p{L}]+/gu, (word) => (/\p{Script=Latin}/u.test(word) ? unmixed(word) : word))
