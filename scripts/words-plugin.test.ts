import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { catalogOf, shortened } from '../web/words/catalogs.ts'
import { filesOf, shortTexts, textsByFile } from '../web/words/plugin.ts'
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

test('the folder of a language changes with its words, and only then', () => {
  const texts = new Map([['main', new Set(['b', 'a', 'missing'])]])
  const { folder, files } = filesOf('de', { a: ['Eins'], b: ['Zwei'], other: ['Drei'] }, texts)
  expect(files).toEqual([{ fileName: `assets/words/${folder}/main.json`, content: '{"a":["Eins"],"b":["Zwei"]}' }])
  expect(filesOf('de', { b: ['Zwei'], a: ['Eins'] }, texts).folder).toBe(folder)
  expect(filesOf('de', { a: ['Einz'], b: ['Zwei'] }, texts).folder).not.toBe(folder)
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
})
