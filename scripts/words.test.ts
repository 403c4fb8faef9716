import { expect, test } from 'vitest'
import { giveawaysIn, sourcesWithTexts, textsIn } from './words.ts'

test('no text of a screen, an email or the server has a word that gives away a translation', () => {
  const sources = sourcesWithTexts()
  expect(sources.size).toBeGreaterThan(600)
  expect([...sources.keys()].filter((file) => file.endsWith('questions.json'))).toHaveLength(1)
  expect(giveawaysIn(sources)).toEqual([])
})

test.each<[string, string, string]>([
  ['a message', 'a.ts', 't`People whom\n you blocked`'],
  ['a text on a screen', 'a.tsx', 'const a = <p><b>Ana</b> is\n told nothing.</p>'],
  ['an error', 'a.ts', "throw new Error('This link is good for fifteen minutes.')"],
  ['a question', 'a.json', '{"love": [["a", "Who dares?", ["Whoever dares"]]]}'],
])('%s is checked', (_, file, source) => {
  expect(giveawaysIn(new Map([[file, source]]))).toHaveLength(1)
})

test.each<[string, string]>([
  ['a comment', '// whoever comes\nconst a = 1'],
  ['a name', "const whom = { stands: 1, ['whoever']: 'whom' }"],
  ['a statement for the database', 'sql`select whom from stands`'],
])('%s is not a text', (_, source) => {
  expect(giveawaysIn(new Map([['a.ts', source]]))).toEqual([])
})

test('a text is found with its line', () => {
  expect(textsIn('a.ts', "import b from 'b'\nconst a: 'c' = t`d ${'E'}`")).toEqual([
    { line: 2, text: 'd ' },
    { line: 2, text: '' },
    { line: 2, text: 'E' },
  ])
})
