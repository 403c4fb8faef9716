import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { ConfigError, parseConfig, type Config } from './config.ts'
import { root } from './infra/build.ts'
import type { DatabaseUrls } from './infra/db/prepare.ts'
import { openEmbedded, type Embedded } from './infra/embedded/postgres.ts'
import { explainDatabase } from './infra/db/explain.ts'
import { errorCode } from './infra/error-fields.ts'
import { openLog } from './infra/log.ts'
import { demoMember } from './seed/demo.ts'
import { seed } from './seed/seed.ts'
import { startServer, type Running } from './server.ts'

// npm start, after the installation: starts the server, or explains in one sentence why it can't.

const BEHIND_A_BALANCER = 3000
const LONGEST_STOP = 15_000
const PORT_TRIES = 12

let embedded: Embedded | undefined
let running: Running | undefined
let stopping = false
let seeded: Awaited<ReturnType<typeof seed>> = { administrator: null }

let say = (line: string): void => console.log(line)

async function openDatabase({ DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }: Config): Promise<DatabaseUrls> {
  if (DATABASE_URL && DATABASE_DIRECT_URL) return { app: DATABASE_DIRECT_URL, pooled: DATABASE_URL }
  if (DATABASE_URL) return { app: DATABASE_URL }
  embedded = await openEmbedded({ dataDir: DATA_DIR, isKeptRunning: true, say })
  return { app: embedded.appUrl, owner: embedded.url }
}

const start = async (config: Config): Promise<Running> =>
  startServer(config, await openDatabase(config), {
    beforeListening: async (deps) => void (seeded = await seed(deps)),
  })

/** Tries a few times, because a server that was just killed may still use the port. */
async function waitForPort({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>, tries = PORT_TRIES): Promise<void> {
  const probe = createServer()
  try {
    probe.listen(PORT, HOST)
    await once(probe, 'listening')
  } catch (error) {
    if (['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN'].includes(errorCode(error) ?? ''))
      throw new Error(`HOST can’t be ${HOST}: this machine has no such address. For all of them, set HOST=0.0.0.0.`)
    if (errorCode(error) !== 'EADDRINUSE' || tries <= 1) throw error
    await pause(250)
    return waitForPort({ HOST, PORT }, tries - 1)
  } finally {
    probe.close()
  }
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), LONGEST_STOP).unref()
  const drain = running?.deps.config.production ? BEHIND_A_BALANCER : 0
  await running?.stop(drain).catch((error: unknown) => console.error(error))
  await embedded?.stop().catch((error: unknown) => console.error(error))
  process.exit(code)
}

function explain(error: unknown, config?: Config): string {
  if (error instanceof ConfigError) return `${error.message}\nSee "Configuration" in README.md.`
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : String(error)
  if (code === 'EADDRINUSE')
    return `Port ${config?.PORT} is already in use. Stop the other program, or choose another port: PORT=3001 npm start`
  if (code === 'EACCES')
    return `${message}\nYou don’t have permission to use that port or folder. Choose another with PORT or DATA_DIR.`
  if (code === 'ENOSPC' || code === '53100')
    return `The disk of ${config?.DATA_DIR} is full. Free some space, or set DATA_DIR to another folder.`
  return explainDatabase(error) ?? message
}

/** Prints the addresses and the first sign-in. A generated password is shown only this once. */
function greet(config: Config, { administrator }: Awaited<ReturnType<typeof seed>>): void {
  const at = config.PUBLIC_URL
  if (config.production) return say(`${config.BRAND_NAME} is ready at ${at}`)
  const member = config.DEMO > 0 ? `sign in as ${demoMember.email} with "${demoMember.password}"` : `join at ${at}/join`
  const staff = administrator?.made
    ? `sign in as ${administrator.email} with "${administrator.password}" (shown only once)`
    : administrator
      ? `sign in as ${administrator.email} with ADMIN_PASSWORD`
      : 'sign in as before, or set a new password: npm run admin -- set-password EMAIL'
  say(
    `\n${config.BRAND_NAME} is ready.\n  Members         ${at}/welcome    ${member}\n` +
      `  Administrators  ${at}/dashboard  ${staff}`,
  )
  const sandboxed = !config.production && config.TRUSTED_HOPS === 0 && !config.STRIPE_SECRET_KEY
  if (!config.SMTP_URL) say(`  Mail            ${config.API_URL}/dev/outbox`)
  if (sandboxed) say(`  Payments        ${config.API_URL}/dev/payments`)
  say('\nPress Ctrl-C to stop.')
}

// Without this flag, V8 keeps collecting all garbage while there is little to do, and requests wait for it.
setFlagsFromString('--no-memory-reducer')
// By default, V8 also collects all garbage, for 50 to 100 ms, when the heap has grown by a fifth. This makes it wait
// until the heap doubles.
setFlagsFromString('--heap-growing-percent=100')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// The start script was killed, so nothing is left that could stop us.
process.on('disconnect', () => void stop(0))
process.on('unhandledRejection', (error) => {
  running?.deps.log.error({ err: error }, 'unhandled')
})

let config: Config | undefined
try {
  config = parseConfig(process.env, root)
  if (config.production) {
    // The log has one JSON object a line, and nothing else.
    const log = openLog(config.LOG_LEVEL)
    say = (line) => log.info(line.trim())
  }
  await waitForPort(config)
  running = await start(config)
  greet(config, seeded)
  // Node writes its compile cache when it exits, but not when it is killed, after which the next start would compile
  // everything again.
  flushCompileCache()
} catch (error) {
  console.error(explain(error, config))
  await stop(1)
}
