import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** All that tests of each name say: two rooms may call theirs alike. */
const files = new Map<string, string>()
for (const path of globSync(['{server,contract,web,scripts}/**/*.test.ts'], { exclude: ['**/node_modules/**'] }))
  files.set(basename(path), `${files.get(basename(path)) ?? ''}${readFileSync(path, 'utf8')}`)

test('every threat in docs/security.md names a test that is there', () => {
  const rows = readFileSync('docs/security.md', 'utf8').matchAll(/\| `([\w-]+\.test\.ts)` · ([^|]+) \|$/gm)
  const named = [...rows].map(([, file, name]) => ({ file: file!, name: name!.trim() }))
  expect(named.length).toBeGreaterThan(35)
  expect(named.filter(({ file, name }) => !files.get(file)?.includes(name))).toEqual([])
})
