import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'

export function fingerprintOf(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const files = new Set(patterns.flatMap((pattern) => globSync(pattern)).filter((file) => !/\.test\.tsx?$/.test(file)))
  for (const file of [...files].toSorted()) {
    // A glob also returns folders, whose files are listed separately.
    if (statSync(file).isFile()) hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}
