// Prepares every npm script: installs the packages, and finds a Node that runs TypeScript.
// Plain JavaScript without dependencies, because the machine's own Node runs it before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Prints what happened and what to do instead of a stack trace, and exits. */
export function stop(...lines) {
  for (const line of lines) console.error(line)
  process.exit(1)
}

const version = (text) => text.split('.').map(Number)
const older = (have, want) => {
  const [a, b] = [version(have), version(want)]
  return a[0] !== b[0] ? a[0] < b[0] : a[1] < b[1]
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return undefined
  }
}

/** Compares the lockfile with npm's record of the installation, ignoring packages for other platforms. */
function installed() {
  const wanted = readJson('package-lock.json')?.packages
  const present = readJson('node_modules/.package-lock.json')?.packages
  if (!wanted || !present) return false
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.link ||
      !path.includes('node_modules/') ||
      entry.optional ||
      present[path]?.version === entry.version,
  )
}

function npm(args) {
  const cli = process.env.npm_execpath
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []]
  return spawnSync(command, [...first, ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: command === 'npm' && process.platform === 'win32',
  })
}

/** Installs exactly the packages in the lockfile if any are missing. */
export function install() {
  if (older(process.versions.node, '20.19.0'))
    stop(
      `Kindred needs Node 20.19 or newer, but this is ${process.versions.node}.`,
      'Install a newer Node from nodejs.org and try again.',
    )
  if (installed()) return
  const began = Date.now()
  console.log('Installing the packages (once, about half a minute) …')
  const { status } = npm(['ci', '--include=dev'])
  if (status !== 0)
    stop(
      'The packages couldn’t be installed. See the messages above.',
      'Check your network and free disk space, then run the same command again.',
    )
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

/** The Node from the packages, or the machine's own if there is none for the platform. */
export function modernNode() {
  const own = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(own)) return own
  if (!older(process.versions.node, '24.0.0')) return process.execPath
  return stop(
    `Kindred’s server needs Node 24, but this is ${process.versions.node}, ` +
      `and no Node package for ${process.platform}-${process.arch} is installed.`,
    process.platform === 'linux'
      ? 'Run "npm ci --include=optional" and try again.'
      : 'Install Node 24 or newer and try again.',
  )
}

/**
 * Puts this Node and the packages' commands first in the PATH of child processes. Node's compile cache can be moved.
 */
export function childEnvironment(node) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const compiled = {
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    NODE_COMPILE_CACHE_PORTABLE: '1',
  }
  return { ...compiled, ...process.env, PATH: path }
}
