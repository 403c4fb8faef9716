// Serves the web and the API on two origins, until stopped: the web is built from web/dist like web/hosted in
// `npm run build`, and served by a generic static file host.
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hostingFrom, writeHosted } from '../../scripts/hosted-web.ts'
import { parseConfig } from '../src/config.ts'
import { webFolder } from '../src/infra/build.ts'
import { openEmbedded } from '../src/infra/embedded/postgres.ts'
import { seed } from '../src/seed/seed.ts'
import { startServer } from '../src/server.ts'
import { present } from '../../scripts/present.ts'
import { makeScratchFolder } from '../../scripts/scratch.ts'

const dataDir = makeScratchFolder('hosted')
// The database's system user needs access to this folder.
chmodSync(dataDir, 0o711)

const env = { ...process.env, DATA_DIR: dataDir, DEMO: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' }
const flags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=128MB']
const postgres = await openEmbedded({ dataDir, flags })
const api = await startServer(
  parseConfig(env, dataDir),
  { app: postgres.appUrl, owner: postgres.url },
  { clock: { now: present }, beforeListening: seed },
)

const root = join(dataDir, 'web')
const hosting = hostingFrom(process.env)!
writeHosted(webFolder, root, hosting)
const web = fastify({ forceCloseConnections: true })
await web.register(fastifyStatic, { root, redirect: true })
web.setNotFoundHandler((_request, reply) => reply.sendFile('index.html'))
await web.listen({ host: '127.0.0.1', port: Number(new URL(hosting.publicUrl).port) })

/** Stops and deletes everything. The embedded database stops only once it has no clients. */
async function stop(): Promise<void> {
  await Promise.all([web.close(), api.stop()])
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
// A signal may arrive twice: through the process group, and forwarded.
let stopping: Promise<void> | undefined
const stopOnce = () => void (stopping ??= stop())
process.on('SIGTERM', stopOnce).on('SIGINT', stopOnce)
