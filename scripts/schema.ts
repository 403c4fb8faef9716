// npm run schema: writes the types of the tables from a database that has just been migrated, a file for each migration that
// makes tables.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb, openPool } from '../server/src/infra/db/db.ts'
import { migrate } from '../server/src/infra/db/migrate.ts'
import { openEmbedded } from '../server/src/infra/embedded/postgres.ts'

const folder = 'server/src/infra/db'
const written = '// Written by npm run schema.\n'

async function generated(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kindred-schema-'))
  const postgres = await openEmbedded({ dataDir, flags: ['fsync=off'] })
  const db = openDb(openPool(postgres.url))
  await migrate(db)
  await db.destroy()
  const out = join(dataDir, 'schema.ts')
  const { status } = spawnSync(
    'kysely-codegen',
    ['--dialect', 'postgres', '--url', postgres.url, '--date-parser', 'string', '--out-file', out],
    { stdio: 'inherit' },
  )
  await postgres.stop()
  if (status !== 0) process.exit(status ?? 1)
  // Our driver reads them as numbers (db.ts).
  const types = readFileSync(out, 'utf8').replace('Int8 = ColumnType<string,', 'Int8 = ColumnType<number,')
  rmSync(dataDir, { recursive: true, force: true })
  return types
}

/** '0008_chat.sql' makes 'messages' and others: they are told in 'chat'. */
function topics(): Map<string, string> {
  const files = readdirSync(join(folder, 'migrations')).sort()
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(join(folder, 'migrations', file), 'utf8').matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(
        ([, table]): [string, string] => [table!, /^\d+_(.*)\.sql$/.exec(file)![1]!],
      ),
    ),
  )
}

const imported = (source: string, names: readonly string[]) =>
  names.filter((name) => RegExp(`\\b${name}\\b`).test(source))

const types = await generated()
const [helpers, ...interfaces] = types.split(/^(?=export interface )/m)
const kinds = [...helpers!.matchAll(/^export type (\w+)/gm)].map(([, name]) => name!)
const whole = interfaces.find((each) => each.startsWith('export interface DB '))!
const tables = [...whole.matchAll(/^ {2}(\w+): (\w+);/gm)].map(([, table, name]) => ({ table: table!, name: name! }))
const topicOf = topics()
const parts = Map.groupBy(tables, ({ table }) => topicOf.get(table)!)

rmSync(join(folder, 'schema'), { recursive: true, force: true })
mkdirSync(join(folder, 'schema'))
writeFileSync(join(folder, 'schema/kinds.ts'), written + helpers!.slice(helpers!.indexOf('import')))
for (const [topic, its] of parts) {
  const source = its
    .map(({ name }) => interfaces.find((each) => each.startsWith(`export interface ${name} `))!)
    .join('')
  writeFileSync(
    join(folder, 'schema', `${topic}.ts`),
    `${written}import type { ${imported(source, kinds).join(', ')} } from './kinds.ts'\n\n${source}`,
  )
}
const from = ([topic, its]: [string, typeof tables]) =>
  `{ ${its.map(({ name }) => name).join(', ')} } from './schema/${topic}.ts'\n`
writeFileSync(
  join(folder, 'schema.ts'),
  `${written}${[...parts].map((part) => `import type ${from(part)}`).join('')}\nexport type * from './schema/kinds.ts'\n${[...parts.keys()].map((topic) => `export type * from './schema/${topic}.ts'\n`).join('')}\n${whole}`,
)
spawnSync('oxfmt', [folder], { stdio: 'inherit' })
