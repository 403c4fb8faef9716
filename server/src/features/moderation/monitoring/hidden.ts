import { normalized } from '@kindred/contract'
import { plain } from '../../operations/index.ts'

// Spellings that evade word lists: "t e l e g r a m", "tele.gram", "t3legram", "zero seven seven".

const gap = String.raw`[\s.,·•*_|/\\-]`
const gaps = new RegExp(gap, 'gu')
/** Single letters with the same separator. Three may be initials. */
const spaced = new RegExp(
  String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}](${gap}{1,2})[\p{L}\p{N}](?:\1[\p{L}\p{N}]){2,}(?![\p{L}\p{N}])`,
  'gu',
)
/** A word with symbols or digits in the middle. */
const broken = /(?<!\p{L})\p{L}{1,40}(?:[.·•*_|\p{So}0134578@$-]\p{L}{1,40})+/gu

const letters: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's' }
const asLetters = (word: string, one: string) =>
  word.replace(/[0-9@$]/g, (sign) => (sign === '1' ? one : (letters[sign] ?? sign))).replace(/[^\p{L}\p{N}]/gu, '')

export function unhidden(text: string): string {
  const seen = plain(text)
  const hidden = [
    ...(seen.match(spaced) ?? []).map((word) => word.replace(gaps, '')),
    ...(seen.match(broken) ?? []).flatMap((word) => [asLetters(word, 'i'), asLetters(word, 'l')]),
  ]
  return hidden.length === 0 ? seen : `${seen}\n${hidden.join('\n')}`
}

const digits: readonly string[] = [
  'zero|oh|null|nul|cero|zéro|صفر',
  'one|eins|uno|un|um|واحد',
  'two|zwei|zwo|dos|deux|dois|اثنين',
  'three|drei|tres|trois|três|ثلاثة',
  'four|vier|cuatro|quatre|quatro|أربعة',
  'five|fünf|cinco|cinq|خمسة',
  'six|sechs|seis|ستة',
  'seven|sieben|siete|sept|sete|سبعة',
  'eight|acht|ocho|huit|oito|ثمانية',
  'nine|neun|nueve|neuf|nove|تسعة',
]
const digitOf = new Map(digits.flatMap((words, digit) => words.split('|').map((word) => [word, String(digit)])))
const name = String.raw`(?<!\p{L})(?:${digits.join('|')})(?!\p{L})`
const named = new RegExp(name, 'giu')
const run = new RegExp(String.raw`${name}(?:[\s,.-]{1,3}${name}){2,}`, 'giu')

/** Replaces number words by digits if at least three follow each other. */
export const withDigits = (text: string): string =>
  normalized(text, 'NFKC')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(run, (found) =>
      found.replace(named, (word) => digitOf.get(word.toLowerCase()) ?? word).replace(/[\s,.-]+/g, ''),
    )
