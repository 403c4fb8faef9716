import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'

// Words that give away a translated text. People who write English for a living don't use them in a product, and no
// text of the specification has one.

const giveaways = /\b(whoever|whom|no more|good for|stands(?! for)|of oneself|(?:is|are|be|was|were) told)\b/i

type Texts = { line: number; text: string }[]
type Node = { type?: string; start?: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Statements for the database, and what only the compiler reads. */
const isForMachines = (node: Node): boolean =>
  node.type?.startsWith('Import') === true ||
  node.type?.startsWith('TS') === true ||
  (node.type === 'TaggedTemplateExpression' && isNode(node['tag']) && node['tag']['name'] === 'sql')

function textOf(node: Node): string | undefined {
  const { type, value } = node
  if (type === 'JSXText' && typeof value === 'string') return value
  // A single lowercase word is the name of a field or an event.
  if (type === 'Literal' && typeof value === 'string') return /^[a-z][\w-]*$/.test(value) ? undefined : value
  if (type === 'TemplateElement' && isNode(value) && typeof value['cooked'] === 'string') return value['cooked']
  return undefined
}

/** The texts in a source, without its comments and names. */
export function textsIn(file: string, source: string): Texts {
  const texts: Texts = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (!isNode(value) || isForMachines(value)) return
    const text = textOf(value)
    if (text !== undefined) texts.push({ line: source.slice(0, value.start).split('\n').length, text })
    else Object.values(value).forEach(walk)
  }
  walk(file.endsWith('.json') ? parseAst(`(${source})`) : parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return texts
}

/** The sources of screens, emails, errors and all other texts. */
export const sourcesWithTexts = (): Map<string, string> =>
  new Map(
    globSync('{web,contract,server}/src/**/*.{ts,tsx,json}', {
      exclude: (path) => /node_modules|\.test\.|\/infra\/db\/schema/.test(path),
    }).map((file) => [file, readFileSync(file, 'utf8')]),
  )

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export const giveawaysIn = (sources: ReadonlyMap<string, string>): string[] =>
  [...sources]
    // Most sources have none anywhere, so that they needn't be parsed.
    .filter(([, source]) => giveaways.test(onOneLine(source)))
    .flatMap(([file, source]) =>
      textsIn(file, source).flatMap(({ line, text }) => {
        const found = giveaways.exec(onOneLine(text))
        return found ? [`${file}:${line}: “${found[0]}” in “${onOneLine(text)}”`] : []
      }),
    )
