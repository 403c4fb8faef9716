import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const LONGEST_START = 90_000

/** One process at a time. A lock whose holder is dead, or that is older than any start takes, is nobody's. */
export async function holdLock(path: string): Promise<() => void> {
  for (let tries = 0; ; tries++) {
    try {
      const file = openSync(path, 'wx', 0o600)
      writeSync(file, String(process.pid))
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (holderIsGone(path)) rmSync(path, { force: true })
      else if (tries > 1200)
        throw new Error(`Another process has been starting the database for a minute (${path}).`, { cause: error })
      else await pause(50)
    }
  }
}

function holderIsGone(path: string): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > LONGEST_START) return true
    const pid = Number(readFileSync(path, 'utf8'))
    return pid > 0 && pid !== process.pid && !alive(pid)
  } catch {
    return false
  }
}
