import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
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

/** A name with the process that owns the folder. Workers that are threads share the process of their run. */
export const scratchName = (kind: string): string => `kindred-${kind}-${process.pid}`

/** Creates a folder that the next run deletes if this process was killed and couldn't. */
export const makeScratchFolder = (kind: string, folder = scratchFolder()): string =>
  mkdtempSync(join(folder, `${scratchName(kind)}-`))

const ours = /^kindred-[a-z][\w-]*?-(\d+)(-\w{6})?$/

/** Deletes what killed runs left in memory, because nothing else frees it. Another run's folders stay. */
export function sweepScratch(folder = scratchFolder()): void {
  for (const name of readdirSync(folder)) {
    const owner = Number(ours.exec(name)?.[1])
    if (owner && !isRunning(owner)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
