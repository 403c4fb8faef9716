import { parseSync } from 'vite'

// The sizes of files and functions, printed and limited by `npm run check`.

export type Sizes = { median: number; p90: number; max: number }

export const limits = {
  files: { median: 60, p90: 130, max: 250 },
  functions: { median: 60, p90: 26, max: 60 },
  lineLength: 120,
} as const

/** Code that people read and edit: no tests, demo data or generated files. */
export const isOwnSource = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/test\/|^e2e\/|\/seed\/|\/locales\/|\/db\/schema\.ts$|^bench\//.test(file)

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

/** All nodes of a source file. Syntax errors are left to the type checker. */
export const syntaxOf = (file: string, source: string): Node[] => nodesIn(parseSync(file, source).program)

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** The length of each function with more than one line. */
export const functionLengths = (file: string, source: string): number[] =>
  syntaxOf(file, source)
    .filter(({ type, body }) => functionTypes.has(type) && isNode(body))
    .map(({ start, end }) => source.slice(start, end).split('\n').length)
    .filter((lines) => lines > 1)

/** Lines too long to read. */
export const longLines = (file: string, source: string): string[] =>
  source.split('\n').flatMap((line, at) => (line.length > limits.lineLength ? [`${file}:${at + 1}`] : []))

/** Everything over its limit, formatted for printing. */
export function excesses(what: string, sizes: Sizes, most: Sizes): string[] {
  const keys = ['median', 'p90', 'max'] as const
  return keys.flatMap((key) => (sizes[key] > most[key] ? [`${what}: ${key} ${sizes[key]}, at most ${most[key]}`] : []))
}
