import { PSEUDO } from '@kindred/contract/languages'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fileOf } from '../web/words/plugin.ts'

export function heaviestWords(dist: string, routes: readonly string[][]): { file: string; bytes: number } {
  const folders = globSync('assets/words/*', { cwd: dist }).filter((folder) => !basename(folder).startsWith(PSEUDO))
  const size = (file: string) => (existsSync(file) ? gzipSync(readFileSync(file), { level: 9 }).length : 0)
  const all = folders.flatMap((folder) =>
    routes.map((modules) => {
      const files = modules.map((module) => join(dist, folder, `${fileOf(module)}.json`))
      return { file: files[1] ?? '', bytes: files.reduce((sum, file) => sum + size(file), 0) }
    }),
  )
  const [heaviest] = all.toSorted((one, other) => other.bytes - one.bytes)
  if (!heaviest || heaviest.bytes === 0) throw new Error('There are no words to weigh.')
  return heaviest
}
