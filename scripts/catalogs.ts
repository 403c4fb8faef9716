// npm run words: collects the texts of the web app and server into the catalogs that translators edit, and reports
// missing translations. With --check, it changes nothing, and fails if a catalog is outdated or lacks a translation. It
// returns immediately if nothing has changed since it last passed.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parsePo } from 'pofile-ts'
import { fingerprintOf } from './fingerprint.ts'
import { GIVEN } from '../server/src/infra/language/problem-in.ts'
import { problemIn } from './server-words.ts'

type Files = ReadonlyMap<string, string>

const catalogs = (): Files =>
  new Map(globSync('{web,server}/src/locales/*.po').map((file) => [file, readFileSync(file, 'utf8')]))

const write = (files: Files): void => files.forEach((content, file) => writeFileSync(file, content))

function run(...command: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${stdout}${stderr}`)
}

/** Removes long comments: a value can be a whole expression, and a comment that fills a screen helps no one. */
export const withoutLongComments = (catalog: string): string => catalog.replace(/^#\. placeholder .{160,}\n/gm, '')

function extract(): void {
  // Each worker would compile the extractor and its Babel again, which takes longer than it saves on two cores.
  run('node_modules/@lingui/cli/dist/lingui.js', 'extract', '--clean', '--workers', '1')
  run('scripts/server-words.ts')
  write(new Map([...catalogs()].map(([file, content]) => [file, withoutLongComments(content)])))
}

export function problemsOf(catalog: string, given: readonly string[] = []): { missing: string[]; broken: string[] } {
  const translations = parsePo(catalog).items.map(({ msgid, msgstr }) => ({
    text: msgid,
    translation: msgstr[0] ?? '',
  }))
  return {
    missing: translations.filter(({ translation }) => translation === '').map(({ text }) => text),
    broken: translations.flatMap(({ text, translation }) => {
      const why = translation === '' ? undefined : problemIn(text, translation, given)
      return why ? [`${why} ${text} → ${translation}`] : []
    }),
  }
}

function report(files: Files): boolean {
  let isComplete = true
  for (const [file, content] of files) {
    const { missing, broken } = problemsOf(content, GIVEN)
    console.log(`${file}: ${missing.length === 0 ? 'complete' : `${missing.length} missing`}`)
    for (const text of missing) console.log(`  missing: ${text}`)
    for (const text of broken) console.error(`  ${text}`)
    isComplete &&= missing.length + broken.length === 0
  }
  return isComplete
}

const stamp = 'node_modules/.cache/words/checked'
const sources = [
  '{web,server,contract}/src/**/*.{ts,tsx,po}',
  'lingui.config.ts',
  'package-lock.json',
  'scripts/{catalogs,fingerprint,server-texts,server-words}.ts',
]

function check(): boolean {
  const before = catalogs()
  extract()
  const after = catalogs()
  write(before)
  const isComplete = report(after)
  const outdated = [...after].filter(([file, content]) => before.get(file) !== content).map(([file]) => basename(file))
  if (outdated.length > 0)
    console.error(`Out of date: ${outdated.join(', ')}. Run "npm run words" and commit the catalogs.`)
  return isComplete && outdated.length === 0
}

function checkIfChanged(): void {
  const fresh = fingerprintOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fresh) return console.log('Nothing has changed.')
  if (!check()) return void (process.exitCode = 1)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, fresh)
}

if (import.meta.main) {
  if (process.argv.includes('--check')) checkIfChanged()
  else {
    extract()
    report(catalogs())
  }
}
