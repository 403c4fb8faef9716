import { expect, test } from 'vitest'
import {
  bareTexts,
  BESIDE_CONTRACT,
  roomCycles,
  routeFiles,
  sourceFiles,
  strayImports,
  webCycles,
} from './scripts/architecture.ts'
import { compile } from './scripts/compile.ts'
import { sqlFiles, offered, READ_MODEL, strayOffers, tableOwners, trespasses } from './scripts/tables.ts'

const files = sourceFiles()
const migrations = sqlFiles()

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
  expect(roomCycles(files)).toEqual([])
})

test('no file of the web imports itself through others', () => {
  expect(webCycles(files)).toEqual([])
})

test("a feature accesses other features' tables only through their views, functions and verbs", () => {
  expect(tableOwners(files).size).toBeGreaterThan(70)
  expect(
    trespasses(files).map(({ feature, how, table, file, line }) => `${file}:${line} ${feature} ${how}s ${table}`),
  ).toEqual([])
  expect(strayOffers(migrations, files)).toEqual([])
})

test('the read model reads exactly the tables listed for it', () => {
  const read = trespasses(files, {}).map(({ feature, table }) => `${feature} ${table}`)
  expect([...new Set(read)].toSorted()).toEqual(
    Object.keys(READ_MODEL)
      .map((table) => `discovery ${table}`)
      .toSorted(),
  )
})

test('no view exposes secrets or unnamed columns', () => {
  const views = offered(migrations, new Set(tableOwners(files).values())).filter(({ kind }) => kind === 'view')
  expect(views.length).toBeGreaterThan(5)
  expect(views.filter(({ body }) => /\*|hash|secret|token|password|email_key|\bbody\b/.test(body))).toEqual([])
})

test('the server answers by the calls of the contract, and beside them only where it says why', () => {
  expect(routeFiles(files)).toEqual(Object.keys(BESIDE_CONTRACT))
})

