// npm run schema: writes the types of the tables from a freshly migrated database.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb, openPool } from '../server/src/infra/db/db.ts'
import { migrate } from '../server/src/infra/db/migrate.ts'
import { openEmbedded } from '../server/src/infra/embedded/postgres.ts'

const file = 'server/src/infra/db/schema.ts'
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
  // Our driver parses these values as numbers (db.ts).
  const types = readFileSync(out, 'utf8').replace('Int8 = ColumnType<string,', 'Int8 = ColumnType<number,')
  rmSync(dataDir, { recursive: true, force: true })
  return types
}

const sqlTexts = () => globSync('server/src/**/*.sql').map((file) => readFileSync(file, 'utf8'))

/** The table column behind each view column, by 'view.column'. Computed columns have none. */
const sources = new Map(
  sqlTexts().flatMap((text) =>
    [...text.matchAll(/^create (?:or replace )?view (\w+) as\s+select ([^;]*?)\bfrom (\w+)/gm)].flatMap(
      ([, view, columns = '', table]) =>
        columns.split(',').flatMap((each) => {
          const [, column, as = column] = /^\s*(\w+)(?: as (\w+))?\s*$/.exec(each) ?? []
          return column ? [[`${view}.${as}`, `${table}.${column}`] as const] : []
        }),
    ),
  ),
)

/** Gives each view column the type of its table column, because the generator marks all view columns as nullable. */
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

/** Finds an interface, or fails if the generator's output has changed and lacks it. */
function interfaceOf(name: string, among: readonly string[]): string {
  const found = among.find((each) => each.startsWith(`export interface ${name} `))
  if (!found) throw new Error(`The generated types have no interface ${name}.`)
  return found
}

const types = await generated()
const [helpers = '', ...given] = types.split(/^(?=export interface )/m)
const whole = interfaceOf('DB', given)
const tables = [...whole.matchAll(/^ {2}(\w+): (\w+);/gm)].map(([, table = '', name = '']) => ({ table, name }))
writeFileSync(file, written + helpers.slice(helpers.indexOf('import')) + asInTables(given, tables).join(''))
spawnSync('oxfmt', [file], { stdio: 'inherit' })
