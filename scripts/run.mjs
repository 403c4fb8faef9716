// Runs one TypeScript file of ours: node scripts/run.mjs <file> [arguments].
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment, install, modernNode, root } from './prepare.mjs'

/** The parent of a process, cheaply where there is /proc. */
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

/** npm killed outright leaves us, or the shell between us, without a parent: nobody could stop the server then. */
function whenOrphaned(stop) {
  const family = () => [process.ppid, parentOf(process.ppid)].join()
  const before = family()
  setInterval(() => family() !== before && stop(), 500).unref()
}

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
  if (process.env.npm_lifecycle_event) whenOrphaned(() => child.kill('SIGTERM'))
}

if (process.argv[1]?.endsWith('run.mjs')) run(process.argv[2], process.argv.slice(3))
