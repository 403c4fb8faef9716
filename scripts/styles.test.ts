import { expect, test } from 'vitest'
import { styleFiles, styleProblems } from './styles.ts'

const files = styleFiles()

test('styles are the theme, utilities, and modules of the kit', () => {
  expect(files.size).toBeGreaterThan(200)
  expect(styleProblems(files)).toEqual([])
})

// The rules themselves must fail where they should.

test.each<[string, Record<string, string>, string]>([
  [
    'a class for everybody outside the kit',
    { 'web/src/member/a.css': '.deck { color: red }', 'web/src/a.tsx': '<p className="deck" />' },
    "web/src/member/a.css: .deck is everybody's, outside the kit",
  ],
  [
    'a class that a module lets out, outside the kit',
    { 'web/src/member/a.module.css': ':global(.deck) { color: red }', 'web/src/a.tsx': '<p className="deck" />' },
    "web/src/member/a.module.css: .deck is everybody's, outside the kit",
  ],
  [
    'a class that nobody uses, within a media query',
    { 'web/src/ui/a.css': '@media print { /* .note { */ .deck:hover > b { color: red } }', 'web/src/a.tsx': "'decks'" },
    'web/src/ui/a.css: nobody uses .deck',
  ],
  [
    'a utility that nobody uses',
    { 'web/src/ui/a.css': '@utility deck { color: red }' },
    'web/src/ui/a.css: nobody uses .deck',
  ],
  [
    'a class of a module that nobody uses',
    {
      'web/src/ui/a.module.css': '.on { color: red } .off { color: blue }',
      'web/src/ui/a.tsx': "import styles from './a.module.css'\nconst a = [styles['on'], 'off']",
    },
    'web/src/ui/a.module.css: nobody uses .off',
  ],
  [
    'a class declared in two files',
    {
      'web/src/ui/a.css': '.deck { color: red }',
      'web/src/ui/b.css': '.deck { color: red }',
      'web/src/a.tsx': '<p className="deck" />',
    },
    '.deck is declared in web/src/ui/a.css and web/src/ui/b.css',
  ],
  [
    'two modules of one name',
    { 'web/src/ui/a.module.css': '', 'web/src/ui/charts/a.module.css': '' },
    'two modules are called a.module.css',
  ],
])('it is found: %s', (_, made, problem) => {
  expect(styleProblems(new Map(Object.entries(made)))).toEqual([problem])
})

test('a class looked up by name counts as used where its name appears', () => {
  const made = new Map([
    ['web/src/ui/a.module.css', '.on { color: red } .off { color: blue }'],
    ['web/src/ui/a.tsx', "import styles from './a.module.css'\nexport const a = (b: 'on' | 'off') => styles[b]"],
  ])
  expect(styleProblems(made)).toEqual([])
})
