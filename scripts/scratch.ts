import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ENOUGH = 2 * 1024 ** 3

function room(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/**
 * Where tests put databases that nobody needs afterwards: in memory where there is room, since copying one is a thousand small files,
 * which took a second on a busy disk and takes a twentieth of that there.
 */
export const scratchFolder = (): string => (room(MEMORY) > ENOUGH ? MEMORY : tmpdir())
