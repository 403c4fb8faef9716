// Runs npm start like a newcomer, and watches its output.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

let lastPort = 4700
export const freshPort = () => ++lastPort

const environment = (extra) => {
  const { NODE_COMPILE_CACHE: _cache, npm_execpath: _npm, npm_lifecycle_event: _event, ...clean } = process.env
  return { ...clean, DEMO: '3', ...extra }
}

function type(command, cwd, { env = {}, as } = {}) {
  const who = as === undefined ? {} : { uid: as, gid: as }
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd,
    env: environment(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...who,
  })
  const typed = { child, printed: '', ended: once(child, 'exit').then(([code]) => code) }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (typed.printed += String(chunk)))
  return typed
}

const answers = (at) =>
  fetch(`http://127.0.0.1:${at}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

export async function until(what, look, seconds) {
  for (
    const end = Date.now() + seconds * 1000;
    Date.now() < end;
    await new Promise((resolve) => setTimeout(resolve, 25))
  )
    if (await look()) return
  throw new Error(`${what}: not within ${seconds} s`)
}

export async function start(cwd, { env = {}, as, command = 'npm start', within = 150, at = freshPort() } = {}) {
  const began = Date.now()
  const typed = type(command, cwd, { as, env: { PORT: String(at), ...env } })
  const ended = typed.ended.then((code) => {
    throw new Error(`npm start ended with ${code}:\n${typed.printed}`)
  })
  ended.catch(() => {})
  await Promise.race([until('ready', async () => /is ready/.test(typed.printed) && answers(at), within), ended])
  return { ...typed, typed, at, took: (Date.now() - began) / 1000 }
}

export const groupOf = ({ child }) => 0 - Number(child.pid)

export async function stop({ child, ended, at }, signal = 'SIGINT') {
  process.kill(signal === 'SIGINT' ? groupOf({ child }) : child.pid, signal)
  await Promise.race([ended, until('stopped', () => false, 20)])
  // npm may exit a moment before its children.
  await until('silent', async () => !(await answers(at)), 15)
}

export async function refused(cwd, options = {}) {
  const typed = type('npm start', cwd, { ...options, env: { PORT: String(freshPort()), ...options.env } })
  const code = await Promise.race([typed.ended, until('refused', () => false, 150)])
  if (code === 0) throw new Error(`it should have refused:\n${typed.printed}`)
  return typed.printed
}
