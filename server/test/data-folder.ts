import { chmodSync, rmSync } from 'node:fs'
import { makeScratchFolder } from '../../scripts/scratch.ts'
import { stopWhenOver } from './world.ts'

/** A folder that the database's system user can enter. */
export function dataFolder(): string {
  const folder = makeScratchFolder('data')
  chmodSync(folder, 0o711)
  stopWhenOver(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
