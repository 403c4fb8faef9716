import { expect, test } from 'vitest'
import { featureCycles, sourceFiles, strayImports } from './scripts/architecture.ts'

const files = sourceFiles()

test('every import follows the dependency rule', () => {
  expect(files.size).toBeGreaterThan(50)
  expect([...files].flatMap(([file, source]) => strayImports(file, source).map((name) => `${file} → ${name}`))).toEqual(
    [],
  )
})

test('there are ten features, and their imports have no cycle', () => {
  const features = new Set(
    [...files.keys()].flatMap((file) => /^server\/src\/features\/([\w-]+)\//.exec(file)?.[1] ?? []),
  )
  expect([...features].toSorted()).toEqual([
    'billing',
    'chat',
    'delivery',
    'discovery',
    'identity',
    'leaving',
    'matching',
    'moderation',
    'operations',
    'profiles',
  ])
  expect(featureCycles(files)).toEqual([])
})

test('only config reads the environment', () => {
  const readers = [...files]
    .filter(([file, source]) => file.startsWith('server/src/') && /process\.env/.test(source))
    .map(([file]) => file)
  expect(readers.sort()).toEqual(
    [
      'server/src/admin.ts',
      'server/src/backup.ts',
      'server/src/doctor.ts',
      'server/src/infra/embedded/owner.ts',
      'server/src/main.ts',
      'server/src/restore.ts',
    ].filter((file) => files.has(file)),
  )
})

// The rules themselves, seen failing.

test.each([
  ['contract/src/x.ts', "import { Kysely } from 'kysely'"],
  ['server/src/infra/x.ts', "import { login } from '../features/identity/index.ts'"],
  ['server/src/features/identity/auth/x.ts', "import { sendMail } from '../../delivery/mail/jobs.ts'"],
  ['server/src/features/identity/x.ts', "import { sendMail } from '../../app.ts'"],
  ['web/src/api/x.ts', "import type { Session } from '../session/store.ts'"],
  ['web/src/session/x.ts', "import { paths } from '../paths.ts'"],
  ['web/src/ui/x.tsx', "import { client } from '../api/client.ts'"],
  ['web/src/member/x/x.tsx', "import { thing } from '../../admin/users/thing.ts'"],
  ['web/src/member/x/x.tsx', "const load = () => import('../../../../server/src/app.ts')"],
  ['e2e/x.ts', "import { openDb } from '../server/src/infra/db/db.ts'"],
])('a stray import in %s is found: %s', (file, source) => {
  expect(strayImports(file, source)).toHaveLength(1)
})

test('a cycle of features is found, even through a type', () => {
  const circle = new Map([
    ['server/src/features/a/one.ts', "import type { b } from '../b/index.ts'"],
    ['server/src/features/b/deep/two.ts', "import { a } from '../../a/index.ts'"],
  ])
  expect(featureCycles(circle)).toEqual([['a', 'b', 'a']])
})
