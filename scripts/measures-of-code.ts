import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { isNode, nodesIn, type Node } from './code-size.ts'

// Counts the places where our sources tell the compiler what it can't verify.

/** A folder's number of `x as T` and `x!`, and the places without an explanation. */
export type Assertions = { casts: number; nonNull: number; unexplained: string[] }

/** The limit for each of them in all sources together. */
export const MOST_ASSERTIONS = 60

/** All of our code that runs, without tests. */
export const codeFiles = (): Map<string, string> =>
  new Map(
    globSync(['{contract,server,web}/src/**/*.{ts,tsx}', 'web/*.ts', '{bench,scripts}/**/*.ts'], {
      exclude: (path) => /node_modules|\.test\.tsx?$/.test(path),
    }).map((file) => [file, readFileSync(file, 'utf8')]),
  )

type Found = { kind: 'casts' | 'nonNull'; at: number }

/** `as const` asserts nothing that the compiler can't see. */
const isConst = (type: unknown): boolean =>
  isNode(type) && isNode(type['typeName']) && type['typeName']['name'] === 'const'

function foundIn({ type, start, end, definite, typeAnnotation }: Node): Found[] {
  if (type === 'TSNonNullExpression') return [{ kind: 'nonNull', at: end }]
  // `let later!: T` is an assertion about a name, like `later!` about a value.
  if (definite === true) return [{ kind: 'nonNull', at: start }]
  if (!['TSAsExpression', 'TSTypeAssertion'].includes(type) || isConst(typeAnnotation)) return []
  return [{ kind: 'casts', at: isNode(typeAnnotation) ? typeAnnotation.start : end }]
}

const linesOf = (source: string, places: readonly number[]): number[] =>
  places.map((at) => source.slice(0, at).split('\n').length)

/** The assertions of each folder. Each needs a comment, on its line or the line above, that says why it cannot fail. */
export function assertionsIn(files: ReadonlyMap<string, string>): Map<string, Assertions> {
  const folders = new Map<string, Assertions>()
  for (const [file, source] of files) {
    const [folder = ''] = file.split('/')
    const counts = folders.get(folder) ?? { casts: 0, nonNull: 0, unexplained: [] }
    folders.set(folder, counts)
    const { program, comments } = parseSync(file, source)
    const found = nodesIn(program).flatMap(foundIn)
    if (found.length === 0) continue
    for (const { kind } of found) counts[kind]++
    const ends = linesOf(
      source,
      comments.map(({ end }) => end),
    )
    const explained = new Set(ends.flatMap((line) => [line, line + 1]))
    const lines = linesOf(
      source,
      found.map(({ at }) => at),
    )
    counts.unexplained.push(...lines.filter((line) => !explained.has(line)).map((line) => `${file}:${line}`))
  }
  return folders
}
