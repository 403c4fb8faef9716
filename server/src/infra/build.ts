import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

export const root = join(import.meta.dirname, '..', '..', '..')
export const webFolder = join(root, 'web', 'dist')

const Package = z.object({ version: z.string() })
const { version } = Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** Identifies the web build of this server. An open page compares it to detect a newer one. */
const index = join(webFolder, 'index.html')
const build = existsSync(index)
  ? createHash('sha256').update(readFileSync(index)).digest('hex').slice(0, 12)
  : 'unbuilt'

export const theBuild = { version, build }
