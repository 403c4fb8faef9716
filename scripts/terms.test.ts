import { readFileSync } from 'node:fs'
import { parsePo } from 'pofile-ts'
import { expect, test } from 'vitest'

// web/terms.json has one word for each thing. `not` lists synonyms that no English text may use.

type Term = { en: string; not: readonly string[] }
const { terms } = JSON.parse(readFileSync('web/terms.json', 'utf8')) as { terms: Term[] }

/** Removes the names of values, which aren't shown. */
const withoutNames = (text: string) => text.replaceAll(/\{\w+(?=[,}])/g, '{')

const texts = ['web', 'server'].flatMap((part) =>
  parsePo(readFileSync(`${part}/src/locales/de.po`, 'utf8')).items.map(({ msgid }) => msgid),
)

const synonymsIn = (text: string) =>
  terms.flatMap(({ en, not }) =>
    not
      .filter((word) => new RegExp(String.raw`(?<![\w-])${word}(?![\w-])`, 'i').test(withoutNames(text)))
      .map((word) => `“${word}” should be “${en}”: ${text}`),
  )

test('no English text uses a synonym of a term', () => {
  expect(texts.length).toBeGreaterThan(3000)
  expect(texts.flatMap(synonymsIn)).toEqual([])
})

test('a synonym is found, but not in the name of a value', () => {
  expect(synonymsIn('Add a Picture')).toHaveLength(1)
  expect(synonymsIn('{pictures, plural, one {# photo} other {# photos}}')).toEqual([])
})
