// npm run schema: writes the types of the tables from a freshly migrated database, one file for each migration that
// creates tables.
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
  // Our driver parses them as numbers (db.ts).
  const types = readFileSync(out, 'utf8').replace('Int8 = ColumnType<string,', 'Int8 = ColumnType<number,')
  rmSync(dataDir, { recursive: true, force: true })
  return types
}

/** '0008_chat.sql' creates 'messages' and more, so their types are in 'chat'. */
function topics(): Map<string, string> {
  const files = readdirSync(join(folder, 'migrations')).sort()
  return new Map(
    files.flatMap((file) =>
      [
        ...readFileSync(join(folder, 'migrations', file), 'utf8').matchAll(
          /^create (?:unlogged )?(?:table|view) (\w+)/gm,
        ),
      ].map(([, table = '']): [string, string] => [table, file.replace(/^\d+_|\.sql$/g, '')]),
    ),
  )
}

const migrationTexts = () =>
  readdirSync(join(folder, 'migrations'))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFileSync(join(folder, 'migrations', file), 'utf8'))

/** The table column behind each view column, by 'view.column'; computed columns have none. */
const sources = new Map(
  migrationTexts().flatMap((text) =>
    [...text.matchAll(/^create view (\w+) as\s+select ([^;]*?)\bfrom (\w+)/gm)].flatMap(
      ([, view, columns = '', table]) =>
        columns.split(',').flatMap((each) => {
          const [, column, as = column] = /^\s*(\w+)(?: as (\w+))?\s*$/.exec(each) ?? []
          return column ? [[`${view}.${as}`, `${table}.${column}`] as const] : []
        }),
    ),
  ),
)

/** The generator marks every view column as nullable; this gives each the type of its table column. */
function asInTables(interfaces: readonly string[], tables: readonly { table: string; name: string }[]): string[] {
  const columnsOf = (text: string) => [...text.matchAll(/^ {2}(\w+): (.*);$/gm)]
  const types = new Map(
    tables.flatMap(({ table, name }) =>
      columnsOf(interfaceOf(name, interfaces)).map(([, column, type = '']): [string, string] => [
        `${table}.${column}`,
        type,
      ]),
    ),
  )
  return interfaces.map((text) => {
    const view = tables.find(({ name }) => text.startsWith(`export interface ${name} `))?.table
    return text.replaceAll(/^ {2}(\w+): (.*);$/gm, (line, column: string) => {
      const type = types.get(sources.get(`${view}.${column}`) ?? '')
      return type ? `  ${column}: ${type.replace(/^Generated<(.*)>$/, '$1')};` : line
    })
  })
}

const imported = (source: string, names: readonly string[]) =>
  names.filter((name) => RegExp(`\\b${name}\\b`).test(source))

/** Fails if the generator's output has changed and lacks this text. */
function interfaceOf(name: string, among: readonly string[]): string {
  const found = among.find((each) => each.startsWith(`export interface ${name} `))
  if (!found) throw new Error(`The generated types have no interface ${name}.`)
  return found
}

const types = await generated()
const [helpers = '', ...given] = types.split(/^(?=export interface )/m)
const kinds = [...helpers.matchAll(/^export type (\w+)/gm)].map(([, name = '']) => name)
const whole = interfaceOf('DB', given)
const tables = [...whole.matchAll(/^ {2}(\w+): (\w+);/gm)].map(([, table = '', name = '']) => ({ table, name }))
const interfaces = asInTables(given, tables)
const topicOf = topics()
const parts = Map.groupBy(tables, ({ table }) => topicOf.get(table) ?? 'other')

rmSync(join(folder, 'schema'), { recursive: true, force: true })
mkdirSync(join(folder, 'schema'))
writeFileSync(join(folder, 'schema/kinds.ts'), written + helpers.slice(helpers.indexOf('import')))
for (const [topic, its] of parts) {
  const source = its.map(({ name }) => interfaceOf(name, interfaces)).join('')
  writeFileSync(
    join(folder, 'schema', `${topic}.ts`),
    `${written}import type { ${imported(source, kinds).join(', ')} } from './kinds.ts'\n\n${source}`,
  )
}
const from = ([topic, its]: [string, typeof tables]) =>
  `{ ${its.map(({ name }) => name).join(', ')} } from './${topic}.ts'\n`
writeFileSync(
  join(folder, 'schema/db.ts'),
  `${written}${[...parts].map((part) => `import type ${from(part)}`).join('')}\n${whole}`,
)
const exported = ['kinds', 'db', ...parts.keys()].map((topic) => `export type * from './schema/${topic}.ts'\n`)
writeFileSync(join(folder, 'schema.ts'), written + exported.join(''))
spawnSync('oxfmt', [folder], { stdio: 'inherit' })
