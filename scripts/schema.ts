// npm run schema: writes the types of the tables from a database that has just been migrated.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb, openPool } from '../server/src/infra/db/db.ts'
import { migrate } from '../server/src/infra/db/migrate.ts'
import { openEmbedded } from '../server/src/infra/embedded/postgres.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kindred-schema-'))
const postgres = await openEmbedded({ dataDir, flags: ['fsync=off'] })
const db = openDb(openPool(postgres.url))
await migrate(db)
await db.destroy()
const out = 'server/src/infra/db/schema.ts'
const { status } = spawnSync(
  'kysely-codegen',
  ['--dialect', 'postgres', '--url', postgres.url, '--date-parser', 'string', '--out-file', out],
  { stdio: 'inherit' },
)
// Our driver reads them as numbers (db.ts).
const types = readFileSync(out, 'utf8').replace('Int8 = ColumnType<string,', 'Int8 = ColumnType<number,')
writeFileSync(out, types)
await postgres.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exit(status ?? 1)
