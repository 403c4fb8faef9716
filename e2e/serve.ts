// Starts the servers of the journeys in parallel, because Playwright would start them one after another. SERVERS lists
// them as JSON.
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

export type JourneyServer = { file: string; env: Record<string, string>; url: string }

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

const servers: JourneyServer[] = JSON.parse(process.env['SERVERS'] ?? '[]')
let stopping = false
const running = new Set<ChildProcess>()
const ready = new Set<ChildProcess>()

/** Waits for servers that are still starting, which would otherwise leave their databases behind. */
function stop(code: number): void {
  stopping = true
  process.exitCode ||= code
  for (const child of ready) child.kill('SIGTERM')
  if (running.size === 0) process.exit()
}

async function start({ file, env, url }: JourneyServer): Promise<void> {
  // If this process is killed, the channel closes and the server notices.
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc']
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...env }, stdio })
  running.add(child)
  child.once('exit', (code, signal) => {
    running.delete(child)
    if (!stopping && signal !== 'SIGTERM') console.error(`${file} ended with ${signal ?? code}.`)
    stop(stopping ? 0 : 1)
  })
  while (running.has(child) && !(await isReady(url))) await pause(200)
  ready.add(child)
  if (stopping) child.kill('SIGTERM')
}

process.on('SIGTERM', () => stop(0)).on('SIGINT', () => stop(0))
await Promise.all(servers.map(start))
if (!stopping) console.log('Every server is ready.')
