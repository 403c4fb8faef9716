import { PSEUDO } from '@kindred/contract/languages'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { catalogOf, shortened } from '../web/words/catalogs.ts'
import { filesOf, shortTexts, textsByFile, waitingForWords } from '../web/words/plugin.ts'
import { accented } from '../web/words/pseudo.ts'
import { scratchFolder } from './scratch.ts'

const at = (file: string) => `/kindred/web/src/${file}`
const graphOf = (files: Record<string, [says: string, imports?: string[], later?: string[]]>) => {
  const modules = new Map(
    Object.entries(files).map(([file, [says, imports = [], later = []]]) => [
      at(file),
      { says: new Set(says), imports: imports.map(at), later: later.map(at) },
    ]),
  )
  return { main: at('main.tsx'), moduleAt: (id: string) => modules.get(id) }
}

test('a file has the texts that its module needs and the main entry lacks', () => {
  const texts = textsByFile(
    graphOf({
      'main.tsx': ['a', ['root.tsx'], ['login/login-screen.tsx', 'join/join-screen.tsx']],
      'root.tsx': ['b'],
      'login/login-screen.tsx': ['c', ['root.tsx', 'field.tsx'], ['dialog.tsx']],
      'join/join-screen.tsx': ['a', ['field.tsx']],
      'field.tsx': ['d', ['field.tsx']],
      'dialog.tsx': ['ed'],
    }),
  )
  expect(Object.fromEntries([...texts].map(([name, ids]) => [name, [...ids].toSorted().join('')]))).toEqual({
    main: 'ab',
    'login-screen': 'cd',
    'join-screen': 'd',
    dialog: 'de',
  })
})

test('two modules that would share a file are refused', () => {
  const graph = graphOf({ 'main.tsx': ['', [], ['a/x.tsx', 'b/x.tsx']], 'a/x.tsx': ['a'], 'b/x.tsx': ['b'] })
  expect(() => textsByFile(graph)).toThrow('Two modules that are loaded on demand are called x.')
})

test('the folder of a language changes with its words, and only then', () => {
  const texts = new Map([['main', new Set(['b', 'a', 'missing'])]])
  const { folder, files } = filesOf('de', { a: ['Eins'], b: ['Zwei'], other: ['Drei'] }, texts)
  expect(files).toEqual([{ fileName: `assets/words/${folder}/main.json`, content: '{"a":["Eins"],"b":["Zwei"]}' }])
  expect(filesOf('de', { b: ['Zwei'], a: ['Eins'] }, texts).folder).toBe(folder)
  expect(filesOf('de', { a: ['Einz'], b: ['Zwei'] }, texts).folder).not.toBe(folder)
})

test('modules of ours wait for their words, others do not', () => {
  const code = 'const a = () => import("./login/login-screen.tsx"); const b = () => import("thumbhash")'
  expect(waitingForWords(code, '/load.ts')).toBe(
    'import { withWords } from "/load.ts";const a = () => ' +
      'withWords("login-screen", () => import("./login/login-screen.tsx")); const b = () => import("thumbhash")',
  )
  expect(waitingForWords('import("thumbhash")', '/load.ts')).toBe('import("thumbhash")')
})

test('texts are called by the shortest name that no other shares', () => {
  const short = shortened(['abcdef', 'abcxyz', 'q/+=-_'])
  expect([...short.values()]).toEqual(['abcd', 'abcx', 'q/+'])
  const { code, says } = shortTexts(
    `t({ id: "abcdef", message: "x" }, { id: 'other' }), { id: "newone", message: [] }`,
    short,
  )
  expect(code).toBe(`t({ id: "abcd", message: "x" }, { id: 'other' }), { id: "newone", message: [] }`)
  expect([...says]).toEqual(['abcd', 'newone'])
})

const catalogs = (texts: Record<string, string>) => {
  const folder = mkdtempSync(join(scratchFolder(), 'catalogs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [language, body] of Object.entries(texts)) writeFileSync(join(folder, `${language}.po`), body)
  return folder
}

test('a catalog has what is translated, and no language may have a text that cannot be read', async () => {
  const folder = catalogs({
    de: 'msgid "Yes"\nmsgstr "Ja"\n\nmsgid "{0} of {1}"\nmsgstr ""\n',
    fr: 'msgid "Yes"\nmsgstr "{Oui"\n',
  })
  expect(Object.values(await catalogOf('de', folder))).toEqual([['Ja']])
  await expect(catalogOf('fr', folder)).rejects.toThrow('A text of fr.po cannot be read as ICU MessageFormat: {Oui')
  expect(Object.values(await catalogOf(PSEUDO, folder))).toContainEqual([['0'], ' óóƒ ', ['1']])
})

test('the language for development leaves tags, names of values and plurals as they are', async () => {
  expect(accented('Save <0>all</0> of it')).toBe('Šááʋéé <0>ááĺĺ</0> óóƒ ííţ')
  const text = '{count, plural, one {# like} other {# likes}} left'
  const folder = catalogs({ de: `msgid "${text}"\nmsgstr ""\n` })
  const [message] = Object.values(await catalogOf(PSEUDO, folder))
  expect(message).toEqual([
    ['count', 'plural', { one: ['#', ' ĺííķéé'], other: ['#', ' ĺííķééš'], offset: undefined }],
    ' ĺééƒţ',
  ])
  const long = 'Check your connection, then try again.'
  expect(accented(long).length / long.length).toBeGreaterThan(1.25)
})
