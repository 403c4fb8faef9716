// Runs one of our TypeScript files: node scripts/run.mjs <file> [arguments].
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment, install, modernNode, root } from './prepare.mjs'

/** Reads /proc if it exists, because that is cheap. */
function parentOf(pid) {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) \S /s, '')
        .split(' ')[0],
    )
  } catch {
    return Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || 0)
  }
}

/** Calls `stop` when npm was killed: we or our shell then lose the parent, and nothing else could stop the server. */
function whenOrphaned(stop) {
  const family = () => [process.ppid, parentOf(process.ppid)].join()
  const before = family()
  setInterval(() => family() !== before && stop(), 500).unref()
}

/** Runs a file until it ends. Ctrl-C reaches the whole group, but signals sent only to us are forwarded. */
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
  if (process.env.npm_lifecycle_event) whenOrphaned(() => child.kill('SIGTERM'))
}

if (process.argv[1]?.endsWith('run.mjs')) run(process.argv[2], process.argv.slice(3))
