// npm run previous-version: writes what this version's statements use of the database. Run it when a version is
// released: the next one has to keep all of it (server/test/platform/previous-version.test.ts).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDb, openPool } from '../server/src/infra/db/db.ts'
import { migrate, steps } from '../server/src/infra/db/migrate.ts'
import { openEmbedded } from '../server/src/infra/embedded/postgres.ts'
import { catalogOf } from './catalog.ts'

const upTo = process.argv[2] ?? steps().at(-1)
const dataDir = mkdtempSync(join(tmpdir(), 'kindred-catalog-'))
const postgres = await openEmbedded({ dataDir, flags: ['fsync=off'] })
const db = openDb(openPool(postgres.url))
await migrate(db, upTo)
const catalog = await catalogOf((text) => sql.raw<{ name: string; content: string }>(text).execute(db))
await db.destroy()
await postgres.stop()
rmSync(dataDir, { recursive: true, force: true })
writeFileSync('server/test/previous-version.json', `${JSON.stringify({ upTo, ...catalog }, null, 2)}\n`)
