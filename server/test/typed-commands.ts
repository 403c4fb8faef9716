import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { World } from './world.ts'

// The operator's commands, run as separate programs against the running server's database.

const run = promisify(execFile)

/** Runs a command, and returns its output. */
export async function type(
  world: Pick<World, 'databaseUrl'> & { config: { DATA_DIR: string } },
  file: string,
  ...args: string[]
): Promise<string> {
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: world.config.DATA_DIR }
  return (await run(process.execPath, [`server/src/${file}.ts`, ...args], { env })).stdout
}

export const refused = (command: Promise<string>): Promise<string> =>
  command.then(
    () => 'it succeeded',
    (error: { stderr: string }) => error.stderr,
  )
