import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { scratchFolder } from '../../scripts/scratch.ts'
import { SECRET } from './processes.ts'

export const run = promisify(execFile)

export async function command(
  file: string,
  databaseUrl: string,
  args: string[] = [],
  more: Record<string, string> = {},
) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: scratchFolder(), TOKEN_SECRET: SECRET, ...more }
  return run(process.execPath, [`server/src/${file}.ts`, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  )
}

export const env = { TOKEN_SECRET: SECRET }
