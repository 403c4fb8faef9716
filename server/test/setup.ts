import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '../src/infra/db/prepare.ts'
import { openEmbedded } from '../src/infra/embedded/postgres.ts'
import { openLog } from '../src/infra/log.ts'
import { scratchFolder, sweepScratch } from '../../scripts/scratch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    templateUrl: string
    appUrl: string
  }
}

/** One PostgreSQL for the run, with a migrated template database that every test file copies. */
export default async function setup(project: TestProject) {
  sweepScratch()
  const dataDir = mkdtempSync(join(scratchFolder(), 'kindred-test-'))
  // The database's user needs access if the database lies in this folder, which is deleted with it.
  chmodSync(dataDir, 0o711)
  const flags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=128MB']
  const postgres = await openEmbedded({ dataDir, database: 'template', flags })
  await prepareDatabase({ app: postgres.appUrl, owner: postgres.url }, openLog('silent'))
  project.provide('templateUrl', postgres.url)
  project.provide('appUrl', postgres.appUrl)
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
