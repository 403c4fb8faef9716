import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const outside = ['@kindred/contract(/[\\w/-]+)?', 'npm:.*']
const indexes = 'server/src/features/[\\w-]+/index.ts'

/** What files may import: the first rule whose pattern fits a file applies. `$1` is the pattern's captured group. */
const rules: readonly [file: string, ...may: string[]][] = [
  ['contract/src/.*.test.ts', 'contract/src/.*', 'npm:.*'],
  ['contract/.*', 'contract/src/.*', 'npm:zod(/mini)?'],
  ['server/src/infra/.*', 'server/src/infra/.*', ...outside],
  ['server/src/http/.*', 'server/src/(http|infra)/.*', 'server/src/(deps|config).ts', ...outside],
  [
    'server/src/features/([\\w-]+)/.*',
    'server/src/(http|infra|features/$1)/.*',
    'server/src/(deps|config|work).ts',
    indexes,
    ...outside,
  ],
  [
    'server/src/(seed|admin|backup|finish-restore|restore).*',
    'server/src/(infra|seed)/.*',
    'server/src/(adapters|admin-accounts|config|deps|finish-restore|personal-data|work).ts',
    indexes,
    ...outside,
  ],
  ['server/src/config.ts', 'npm:.*'],
  ['server/src/.*', 'server/src/(infra|http|seed)/.*', 'server/src/[\\w-]+.ts', indexes, ...outside],
  ['web/src/ui/.*', 'web/src/ui/.*', 'npm:.*'],
  ['web/src/words/.*', 'web/src/(ui|api|session|words)/.*', ...outside],
  ['web/src/api/.*', 'web/src/api/.*', ...outside],
  ['web/src/router/.*', 'web/src/router/.*', 'web/src/paths.ts', 'npm:.*'],
  ['web/src/session/.*', 'web/src/(api|router|session)/.*', ...outside],
  ['web/src/(public|member|admin)/.*', 'web/src/(ui|api|router|session|words|$1)/.*', 'web/src/paths.ts', ...outside],
  ['web/src/.*', 'web/src/.*', ...outside],
  ['e2e/.*', 'e2e/.*', 'scripts/(chromium|present).ts', ...outside],
  ['bench/.*', 'bench/.*', 'server/src/infra/.*', 'server/src/features/.*/rules.ts', indexes, ...outside],
]

const nameOf = (file: string, specifier: string): string => {
  if (specifier.startsWith('.')) return relative('.', join(dirname(file), specifier))
  return specifier.startsWith('@kindred/') ? specifier : `npm:${specifier}`
}

const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(/(?:^(?:import|export)[^'"`;]*?\bfrom\s*|\bimport\s*\(\s*|^import\s+)'([^']+)'/gm)].map(
    ([, specifier = '']) => nameOf(file, specifier),
  )

export function strayImports(file: string, source: string): string[] {
  for (const [pattern, ...may] of rules) {
    const found = RegExp(`^${pattern}$`).exec(file)
    if (!found) continue
    const allowed = RegExp(`^(${may.join('|').replaceAll('$1', found[1] ?? '')})$`)
    return importsOf(file, source).filter((name) => !allowed.test(name))
  }
  return []
}

const featureOf = (file: string): string | undefined => /^server\/src\/features\/([\w-]+)\//.exec(file)?.[1]

/** Features that import each other, even if only types. Oxlint finds the cycles of files. */
export function featureCycles(files: ReadonlyMap<string, string>): string[][] {
  const imports = new Map<string, Set<string>>()
  for (const [file, source] of files)
    for (const name of importsOf(file, source)) {
      const [from, to] = [featureOf(file), featureOf(name)]
      if (from && to && from !== to) imports.set(from, (imports.get(from) ?? new Set()).add(to))
    }
  const cycles: string[][] = []
  const walk = (feature: string, path: readonly string[]) => {
    const [first = feature] = path
    if (feature === first && path.length > 0) cycles.push([...path, feature])
    // Each cycle is found once, from its first feature by name.
    if (path.includes(feature) || feature < first) return
    for (const next of imports.get(feature) ?? []) walk(next, [...path, feature])
  }
  for (const feature of imports.keys()) walk(feature, [])
  return cycles
}

export const sourceFiles = (): Map<string, string> =>
  new Map(
    globSync('{contract,server,web,e2e,bench}/{src,test,}/**/*.{ts,tsx}', {
      exclude: (path) => path.includes('node_modules') || path.includes('dist'),
    }).map((file) => [file, readFileSync(file, 'utf8')]),
  )
