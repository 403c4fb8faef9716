import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue, PAGE, page } from './failure-texts.ts'

const entries = catalogue()

test('every text and helper of the error catalog is used by a screen', () => {
  expect(entries.filter(({ routes }) => routes.length === 0).map(({ name }) => name)).toEqual([])
  expect(entries.find(({ name }) => name === 'Failed to get invoices')?.routes).toEqual(['/premium'])
  expect(entries.find(({ name }) => name === 'Login failed')?.routes).toContain('/login')
})

test('a text that only tests use is found', () => {
  const sources = new Map([
    ['web/src/routes.tsx', "'/premium': screen(() => import('./premium.tsx'))"],
    ['web/src/premium.tsx', "import { Part } from './part.tsx'"],
    ['web/src/part.tsx', "const operation = useOperation('create')"],
    ['web/src/api/error-text.ts', ''],
  ])
  const routesOf = (text: string) => catalogue(sources).find(({ name }) => name === text)?.routes
  expect(routesOf('Failed to create subscription')).toEqual(['/premium'])
  expect(routesOf('Failed to get invoices')).toEqual([])
})

test('the page that lists them is up to date', () => {
  expect(existsSync(PAGE) && readFileSync(PAGE, 'utf8')).toBe(page(entries))
})
