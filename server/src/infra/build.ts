import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..', '..')
export const webFolder = join(root, 'web', 'dist')

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** Which web this server serves: a page that was loaded from an older one knows by it that there is something newer. */
const index = join(webFolder, 'index.html')
const build = existsSync(index)
  ? createHash('sha256').update(readFileSync(index)).digest('hex').slice(0, 12)
  : 'unbuilt'

export const theBuild = { version, build }
