import { parseSync } from 'vite'
import { styleFiles } from './styles.ts'

// Lines run to the left in Arabic. What is placed at the start or the end of a line turns with them; what is placed at
// the left or the right stays behind. So styles name only starts and ends.

const sides = '(left|right)'
const physical = [
  String.raw`(margin|padding|border|inset|scroll-margin|scroll-padding)-${sides}(-\w+)*`,
  String.raw`border-(top|bottom)-${sides}-radius`,
  sides,
].join('|')
const declaration = new RegExp(String.raw`(?<![\w-])(${physical})\s*:`, 'g')
const value = new RegExp(
  String.raw`(?<![\w-])(text-align|float|clear|transform-origin|(background|object|mask)-position)\s*:[^;{}]*\b${sides}\b`,
  'g',
)
/** Four lengths, of which the second is the right one and the fourth the left one. */
const shorthand = /(?<![\w-])(margin|padding|inset|border-width|border-radius)\s*:\s*([^;{}]+)/g
const gradient = new RegExp(String.raw`gradient\(\s*to [a-z ]*\b${sides}\b`, 'g')

/** Splits at spaces that are not in parentheses. */
const lengthsIn = (text: string): string[] => text.trim().match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []

type Found = { at: number; text: string }

const isLopsided = (property: string, text: string): boolean => {
  const lengths = lengthsIn(text.replace('!important', ''))
  if (property === 'border-radius') return lengths.length > 1
  return lengths.length === 4 && lengths[1] !== lengths[3]
}

export function physicalStyles(css: string): Found[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  const named = [declaration, value, gradient].flatMap((pattern) =>
    [...plain.matchAll(pattern)].map(({ index, 0: text }) => ({ at: index, text: text.replace(/\s*:$/, '') })),
  )
  const short = [...plain.matchAll(shorthand)]
    .filter(([, property = '', lengths = '']) => isLopsided(property, lengths))
    .map(({ index, 0: text }) => ({ at: index, text: text.trim() }))
  return [...named, ...short]
}

const length = String.raw`-[\w.[\]()%/*+,-]+`
const utility = new RegExp(
  [
    String.raw`^-?([mp][lr]|scroll-[mp][lr]|left|right|translate-x|space-x|skew-x)${length}$`,
    String.raw`^(border-[lr]|rounded-(l|r|tl|tr|bl|br))(${length})?$`,
    String.raw`^(text|float|clear|object|bg)-${sides}$|^(origin|object|bg)-[a-z]*-?${sides}$`,
    String.raw`^bg-(linear|gradient)-to-[tb]?[lr]$|^\[(margin-|padding-)?${sides}:`,
  ].join('|'),
)

/** A utility without its variants, or undefined where one of them says for which direction it is. */
function bare(name: string): string | undefined {
  const parts = name.split(/:(?![^[]*\])/)
  return parts.includes('rtl') || parts.includes('ltr') ? undefined : parts.at(-1)?.replaceAll('!', '')
}

const isPhysical = (name: string): boolean => {
  const plain = bare(name)
  return plain !== undefined && utility.test(plain)
}

const keys = /^((margin|padding|border|inset|scrollMargin|scrollPadding)(Left|Right)\w*|left|right)$/
const nameOf = (node: unknown): string => {
  const name = isNode(node) ? (node['name'] ?? node['value']) : undefined
  return typeof name === 'string' ? name : ''
}

