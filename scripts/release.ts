// npm run release -- VERSION KEY: commits and tags a version, and writes the files to publish into the folder release/:
// the source, the list of its packages (SBOM), checksums, and their signature with the Ed25519 key in the file KEY.
import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkedAt as lawsCheckedAt } from '../contract/src/safety/criminalized.ts'
import { checkedAt as numbersCheckedAt } from '../contract/src/safety/emergency-numbers.ts'

const FOLDER = 'release'

export const isLater = (version: string, than: string): boolean =>
  /^\d+\.\d+\.\d+$/.test(version) && version.localeCompare(than, 'en', { numeric: true }) > 0

/** Adds a heading for the version above the unreleased changes. */
export function withHeading(changelog: string, version: string, day: string): string {
  const [, changes = ''] = /^## Unreleased\n([^]*?)(?=^## |(?![^]))/m.exec(changelog) ?? []
  if (!/^- /m.test(changes)) throw new Error('CHANGELOG.md has no changes under "Unreleased".')
  return changelog.replace('## Unreleased\n', () => `## Unreleased\n\n## ${version} (${day})\n`)
}

const places: Record<string, RegExp[]> = {
  'package.json': [/^( {2}"version": ")[^"]+/m],
  'package-lock.json': [/^( {2}"version": ")[^"]+/m, /^( {6}"version": ")[^"]+/m],
  'compose.yaml': [/(image: kindred:)\S+/],
  'ops/compose/citus.yaml': [/(image: kindred:)\S+/],
  'ops/chart/Chart.yaml': [/^(version: ).*/m, /^(appVersion: ).*/m],
  'ops/chart/values.yaml': [/(\/kindred:)\S+/],
}

export function withVersion(file: string, text: string, version: string): string {
  return (places[file] ?? []).reduce((changed, place) => {
    if (!place.test(changed)) throw new Error(`${file} doesn't name the version where it should (${place.source}).`)
    return changed.replace(place, (_all, before: string) => before + version)
  }, text)
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const rewrite = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')))

function commitVersion(version: string, day: string): void {
  for (const file of Object.keys(places)) rewrite(file, (text) => withVersion(file, text, version))
  rewrite('CHANGELOG.md', (text) => withHeading(text, version, day))
  git('commit', '--quiet', '--message', `Release ${version}`, 'CHANGELOG.md', ...Object.keys(places))
  git('tag', '--annotate', `v${version}`, '--message', `Kindred ${version}`)
}

function writeArtifacts(version: string, key: string): void {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  const name = `kindred-${version}`
  git('archive', '--format=tar.gz', `--prefix=${name}/`, `--output=${FOLDER}/${name}.tar.gz`, `v${version}`)
  const sbom = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only']
  writeFileSync(join(FOLDER, `${name}.cdx.json`), execFileSync('npm', sbom, { maxBuffer: 2 ** 26 }))
  const sums = readdirSync(FOLDER)
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(FOLDER, file)))
          .digest('hex')}  ${file}\n`,
    )
    .join('')
  writeFileSync(join(FOLDER, 'SHA256SUMS'), sums)
  writeFileSync(join(FOLDER, 'SHA256SUMS.sig'), sign(null, Buffer.from(sums), createPrivateKey(key)))
}

/** After a year, someone has to check the tables again, line by line, against their sources. */
function listOldTables(): void {
  const yearAgo = new Date()
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1)
  for (const [table, checkedAt] of Object.entries({
    criminalized: lawsCheckedAt,
    'emergency-numbers': numbersCheckedAt,
  }))
    if (new Date(checkedAt) < yearAgo)
      console.log(`contract/src/safety/${table}.ts was last checked on ${checkedAt}. Check it, and change the date.`)
}

function release([version = '', keyFile = '']: string[]): void {
  const [, current = ''] = /^ {2}"version": "([^"]+)/m.exec(readFileSync('package.json', 'utf8')) ?? []
  if (!keyFile) throw new Error('npm run release -- VERSION KEY, where KEY is a file with an Ed25519 key (PEM)')
  if (!isLater(version, current)) throw new Error(`The version must look like 1.2.3 and come after ${current}.`)
  const key = readFileSync(keyFile, 'utf8')
  if (createPrivateKey(key).asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} isn't an Ed25519 key.`)
  if (git('status', '--porcelain')) throw new Error('There are uncommitted changes.')
  commitVersion(version, new Date().toISOString().slice(0, 10))
  writeArtifacts(version, key)
  listOldTables()
  console.log(`Released ${version}. Publish ${FOLDER}/ and push: git push --follow-tags`)
}

if (process.argv[1]?.endsWith('release.ts'))
  try {
    release(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
