// Updates the letters that look like Latin ones, from two files of the Unicode Character Database and of UTS 39:
//
//     curl -O https://www.unicode.org/Public/17.0.0/security/confusables.txt
//     curl -O https://www.unicode.org/Public/17.0.0/ucd/UnicodeData.txt
//     npm run lookalikes -- confusables.txt UnicodeData.txt
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = 'contract/src/lookalike-letters.ts'

const [confusables = '', unicodeData = ''] = process.argv.slice(2)
const fieldsIn = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^[0-9A-F]{4}/.test(line))
    .map((line) => line.split(';').map((field) => field.trim()))
const charactersOf = (codes: string): string =>
  codes
    .split(' ')
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join('')
const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')

/** UTS 39 doesn't include variants of Latin letters, such as small capitals and letters with strokes or hooks. */
const variant =
  /^LATIN (?:(?:CAPITAL|SMALL) )?LETTER (?:SMALL CAPITAL )?(?:(?:REVERSED|DOTLESS|SCRIPT|BLACKLETTER|OPEN) )?([A-Z])(?: WITH .+)?$/
/** Letters that UTS 39 leads to, and that readers take for another one than their name says. */
const shapes: Readonly<Record<string, string>> = {
  ſ: 's',
  ĸ: 'k',
  ǝ: 'e',
  Ǝ: 'e',
  ꞓ: 'e',
  Ꞓ: 'e',
  Ʌ: 'a',
  ʌ: 'a',
  ʍ: 'm',
  ɯ: 'w',
  ꭓ: 'x',
}
const names = new Map(fieldsIn(unicodeData).map(([code = '', name = '']) => [charactersOf(code), name]))
const targets = new Map(
  fieldsIn(confusables).map(([from = '', to = '']) => [charactersOf(from), withoutMarks(charactersOf(to))]),
)
const isI = (letter: string): boolean =>
  / I$|IOTA|BYELORUSSIAN/.test(names.get(letter) ?? '') || targets.get(letter.toLowerCase()) === 'i'

function latin(letter: string): string | undefined {
  if (/^[a-z]$/i.test(letter)) return letter.toLowerCase()
  const named = variant.exec(names.get(letter) ?? '')?.[1]?.toLowerCase()
  const looksLike = shapes[letter] ?? named
  if (looksLike) return looksLike
  const target = targets.get(letter)
  if (target === undefined || target === letter) return undefined
  // UTS 39 doesn't tell the capital I from the small l.
  if (target === 'l' && isI(letter)) return 'i'
  return target === 'rn' ? 'm' : latin(target)
}

const found = [...new Set([...targets.keys(), ...names.keys()])]
  .filter((letter) => /^[\p{L}\p{Nl}]$/u.test(letter) && !/^[a-z]$/i.test(letter))
  .flatMap((letter) => {
    const looksLike = latin(letter)
    const simple = withoutMarks(letter)
    return looksLike && [...simple].length === 1 && (simple === letter || looksLike !== latin(simple))
      ? [{ letter, looksLike }]
      : []
  })
const lines = [...Map.groupBy(found, ({ looksLike }) => looksLike)]
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([looksLike, letters]) => {
    const points = letters.map(({ letter }) => letter.codePointAt(0) ?? 0).toSorted((one, other) => one - other)
    return `  ${looksLike}: '${String.fromCodePoint(...points)}',`
  })

writeFileSync(
  FILE,
  `// Written by scripts/lookalikes.ts from data © 1991-2025 Unicode, Inc. (Unicode License v3).

/** Letters that look like a Latin one: confusables of UTS 39, and variants of Latin letters. Unicode 17.0. */
export const lookalikeLetters: Readonly<Record<string, string>> = {
${lines.join('\n')}
}
`,
)
