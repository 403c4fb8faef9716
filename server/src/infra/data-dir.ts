import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from './error-fields.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'that disk is read-only',
  ENOSPC: 'that disk is full',
  ENOENT: 'no folder can be created there',
}

/** Creates DATA_DIR. Node's own recursive call never ends in some folders, such as /proc. */
export function makeDataDir(path: string): void {
  const missing: string[] = []
  let existing = path
  for (; !existsSync(existing); existing = dirname(existing)) missing.unshift(existing)
  if (!statSync(existing).isDirectory()) throw new Error(`DATA_DIR can’t be ${path}, because ${existing} is a file.`)
  try {
    for (const folder of missing) mkdirSync(folder)
  } catch (error) {
    const code = errorCode(error) ?? ''
    throw new Error(`DATA_DIR can’t be ${path}: ${reasons[code] ?? code}. Set it to another folder.`, { cause: error })
  }
}
