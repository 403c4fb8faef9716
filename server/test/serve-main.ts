// The main server of the journeys at another moment than the present (scripts/present.ts), until stopped.
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { parseConfig } from '../src/config.ts'
import { root } from '../src/infra/build.ts'
import { openEmbedded } from '../src/infra/embedded/postgres.ts'
import { seed } from '../src/seed/seed.ts'
import { startServer } from '../src/server.ts'
import { present } from '../../scripts/present.ts'

const config = parseConfig(process.env, root)
mkdirSync(config.DATA_DIR, { recursive: true })
// The database's system user needs access to this folder.
chmodSync(config.DATA_DIR, 0o711)
const postgres = await openEmbedded({ dataDir: config.DATA_DIR })
const server = await startServer(
  config,
  { app: postgres.appUrl, owner: postgres.url },
  { clock: { now: present }, beforeListening: seed },
)

async function stop(): Promise<void> {
  await server.stop()
  await postgres.stop()
  rmSync(config.DATA_DIR, { recursive: true, force: true })
  process.exit(0)
}
// A signal may arrive twice: through the process group, and forwarded.
let stopping: Promise<void> | undefined
const stopOnce = () => void (stopping ??= stop())
process.on('SIGTERM', stopOnce).on('SIGINT', stopOnce)
