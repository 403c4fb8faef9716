import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from '../error-fields.ts'

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

const LONGEST_START = 90_000

/** Ignores a lock if its process is dead, or if it is older than any start takes. */
export async function acquireLock(path: string): Promise<() => void> {
  for (let tries = 0; ; tries++) {
    try {
      writeLock(path)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
      if (isHolderGone(path)) rmSync(path, { force: true })
      else if (tries > 1200)
        throw new Error(`Timed out: another process has been starting the database for over a minute (${path}).`, {
          cause: error,
        })
      else await pause(50)
    }
  }
}

/** On a full disk, the file can be created, but not written. It must not stay. */
function writeLock(path: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, String(process.pid))
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Writing the lock takes far less time. */
const LONGEST_WRITE = 2000

function isHolderGone(path: string): boolean {
  try {
    const age = Date.now() - statSync(path).mtimeMs
    if (age > LONGEST_START) return true
    const pid = Number(readFileSync(path, 'utf8'))
    if (pid === 0) return age > LONGEST_WRITE
    return pid > 0 && pid !== process.pid && !isAlive(pid)
  } catch {
    return false
  }
}
