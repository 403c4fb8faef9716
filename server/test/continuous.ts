import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig } from '../src/config.ts'
import { prepareDatabase } from '../src/infra/db/prepare.ts'
import { openEmbedded } from '../src/infra/embedded/postgres.ts'
import { openLog } from '../src/infra/log.ts'
import { restoreToTime } from '../src/restore-to-time.ts'
import { scratchFolder } from '../../scripts/scratch.ts'
import { startWorld, stopWhenOver, until } from './world.ts'

// Installations with an embedded database of their own, and the operator's commands for continuous backups.

const FLAGS = ['shared_buffers=64MB', 'fsync=off']

/** A folder that the user of the database can enter. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(scratchFolder(), 'kindred-continuous-'))
  chmodSync(folder, 0o711)
  stopWhenOver(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A world over the embedded database in this folder. */
export async function embeddedWorld(dataDir: string, env: Record<string, string> = {}) {
  const database = await openEmbedded({ dataDir, flags: FLAGS })
  stopWhenOver(database.stop)
  await prepareDatabase({ app: database.appUrl, owner: database.url }, openLog('silent'))
  return startWorld({
    databaseUrl: database.url,
    appUrl: database.appUrl,
    env: { ...env, DATA_DIR: dataDir },
    eavesdrop: false,
  })
}

type Settings = { dataDir: string; key?: string }

const started = (file: string, args: string[], { dataDir, key = '' }: Settings) => {
  const child = spawn(process.execPath, [`server/src/${file}.ts`, ...args], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, BACKUP_KEY: key },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return { child, output: () => output, closed: once(child, 'close') }
}

/** Runs a command to its end: its exit code and everything it printed. */
export async function command(file: string, args: string[], settings: Settings) {
  const { child, output, closed } = started(file, args, settings)
  await closed
  return { code: child.exitCode, output: output() }
}

/** Why a restore is refused, without the cost of a process. */
export const refusal = (folder: string, at: string, { dataDir, key = '' }: Settings) =>
  restoreToTime(parseConfig({ DATA_DIR: dataDir, BACKUP_KEY: key }, '/'), {
    folder,
    at,
    ledger: undefined,
    isTrial: true,
  }).then(
    () => 'it was restored',
    (error: Error) => error.message,
  )

/** A continuous backup that has copied the database, and runs. */
export async function continuousBackup(folder: string, settings: Settings, ...options: string[]) {
  const running = started('backup', ['--continuous', folder, ...options], settings)
  const end = async (signal: NodeJS.Signals) => {
    running.child.kill(signal)
    await running.closed
    return { code: running.child.exitCode, output: running.output() }
  }
  stopWhenOver(() => void running.child.kill('SIGKILL'))
  return {
    /** Waits until it has printed this. */
    says: (text: string) =>
      until(async () => {
        if (running.child.exitCode !== null) throw new Error(running.output())
        return running.output().includes(text)
      }, 60_000),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
