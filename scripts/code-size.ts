import { parseSync } from 'vite'

// How large files and functions are, as `npm run check` prints and limits it.

export type Sizes = { median: number; p90: number; max: number }

export const limits = {
  files: { median: 60, p90: 130, max: 250 },
  functions: { median: 60, p90: 26, max: 60 },
  lineLength: 120,
} as const

/** What people read and change by hand: no tests, no invented people, nothing that is generated. */
export const isOwnSource = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/test\/|^e2e\/|\/seed\/|\/locales\/|\/schema\/|^bench\//.test(file)

export function sizesOf(lengths: readonly number[]): Sizes {
  const sorted = lengths.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p90: at(0.9), max: sorted.at(-1) ?? 0 }
}

export const linesIn = (source: string): number => source.split('\n').length - (source.endsWith('\n') ? 1 : 0)

export type Node = { type: string; start: number; end: number; [key: string]: unknown }
export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function addNodes(value: unknown, into: Node[]): void {
  if (Array.isArray(value)) for (const each of value) addNodes(each, into)
  else if (isNode(value)) {
    into.push(value)
    for (const key in value) if (key !== 'parent') addNodes(value[key], into)
  }
}

/** Every node of a tree, parents before children. */
export function nodesIn(tree: unknown): Node[] {
  const nodes: Node[] = []
  addNodes(tree, nodes)
  return nodes
}

/** All nodes of a source file. One that does not parse is the type checker's to report. */
export const syntaxOf = (file: string, source: string): Node[] => nodesIn(parseSync(file, source).program)

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** How many lines each function has that takes more than one. */
export const functionLengths = (file: string, source: string): number[] =>
  syntaxOf(file, source)
    .filter(({ type, body }) => functionTypes.has(type) && isNode(body))
    .map(({ start, end }) => source.slice(start, end).split('\n').length)
    .filter((lines) => lines > 1)

/** Lines that nobody reads to their end. */
export const longLines = (file: string, source: string): string[] =>
  source.split('\n').flatMap((line, at) => (line.length > limits.lineLength ? [`${file}:${at + 1}`] : []))

/** What is over its limit, named as it is printed. */
export function excesses(what: string, sizes: Sizes, most: Sizes): string[] {
  const keys = ['median', 'p90', 'max'] as const
  return keys.flatMap((key) => (sizes[key] > most[key] ? [`${what}: ${key} ${sizes[key]}, at most ${most[key]}`] : []))
}
