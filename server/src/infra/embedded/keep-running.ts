import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './lock.ts'

const EVERY = 250
const FIRST_DELAY = 250
const LONGEST_DELAY = 30_000
/** One that ran for this long didn't die of what the start before it died of. */
const STEADY = 60_000

type Watched = {
  /** The folder of the database's files. */
  data: string
  start: () => Promise<void>
  say: (line: string) => void
}

/** The id of the process that answers for the database. Its file stays behind if it is killed. */
function postmasterOf(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined
  } catch {
    return undefined
  }
}

/**
 * Whether Linux keeps no more of a process than its number. In a container, nobody collects the processes whose parent
 * has ended, and they look alive to PostgreSQL as well.
 */
function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? false
  } catch {
    return false
  }
}

function isRunning(data: string): boolean {
  const pid = postmasterOf(data)
  if (pid === undefined || !isAlive(pid)) return false
  if (!isZombie(pid)) return true
  rmSync(join(data, 'postmaster.pid'), { force: true })
  return false
}

/**
 * Starts the database again whenever it has died, until the returned function is called: at once the first time, then
 * after longer and longer waits, so that a database that can't start doesn't keep the machine busy.
 */
export function keepRunning({ data, start, say }: Watched): () => Promise<void> {
  let isStopped = false
  let starting: Promise<void> | undefined
  let startedAt = performance.now()
  let [failures, notBefore] = [0, 0]

  const startAgain = async () => {
    say('The database has stopped. Starting it again …')
    if (performance.now() - startedAt > STEADY) failures = 0
    await start().then(
      () => say('The database is running again.'),
      (error: unknown) => say(error instanceof Error ? error.message : String(error)),
    )
    startedAt = performance.now()
    notBefore = startedAt + Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** failures++)
  }
  const watching = setInterval(() => {
    if (isStopped || starting || performance.now() < notBefore || isRunning(data)) return
    starting = startAgain().finally(() => (starting = undefined))
  }, EVERY).unref()

  return async () => {
    isStopped = true
    clearInterval(watching)
    await starting
  }
}