test('every text in the contract has a type that the database can store', () => {
  expect(bareTexts(files)).toEqual([])
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

test('a route that a feature registers beside the contract is found', () => {
  const source = (name: string) =>
    `function serve(${name}: FastifyInstance) {\n  ${name}\n    .post<Body>('/x', answer)\n}`
  const stray = new Map([
    ['server/src/features/chat/serve.ts', source('scope')],
    ['server/src/features/chat/deep.ts', "app.register(async (inner) => inner.route({ url: '/y' }))"],
    ['server/src/http/limits.ts', 'export const limit = (app: FastifyInstance) => windows.get(app)'],
  ])
  expect(routeFiles(stray)).toEqual(['server/src/features/chat/deep.ts', 'server/src/features/chat/serve.ts'])
})

test('a cycle of features is found, even through a type', () => {
  const circle = new Map([
    ['server/src/features/a/one.ts', "import type { b } from '../b/index.ts'"],
    ['server/src/features/b/deep/two.ts', "import { a } from '../../a/index.ts'"],
  ])
  expect(roomCycles(circle)).toEqual([['a', 'b', 'a']])
})

test('a cycle of files in the web is found, even through a type', () => {
  const circle = new Map([
    ['web/src/a.ts', "import { b } from './ui/b.tsx'"],
    ['web/src/ui/b.tsx', "const c = lazy(() => import('./c.tsx'))"],
    ['web/src/ui/c.tsx', "import type { A } from '../a.ts'\nimport { d } from './d.ts'"],
    ['web/src/ui/d.ts', "import { e } from './e.ts'"],
  ])
  expect(webCycles(circle)).toEqual([['web/src/a.ts', 'web/src/ui/b.tsx', 'web/src/ui/c.tsx', 'web/src/a.ts']])
})

const declared: [string, string][] = [
  ['server/src/features/chat/personal-data.ts', 'export const personalData = {\n  messages: {\n  },\n  reads: {},\n}'],
  [
    'server/src/features/matching/x/personal-data.ts',
    "export const personalData = {\n  matches: { impersonal: '' },\n}",
  ],
  [
    'server/src/features/discovery/personal-data.ts',
    "export const personalData = {\n  'pgboss.x': { impersonal: '' },\n}",
  ],
]
const found = (source: string, feature = 'discovery') =>
  trespasses(new Map([...declared, [`server/src/features/${feature}/x.ts`, source]]), {}).map(
    ({ how, table, line }) => `${how} ${table}:${line}`,
  )

test.each([
  ["db.insertInto('messages').values(x)", ['write messages:1']],
  ["db\n  .updateTable('messages as m')", ['write messages:2']],
  ["tx.deleteFrom('matches').using(['reads as r', 'matches'])", ['write matches:1', 'read reads:1', 'read matches:1']],
  [
    "db.selectFrom(['messages as m', 'reads']).leftJoin('matches', 'a', 'b')",
    ['read messages:1', 'read reads:1', 'read matches:1'],
  ],
  ['sql`insert into reads (a) select 1 from matches`', ['write reads:1', 'read matches:1']],
  ['sql`update messages m set a = 1 from reads where true`', ['write messages:1', 'read reads:1']],
  ['sql`DELETE FROM messages m USING reads r WHERE true`', ['write messages:1', 'read reads:1']],
  ['sql`with gone as (delete from only messages returning 1) select from gone`', ['write messages:1']],
  [
    'sql`select from x a, lateral (select 1 from public.reads) b(c), ${part} d, messages`',
    ['read messages:1', 'read reads:1'],
  ],
  ['sql`select from unnest(${ids}::uuid[]) with ordinality as o(id, n), "messages" m`', ['read messages:1']],
  [
    'sql.raw(`truncate messages; alter table reads disable trigger all; lock table matches`)',
    ['write messages:1', 'write reads:1', 'write matches:1'],
  ],
  ["sql`select from ${sql.table('messages')}`", ['read messages:1']],
  ['sql`merge into messages using reads on true`', ['write messages:1', 'read reads:1']],
  ['sql`update chat_messages set a = 1`', ['write chat_messages:1']],
])("a statement that bypasses a table's owner is found: %s", (source, expected) => {
  expect(found(source).toSorted()).toEqual(expected.toSorted())
})

test.each([
  'sql`select from chat_messages m where chat_is_open(m.id)`',
  'sql`with mine as (select from chat_reads) select from mine join others on true`',
  'sql`insert into a (b) values (1) on conflict (c) do update set d = 1`',
  "db.selectFrom('pgboss.x')",
  '// from messages\n/* delete from reads */ sql`select 1 -- from matches\n`',
  "import { x } from './messages.ts'",
])('access to own views, functions and tables is allowed: %s', (source) => {
  expect(found(source)).toEqual([])
})

test('a feature reads its own tables, and the read model reads what it lists', () => {
  expect(found("db.selectFrom('messages')", 'chat')).toEqual([])
  const list = new Map([...declared, ['server/src/features/discovery/x.ts', 'sql`delete from reads using messages`']])
  expect(trespasses(list, { messages: 'why', reads: 'why' }).map(({ how, table }) => `${how} ${table}`)).toEqual([
    'write reads',
  ])
})

test("a view or function named after one feature that accesses another feature's tables is found", () => {
  const made = new Map([
    [
      '1.sql',
      'create view chat_all as\n  select * from messages join matches on true;\ncreate view chat_own as select 1 from reads;',
    ],
    [
      '2.sql',
      'create function matching_end() returns void language sql as $$ delete from reads; update matches set a = 1; $$;',
    ],
  ])
  expect(strayOffers(made, new Map(declared))).toEqual([
    '1.sql: chat_all reads matches',
    '2.sql: matching_end writes reads',
  ])
})

test('a text without a type is found', () => {
  const source = 'const name = z.optional(z.string().check(z.maxLength(9)))'
  expect(bareTexts(new Map([['contract/src/x.ts', source]]))).toEqual([`contract/src/x.ts:1 ${source}`])
  expect(bareTexts(new Map([['contract/src/text.ts', source]]))).toEqual([])
})

test("code that doesn't match the contract doesn't compile", () => {
  const errors = compile({
    'missing-handler.ts': `
      import { authHandlers } from '../server/src/features/identity/auth/routes.ts'
      import type { Handlers } from '../server/src/http/mount.ts'
      import type { auth } from '@kindred/contract'
      const { login: _, ...rest } = authHandlers
      export const handlers: Handlers<typeof auth> = rest`,
    'unknown-error.ts': `
      import { ApiError } from '@kindred/contract'
      export const error = new ApiError('made_up', 'This code is not in the list.')`,
    'wrong-answer.ts': `
      import type { Handlers } from '../server/src/http/mount.ts'
      import type { system } from '@kindred/contract'
      export const handlers: Handlers<typeof system> = { getStatus: async () => ({ build: 'x', version: 1, settings: null }) }`,
    'undeclared-input.ts': `
      import { createClient, api } from '@kindred/contract'
      const client = createClient(api, async () => ({ status: 200, body: {} }))
      export const answer = client.login({ body: { email: 'a', password: 'b', remember: true } })`,
  })
  for (const [file, message] of [
    ['missing-handler', "'login' is missing"],
    ['unknown-error', 'made_up'],
    ['wrong-answer', 'not assignable'],
    ['undeclared-input', 'remember'],
  ])
    expect(errors).toMatch(new RegExp(`${file}\\.ts\\(\\d+,\\d+\\): error [^\\n]*(\\n  [^\\n]*)*${message}`))
}, 120_000)
