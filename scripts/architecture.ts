import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

type Rule = [from: RegExp, may: string[]]

const npm = String.raw`npm:.*`
const contract = String.raw`@kindred/contract(/[\w/-]+)?`

/** The first rule whose pattern matches a file applies. `$1` is the pattern's captured group. */
const rules: Rule[] = [
  [/^contract\/src\/.*\.test\.ts$/, [String.raw`contract/src/.*`, npm]],
  [/^contract\//, [String.raw`contract/src/.*`, String.raw`zod(/mini)?`]],
  [/^server\/src\/infra\//, [String.raw`server/src/infra/.*`, contract, npm]],
  [
    /^server\/src\/http\//,
    [String.raw`server/src/(http|infra)/.*`, String.raw`server/src/(deps|config)\.ts`, contract, npm],
  ],
  [
    /^server\/src\/features\/([\w-]+)\//,
    [
      String.raw`server/src/(http|infra)/.*`,
      String.raw`server/src/(deps|config|work)\.ts`,
      String.raw`server/src/features/$1/.*`,
      String.raw`server/src/features/[\w-]+/index\.ts`,
      contract,
      npm,
    ],
  ],
  [
    /^server\/src\/(seed|admin|backup|finish-restore|restore)/,
    [
      String.raw`server/src/(infra|seed)/.*`,
      String.raw`server/src/features/[\w-]+/index\.ts`,
      String.raw`server/src/(adapters|admin-accounts|finish-restore)\.ts`,
      String.raw`server/src/(deps|config|personal-data|work)\.ts`,
      contract,
      npm,
    ],
  ],
  [/^server\/src\/config\.ts$/, [npm]],
  [
    /^server\/src\//,
    [
      String.raw`server/src/(infra|http|seed)/.*`,
      String.raw`server/src/features/[\w-]+/index\.ts`,
      String.raw`server/src/[\w-]+\.ts`,
      contract,
      npm,
    ],
  ],
  [/^web\/src\/ui\//, [String.raw`web/src/ui/.*`, npm]],
  [/^web\/src\/words\//, [String.raw`web/src/(ui|api|session|words)/.*`, contract, npm]],
  [/^web\/src\/api\//, [String.raw`web/src/api/.*`, contract, npm]],
  [/^web\/src\/router\//, [String.raw`web/src/router/.*`, String.raw`web/src/paths\.ts`, npm]],
  [/^web\/src\/session\//, [String.raw`web/src/(api|router|session)/.*`, contract, npm]],
  [
    /^web\/src\/(public|member|admin)\//,
    [
      String.raw`web/src/(ui|api|router|session|words)/.*`,
      String.raw`web/src/paths\.ts`,
      String.raw`web/src/$1/.*`,
      contract,
      npm,
    ],
  ],
  [/^web\/src\//, [String.raw`web/src/.*`, contract, npm]],
  [/^e2e\//, [String.raw`e2e/.*`, String.raw`scripts/chromium\.ts`, contract, npm]],
  [
    /^bench\//,
    [
      String.raw`bench/.*`,
      String.raw`server/src/infra/.*`,
      String.raw`server/src/features/[\w-]+/([\w-]+/)?rules\.ts`,
      String.raw`server/src/features/[\w-]+/index\.ts`,
      contract,
      npm,
    ],
  ],
]

const nameOf = (file: string, specifier: string): string => {
  if (specifier.startsWith('.')) return relative('.', join(dirname(file), specifier))
  return specifier.startsWith('@kindred/') || /^zod(\/mini)?$/.test(specifier) ? specifier : `npm:${specifier}`
}

const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:^(?:import|export)[^'"`;]*?\bfrom\s*|\bimport\s*\(\s*|^import\s+)'([^']+)'/gm)].map(
    ([, specifier = '']) => specifier,
  )

export function strayImports(file: string, source: string): string[] {
  const [pattern, allowed] = rules.find(([from]) => from.test(file)) ?? []
  if (!pattern || !allowed) return []
  const own = pattern.exec(file)?.[1] ?? ''
  const may = new RegExp(`^(${allowed.map((each) => each.replaceAll('$1', own)).join('|')})$`)
  return (
    importsOf(source)
      .map((specifier) => nameOf(file, specifier))
      // zod is an npm package for everything except the contract.
      .filter((name) => !may.test(name) && !(may.test('npm:zod') && /^zod(\/mini)?$/.test(name)))
  )
}

function roomImports(files: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const calls = new Map<string, Set<string>>()
  for (const [file, source] of files) {
    const [, from] = /^server\/src\/features\/([\w-]+)\//.exec(file) ?? []
    if (!from) continue
    for (const specifier of importsOf(source)) {
      const [, to] = /^server\/src\/features\/([\w-]+)\//.exec(nameOf(file, specifier)) ?? []
      if (to && to !== from) calls.set(from, (calls.get(from) ?? new Set()).add(to))
    }
  }
  return calls
}

export function roomCycles(files: ReadonlyMap<string, string>): string[][] {
  const calls = roomImports(files)
  const circles: string[][] = []
  const walk = (first: string, last: string, path: string[]) => {
    for (const next of calls.get(last) ?? []) {
      if (next === first) circles.push([...path, next])
      else if (!path.includes(next) && next > first) walk(first, next, [...path, next])
    }
  }
  for (const feature of calls.keys()) walk(feature, feature, [feature])
  return circles
}

export function webCycles(files: ReadonlyMap<string, string>): string[][] {
  const web = [...files].filter(([file]) => file.startsWith('web/src/'))
  const imports = new Map(
    web.map(([file, source]) => [file, importsOf(source).map((specifier) => nameOf(file, specifier))]),
  )
  const cycles: string[][] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file])
    if (done.has(file)) return
    done.add(file)
    for (const next of imports.get(file) ?? []) walk(next, [...path, file])
  }
  for (const [file] of web) walk(file, [])
  return cycles
}

/** Only one file may accept any string, because each kind of text has to state its limits there. */
export const bareTexts = (files: ReadonlyMap<string, string>): string[] =>
  [...files]
    .filter(([file]) => /^contract\/src\/(?!text\.ts$)/.test(file) && !file.endsWith('.test.ts'))
    .flatMap(([file, source]) =>
      source
        .split('\n')
        .flatMap((line, at) => (/\bz(\.coerce)?\.string\(/.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    )

export const sourceFiles = (): Map<string, string> =>
  new Map(
    globSync('{contract,server,web,e2e,bench}/{src,test,}/**/*.{ts,tsx}', {
      exclude: (path) => path.includes('node_modules') || path.includes('dist'),
    }).map((file) => [file, readFileSync(file, 'utf8')]),
  )

export const BESIDE_CONTRACT: Readonly<Record<string, string>> = {
  'server/src/features/billing/gateway/sandbox.ts': 'Pages for developers, on their own machine only.',
  'server/src/http/dev.ts': 'Pages for developers, on their own machine only.',
  'server/src/http/health.ts': 'Balancers define these addresses and bodies.',
  'server/src/http/metrics.ts': 'Prometheus defines this address and its body.',
  'server/src/http/mount.ts': 'It mounts the calls of the contract.',
  'server/src/http/openapi.ts': 'It describes the contract, in a document and on pages.',
  'server/src/http/web.ts': 'The web app: files, pages, and redirects for people who follow a link.',
}

const namesOfApps = (source: string): string[] => [
  ...new Set([...source.matchAll(/(\w+): FastifyInstance|register\(async \((\w+)\)/g)].map(([, a, b]) => a ?? b ?? '')),
]

/** Files that register routes, which requires naming Fastify's type. */
export const routeFiles = (files: ReadonlyMap<string, string>): string[] =>
  [...files]
    .filter(([file, source]) => {
      const apps = namesOfApps(source).join('|')
      const registers = new RegExp(`\\b(${apps})\\s*\\.(get|head|post|put|patch|delete|options|all|route)\\b`)
      return file.startsWith('server/src/') && apps !== '' && registers.test(source)
    })
    .map(([file]) => file)
    .toSorted()
