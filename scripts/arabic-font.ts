// npm run arabic-font: writes the subset of Noto Sans Arabic that pages load, a fifth of the font.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

export const FONT = 'web/src/ui/fonts/noto-sans-arabic.woff2'

/** The letters and marks of Arabic, Persian and Urdu, and the joiners and non-joiners. */
const blocks: [first: number, last: number][] = [
  [0x0600, 0x06ff],
  [0x200c, 0x200e],
]
const charactersOf = ([first, last]: [number, number]): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))

const weights = { min: 400, max: 700 }

export async function arabicFont(): Promise<Uint8Array> {
  const { resolve } = createRequire(new URL('../web/package.json', import.meta.url))
  const whole = resolve('@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2')
  return subsetFont(readFileSync(whole), blocks.map(charactersOf).join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  })
}

if (import.meta.main) writeFileSync(FONT, await arabicFont())
