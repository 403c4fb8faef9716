import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

// What is counted in our own sources: where they tell the compiler what it cannot know by itself.

/** How often a folder says `x as T` and `x!`, and the places that do not say why it holds. */
export type Assertions = { casts: number; nonNull: number; unexplained: string[] }

/** At most so many of either, in all sources together. */
export const MOST_ASSERTIONS = 60

/** Everything of ours that runs, without tests. */
export const codeFiles = (): Map<string, string> =>
  new Map(
    globSync(['{contract,server,web}/src/**/*.{ts,tsx}', 'web/*.ts', '{bench,scripts}/**/*.ts'], {
      exclude: (path) => /node_modules|\.test\.tsx?$/.test(path),
    }).map((file) => [file, readFileSync(file, 'utf8')]),
  )

type Found = { kind: 'casts' | 'nonNull'; at: number }

const isNode = (value: unknown): value is Record<string, unknown> & { type: string } =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** `as const` tells the compiler nothing that it could not see. */
const isConst = (type: unknown): boolean =>
  isNode(type) && isNode(type['typeName']) && type['typeName']['name'] === 'const'

function foundIn(node: Record<string, unknown> & { type: string }): Found[] {
  if (node.type === 'TSNonNullExpression') return [{ kind: 'nonNull', at: numberOf(node['end']) }]
  // `let later!: T` says the same of a name as `later!` of a value.
  if (node['definite'] === true) return [{ kind: 'nonNull', at: numberOf(node['start']) }]
  const type = node['typeAnnotation']
  if (!['TSAsExpression', 'TSTypeAssertion'].includes(node.type) || isConst(type)) return []
  return [{ kind: 'casts', at: isNode(type) ? numberOf(type['start']) : 0 }]
}

function walk(value: unknown, found: Found[]): void {
  if (Array.isArray(value)) for (const each of value) walk(each, found)
  else if (isNode(value)) {
    found.push(...foundIn(value))
    for (const each of Object.values(value)) walk(each, found)
  }
}

/** What each folder asserts. Each place has a comment on its line, or on the one above, that says why it cannot fail. */
export function assertionsIn(files: ReadonlyMap<string, string>): Map<string, Assertions> {
  const folders = new Map<string, Assertions>()
  for (const [file, source] of files) {
    const { program, comments, errors } = parseSync(file, source)
    if (errors.length > 0) throw new Error(`${file} could not be read: ${errors[0]?.message}`)
    const lineOf = (at: number) => source.slice(0, at).split('\n').length
    const explained = new Set(comments.flatMap(({ end }) => [lineOf(end), lineOf(end) + 1]))
    const found: Found[] = []
    walk(program, found)
    const [folder = ''] = file.split('/')
    const counts = folders.get(folder) ?? { casts: 0, nonNull: 0, unexplained: [] }
    for (const { kind, at } of found) {
      counts[kind]++
      if (!explained.has(lineOf(at))) counts.unexplained.push(`${file}:${lineOf(at)}`)
    }
    folders.set(folder, counts)
  }
  return folders
}
