// Runs one TypeScript file of ours: node scripts/run.mjs <file> [arguments].
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { childEnvironment, install, modernNode, root } from './prepare.mjs'

/** Runs until the file ends. Ctrl-C reaches the whole group by itself; a signal sent to us alone is handed on. */
export function run(file, args = []) {
  install()
  const node = modernNode()
  const child = spawn(node, [join(root, file), ...args], {
    cwd: root,
    env: childEnvironment(node),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
  // npm killed outright leaves us without a parent: then nobody could stop the server, so it stops by itself.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000).unref()
}

if (process.argv[1]?.endsWith('run.mjs')) run(process.argv[2], process.argv.slice(3))
