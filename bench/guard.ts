import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { present } from './present.ts'

// Waits until the bench that started this process ends, then stops the PostgreSQL in a folder and removes the folder.

const folder = present(process.argv[2])
let isKept = false

/** The database may be in another folder that its user can access, which the product records in a file. */
function clusterIn(dataDir: string): string {
  const record = join(dataDir, 'database.location')
  return join(existsSync(record) ? readFileSync(record, 'utf8').trim() : join(dataDir, 'database'), 'cluster')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function stopDatabase(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!pid || !isAlive(pid)) return
  // A database to keep is shut down cleanly, which isn't necessary for one to remove.
  process.kill(pid, isKept ? 'SIGINT' : 'SIGQUIT')
  while (isAlive(pid)) await pause(50)
}

async function cleanUp(): Promise<void> {
  const cluster = clusterIn(folder)
  await stopDatabase(cluster)
  if (isKept) return
  rmSync(join(cluster, '..'), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.on('message', () => (isKept = true))
process.on('disconnect', () => {
  cleanUp().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
