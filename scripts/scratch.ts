import { readdirSync, rmSync, statSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ENOUGH = 2 * 1024 ** 3

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/**
 * The folder for the throwaway databases of tests, in memory if there is enough. Copying a database copies a thousand
 * small files, which takes a second on a busy disk and a twentieth of that in memory.
 */
export const scratchFolder = (): string => (freeBytes(MEMORY) > ENOUGH ? MEMORY : tmpdir())

const HOURS = 3_600_000
const ours = /^kindred-(e2e|world|test|crowds|hosted)-/

/** Deletes what killed runs left in memory, because nothing else frees it. */
export function sweepScratch(): void {
  const folder = scratchFolder()
  for (const name of readdirSync(folder).filter((each) => ours.test(each))) {
    const path = join(folder, name)
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    const owner = Number(/^kindred-e2e-(\d+)$/.exec(name)?.[1])
    if (owner ? !isRunning(owner) : changed < Date.now() - 6 * HOURS) rmSync(path, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
