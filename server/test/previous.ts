import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

// The program of the previous version, as this repository's history has it.

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim()

/** The commit in which it was released (npm run previous-version); nothing where the history was cut off. */
export function previousCommit(): string | undefined {
  try {
    const isWhole = git('rev-parse', '--is-shallow-repository') === 'false'
    return (isWhole && git('log', '-1', '--format=%H', '--', 'server/test/previous-version.json')) || undefined
  } catch {
    return undefined
  }
}

/** Its files, with the packages of this version: those that it needs are the same. */
export function unpack(commit: string, folder: string): void {
  mkdirSync(join(folder, 'node_modules/@kindred'), { recursive: true })
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder])
  for (const name of readdirSync('node_modules').filter((each) => each !== '@kindred' && !each.startsWith('.')))
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
  for (const name of ['contract', 'server', 'web'])
    symlinkSync(join(folder, name), join(folder, 'node_modules/@kindred', name))
}
