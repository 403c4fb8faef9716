// npm run build: builds the web app, compresses its files, and checks that every route stays small. If API_URL says
// that the API is on another host, the script also writes a web app for a static host to web/hosted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'
import { fingerprintOf } from './fingerprint.ts'

const dist = 'web/dist'
const stamp = join(dist, '.stamp')
const hosted = 'web/hosted'
const sources = [
  'web/src/**/*',
  'web/public/**/*',
  'web/*.{ts,html,json}',
  'web/words/*.ts',
  'contract/src/**/*',
  'package-lock.json',
  'scripts/{build-web,fingerprint,first-paint,used-css}.ts',
]

/** The limits for a route's JavaScript before any interaction, gzipped. */
const FIRST_ROUTE = 130_000
const ANY_ROUTE = 220_000
const WORDS = 6_000
const firstRoutes = ['src/public/login/login-screen.tsx', 'src/public/welcome/welcome-screen.tsx']

const besides: [routes: RegExp, files: string[]][] = [
  [/^src\/public\/(home|pages)\//, ['src/public/layout/user-frame.tsx']],
  [/^src\/public\/(login|signin)\//, ['src/public/signin/passkey-button.tsx']],
  [/^src\/admin\//, ['src/office-frame.tsx', 'src/office-routes.ts']],
  [/^src\/(member|admin)\//, ['src/while-signed-in.tsx']],
]

/** The module is imported only if API_URL is set, so that other builds stay fast. */
async function host(): Promise<void> {
  if (!process.env['API_URL']) return
  const { hostingFrom, writeHosted } = await import('./hosted-web.ts')
  try {
    const hosting = hostingFrom(process.env)
    if (!hosting) return
    writeHosted(dist, hosted, hosting)
    console.log(`Wrote ${hosted}, the web app for another host.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const fresh = fingerprintOf(sources)
if (process.argv.includes('--if-stale') && existsSync(stamp) && readFileSync(stamp, 'utf8') === fresh) {
  await host()
  process.exit(0)
}

console.log('Building the web app …')
const began = Date.now()
rmSync(dist, { recursive: true, force: true })
process.env['NODE_ENV'] = 'production'
const { renderFirstPaints, writeFirstPaints } = await import('./first-paint.ts')
const vite = spawn(
  process.execPath,
  ['node_modules/vite/bin/vite.js', 'build', 'web', '--manifest', '--logLevel', 'warn'],
  { stdio: 'inherit' },
)
const [paints, [status]] = await Promise.all([renderFirstPaints(), once(vite, 'exit')])
if (status !== 0) process.exit(1)
writeFirstPaints(dist, paints)

const [brotliOf, gzipOf] = [promisify(brotliCompress), promisify(gzip)]

async function compress(file: string): Promise<void> {
  const content = readFileSync(file)
  if (content.length < 1024 || file.endsWith('.html')) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  const [br, gz] = await Promise.all([brotliOf(content, { params }), gzipOf(content, { level: 9 })])
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gz)
}

for (const file of globSync(`${dist}/**/*.map`)) rmSync(file)
// Files are compressed in parallel, on every core.
await Promise.all(globSync(`${dist}/**/*.{js,css,svg,html,json}`).map(compress))

type Chunk = { file: string; imports?: string[]; isEntry?: boolean }
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

const whatLoadsWith = (route: string): string[] => [
  'index.html',
  route,
  ...besides.flatMap(([routes, files]) => (routes.test(route) ? files : [])),
]

const weighed = new Map<string, number>()

function gzippedBytes(file: string): number {
  const bytes = weighed.get(file) ?? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  weighed.set(file, bytes)
  return bytes
}

/**
 * The size of all that loads before any interaction: the entry, the route, its companions, and their static imports.
 */
function weight(route: string): number {
  const seen = new Set<string>()
  const add = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const next of manifest[name]?.imports ?? []) add(next)
  }
  for (const name of whatLoadsWith(route)) add(name)
  return [...seen].reduce((sum, name) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the build's manifest.`)
    return sum + gzippedBytes(chunk.file)
  }, 0)
}

const weights = Object.keys(manifest)
  .filter((name) => name.endsWith('-screen.tsx'))
  .map((route) => ({ route, bytes: weight(route), most: firstRoutes.includes(route) ? FIRST_ROUTE : ANY_ROUTE }))
  .toSorted((a, b) => b.bytes - a.bytes)
if (weights.length < 40 || firstRoutes.some((route) => !manifest[route]))
  throw new Error('Routes are no longer chunks of their own; the budgets have nothing to measure.')
const over = weights.filter(({ bytes, most }) => bytes > most)
// At a start, only a missed budget matters.
const isTold = !process.argv.includes('--if-stale')
for (const { route, bytes, most } of [
  ...(isTold ? weights.slice(0, 3) : []),
  ...(isTold ? weights.filter(({ most }) => most === FIRST_ROUTE) : []),
  ...over,
])
  console.log(
    `  ${route.split('/').at(-1)}: ${(bytes / 1000).toFixed(1)} kB of JavaScript, gzipped (at most ${most / 1000})`,
  )
if (over.length > 0) {
  console.error(`Over the budget: ${over.map(({ route }) => route).join(', ')}`)
  process.exit(1)
}
const { fileOf } = await import('../web/words/plugin.ts')
const { PSEUDO } = await import('@kindred/contract/languages')
const words = globSync(`${dist}/assets/words/*`)
  .filter((folder) => !basename(folder).startsWith(PSEUDO))
  .flatMap((folder) =>
    weights.map(({ route }) => {
      const files = whatLoadsWith(route).map((module) => join(relative(dist, folder), `${fileOf(module)}.json`))
      const bytes = files.reduce((sum, file) => sum + (existsSync(join(dist, file)) ? gzippedBytes(file) : 0), 0)
      return { file: files[1], bytes }
    }),
  )
const heaviest = words.toSorted((a, b) => b.bytes - a.bytes)[0]
if (!heaviest?.bytes) throw new Error('There are no words to weigh.')
if (isTold || heaviest.bytes > WORDS)
  console.log(
    `  ${heaviest.file}: ${(heaviest.bytes / 1000).toFixed(2)} kB of words, gzipped (at most ${WORDS / 1000})`,
  )
if (heaviest.bytes > WORDS) process.exit(1)
rmSync(join(dist, '.vite'), { recursive: true })
writeFileSync(stamp, fresh)
console.log(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
await host()
