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
      const file = openSync(path, 'wx', 0o600)
      writeSync(file, String(process.pid))
      closeSync(file)
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

function isHolderGone(path: string): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > LONGEST_START) return true
    const pid = Number(readFileSync(path, 'utf8'))
    return pid > 0 && pid !== process.pid && !isAlive(pid)
  } catch {
    return false
  }
}
