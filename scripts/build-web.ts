// npm run build: builds the web app, compresses its files, and checks that the first routes stay small. If API_URL says
// that the API is elsewhere, it also writes a web app for another host to web/hosted.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = 'web/dist'
const stamp = join(dist, '.stamp')
const hosted = 'web/hosted'
const sources = [
  'web/src/**/*',
  'web/public/**/*',
  'web/*.{ts,html,json}',
  'contract/src/**/*',
  'package-lock.json',
  'scripts/build-web.ts',
]

/** The limit for a route's JavaScript before any interaction, gzipped. */
const budgets: Record<string, number> = {
  'src/public/login/login-screen.tsx': 130_000,
  'src/public/welcome/welcome-screen.tsx': 130_000,
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = sources
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => !/\.test\.tsx?$/.test(file) && !file.endsWith('.po'))
  for (const file of files.sort()) {
    // A glob also returns folders; their files are listed separately.
    if (statSync(file).isFile()) hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Imported only if API_URL is set, so that other builds stay as fast. */
async function host(): Promise<void> {
  if (!process.env['API_URL']) return
  const { hostingFrom, writeHosted } = await import('./hosted-web.ts')
  try {
    const hosting = hostingFrom(process.env)
    if (!hosting) return
    writeHosted(dist, hosted, hosting)
    console.log(`Wrote ${hosted}, the web for another host.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const fresh = fingerprint()
if (process.argv.includes('--if-stale') && existsSync(stamp) && readFileSync(stamp, 'utf8') === fresh) {
  await host()
  process.exit(0)
}

console.log('Building the web …')
const began = Date.now()
rmSync(dist, { recursive: true, force: true })
const vite = spawnSync(
  process.execPath,
  ['node_modules/vite/bin/vite.js', 'build', 'web', '--manifest', '--logLevel', 'warn'],
  { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
)
if (vite.status !== 0) process.exit(1)

for (const file of globSync(`${dist}/**/*.{js,css,svg,html,json,map}`)) {
  if (file.endsWith('.map')) {
    rmSync(file)
    continue
  }
  const content = readFileSync(file)
  if (content.length < 1024 || file.endsWith('index.html')) continue
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}

type Chunk = { file: string; imports?: string[]; isEntry?: boolean }
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** What must load before the route is visible: the entry, the route, and all of their static imports. */
function weight(route: string): number {
  const seen = new Set<string>()
  const add = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const next of manifest[name]?.imports ?? []) add(next)
  }
  add('index.html')
  add(route)
  return [...seen].reduce((sum, name) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the build's manifest.`)
    return sum + gzipSync(readFileSync(join(dist, chunk.file)), { level: 9 }).length
  }, 0)
}

let over = false
for (const [route, budget] of Object.entries(budgets)) {
  if (!manifest[route])
    throw new Error(`${route} is not a route of its own any more; the budget has nothing to measure.`)
  const bytes = weight(route)
  console.log(
    `  ${route.split('/').at(-1)}: ${(bytes / 1000).toFixed(1)} kB of JavaScript, gzipped (at most ${budget / 1000})`,
  )
  if (bytes > budget) over = true
}
if (over) {
  console.error('A first route is over its budget.')
  process.exit(1)
}
rmSync(join(dist, '.vite'), { recursive: true })
writeFileSync(stamp, fresh)
console.log(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
await host()