/** `style={{ left: … }}` and `element.style.left = …`. */
function inlineStyles(nodes: readonly Node[]): Found[] {
  const attributes = nodes.filter(({ type, name }) => type === 'JSXAttribute' && nameOf(name) === 'style')
  const isInside = ({ start }: Node) => attributes.some((style) => style.start <= start && start < style.end)
  return nodes.flatMap((node) => {
    const { type, start, object, property, key } = node
    const named = type === 'Property' && isInside(node) ? nameOf(key) : ''
    const member = type === 'MemberExpression' && isNode(object) ? nameOf(object['property'] ?? object) : ''
    const set = member === 'style' || member.endsWith('Style') ? nameOf(property) : ''
    return [named, set].filter((each) => keys.test(each)).map((text) => ({ at: start, text }))
  })
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function addNodes(value: unknown, into: Node[]): void {
  if (Array.isArray(value)) for (const each of value) addNodes(each, into)
  else if (isNode(value)) {
    into.push(value)
    for (const key in value) if (key !== 'parent') addNodes(value[key], into)
  }
}

/** Every node of a tree, parents before children. */
function nodesIn(tree: unknown): Node[] {
  const nodes: Node[] = []
  addNodes(tree, nodes)
  return nodes
}

/** All nodes of a source file. Syntax errors are left to the type checker. */
const syntaxOf = (file: string, source: string): Node[] => nodesIn(parseSync(file, source).program)

export function physicalCode(file: string, source: string): Found[] {
  const nodes = syntaxOf(file, source)
  const texts = nodes.flatMap(({ type, start, end, value }): Found[] => {
    if (type === 'TemplateElement')
      return [{ at: start, text: source.slice(start, end).replace(/^[`}]|(`|\$\{)$/g, '') }]
    return type === 'Literal' && typeof value === 'string' ? [{ at: start, text: value }] : []
  })
  const utilities = texts.flatMap(({ at, text }) =>
    text
      .split(/\s+/)
      .filter(isPhysical)
      .map((name) => ({ at, text: name })),
  )
  return [...utilities, ...inlineStyles(nodes)]
}

// A sign beside a number moves to its other side in Arabic, and a comma is another one there. So ranges, signed numbers
// and lists are written by ui/formats.ts, or are part of a text that translators see.

const WRITER = 'web/src/ui/formats.ts'

const marks = { before: /^\s*[–+→←%]/, after: /[–+→←]\s*$/ }
const commas = { before: /^\s*,/, after: /,\s*$/ }

const textOf = (node: Node): string => (typeof node['value'] === 'string' ? node['value'] : '')
/** What the source says between two values of a template. */
const partOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'raw' in value && typeof value.raw === 'string' ? value.raw : ''
const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** JSX texts that begin or end with a mark, where something else comes before or after. */
function bareTexts(nodes: readonly Node[]): Found[] {
  const tagOf = ({ openingElement }: Node) => (isNode(openingElement) ? nameOf(openingElement['name']) : '')
  const translated = nodes.filter((node) => node.type === 'JSXElement' && tagOf(node) === 'Trans')
  const isTranslated = ({ start }: Node) => translated.some((each) => each.start < start && start < each.end)
  return nodes.flatMap(({ children }) => {
    const all = listOf(children)
    return all.flatMap((child, at): Found[] => {
      if (child.type !== 'JSXText') return []
      const is = ({ before, after }: typeof marks) =>
        (at > 0 && before.test(textOf(child))) || (at < all.length - 1 && after.test(textOf(child)))
      const isBare = is(marks) || (is(commas) && !isTranslated(child))
      return isBare ? [{ at: child.start + textOf(child).search(/\S/), text: textOf(child).trim() }] : []
    })
  })
}

/** Templates with a mark beside a value. Styles calculate with theirs. */
function bareTemplates(nodes: readonly Node[]): Found[] {
  return nodes.flatMap(({ type, quasis }) => {
    const parts = type === 'TemplateLiteral' ? listOf(quasis) : []
    return parts.flatMap(({ start, value }, at): Found[] => {
      const raw = partOf(value)
      const isBare = (at > 0 && /^\s*[–+→←](?! *\d)/.test(raw)) || (at < parts.length - 1 && marks.after.test(raw))
      return isBare && !raw.includes('calc(') ? [{ at: start, text: raw.trim() }] : []
    })
  })
}

/** `.join(', ')`. */
const bareLists = (nodes: readonly Node[]): Found[] =>
  nodes.flatMap(({ type, end, callee, arguments: given }): Found[] => {
    if (type !== 'CallExpression' || !isNode(callee) || nameOf(callee['property']) !== 'join') return []
    const [separator] = listOf(given)
    return separator && textOf(separator) === ', ' ? [{ at: end, text: "join(', ')" }] : []
  })

const bareCode = (file: string, source: string): Found[] => {
  const nodes = syntaxOf(file, source)
  return [...bareTexts(nodes), ...bareTemplates(nodes), ...bareLists(nodes)]
}

type Files = ReadonlyMap<string, string>

const placesOf = (files: Files, find: (file: string, source: string) => Found[]): string[] =>
  [...files].flatMap(([file, source]) =>
    find(file, source).map(({ at, text }) => `${file}:${source.slice(0, at).split('\n').length}: ${text}`),
  )

/** Every left and right, with its file and line. */
export const physicalPlaces = (files: Files = styleFiles()): string[] =>
  placesOf(files, (file, source) => (file.endsWith('.css') ? physicalStyles(source) : physicalCode(file, source)))

/** Every bare mark beside a value. */
export const barePlaces = (files: Files = styleFiles()): string[] =>
  placesOf(files, (file, source) => (file.endsWith('.css') || file === WRITER ? [] : bareCode(file, source)))
