import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { allQuestions } from '../server/src/features/profiles/questions/catalogue.ts'

type Node = { type?: string; start?: number; end?: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

export type FoundText = {
  text: string
  /** Distinguishes the meanings of equal English texts, such as the question that an answer belongs to. */
  context?: string
  file: string
  notes: string[]
}
export type Found = { texts: FoundText[]; problems: string[] }

/** Constants whose properties are texts that the code passes to `storedMessage` or writes unchanged. */
const data: Record<string, readonly string[]> = {
  'contract/src/matching/matches.ts': ['closings'],
  'server/src/features/operations/configuration/defaults.ts': ['rules', 'cannedReplies'],
  'server/src/http/heads.ts': ['defaultHead', 'heads', 'NO_SCRIPT'],
}

function literalOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return undefined
  const [left, right] = [literalOf(node['left']), literalOf(node['right'])]
  return left !== undefined && right !== undefined ? left + right : undefined
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) ? (typeof node['name'] === 'string' ? node['name'] : literalOf(node)) : undefined

const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

const notesOn = (values: unknown, source: string): string[] =>
  listOf(isNode(values) ? values['properties'] : [])
    .filter(({ type }) => type === 'Property')
    .flatMap(({ key, value }) => {
      const code = isNode(value) ? source.slice(value.start, value.end).replaceAll(/\s+/g, ' ') : ''
      return code === nameOf(key) ? [] : [`${nameOf(key)}: ${code.slice(0, 80)}`]
    })

function walk(value: unknown, visit: (node: Node, within: readonly string[]) => void, within: readonly string[] = []) {
  if (Array.isArray(value)) for (const each of value) walk(each, visit, within)
  if (!isNode(value)) return
  visit(value, within)
  const name = ['VariableDeclarator', 'Property'].includes(value.type ?? '') ? nameOf(value['id'] ?? value['key']) : ''
  for (const each of Object.values(value)) walk(each, visit, name ? [...within, name] : within)
}

/** The names of string constants, because a text in one would be missed. */
function stringsIn(program: unknown): Set<string> {
  const names = new Set<string>()
  walk(program, ({ type, id, init }) => {
    const isString = literalOf(init) !== undefined || (isNode(init) && init.type === 'TemplateLiteral')
    if (type === 'VariableDeclarator' && isString) names.add(nameOf(id) ?? '')
  })
  return names
}

/** True if a constant or property is in the texts of `data`. Codes that people type are excluded. */
const isData = (file: string, { type, id, key }: Node, within: readonly string[]): boolean =>
  nameOf(key) !== 'code' &&
  data[file]?.some((name) => (type === 'VariableDeclarator' ? nameOf(id) === name : within.includes(name))) === true

const isMessage = (file: string, text: string) =>
  file.startsWith('contract/') && !(file in data) && /^[A-Z].*\.$/s.test(text)

const references = ['CallExpression', 'Identifier', 'MemberExpression', 'LogicalExpression']

/** Texts in the first argument of `message`, in the messages of errors and schemas, and in known data. */
export function textsOf(file: string, source: string): Found {
  const found: Found = { texts: [], problems: [] }
  const program = parseAst(source, { lang: 'ts' })
  const strings = stringsIn(program)
  const take = (node: unknown, isSaid: boolean, values?: unknown): void => {
    if (!isNode(node)) return
    const text = literalOf(node)
    if (text) found.texts.push({ text, file, notes: notesOn(values, source) })
    if (text !== undefined) return
    if (node.type === 'ConditionalExpression')
      return [node['consequent'], node['alternate']].forEach((each) => take(each, isSaid, values))
    if (!isSaid && references.includes(node.type ?? '') && !strings.has(nameOf(node) ?? '')) return
    const line = source.slice(0, node.start).split('\n').length
    found.problems.push(`${file}:${line}: A text has to be a literal, with its values in \`say\`.`)
  }
  // The operators' programs also have a function with this name, but their texts are only in English.
  const importsMessage = /import \{[^}]*\bmessage\b[^}]*\} from '@kindred\/contract/.test(source)
  walk(program, (node, within) => {
    const [first, second] = listOf(node['arguments'])
    const callee = nameOf(node['callee'])
    const isProperty = node.type === 'Property'
    if (importsMessage && node.type === 'CallExpression' && callee === 'message') take(first, true, second)
    if (callee === 'ApiError' || callee === 'invalidField') take(second, false)
    if (isProperty && nameOf(node['key']) === 'msg' && file.startsWith('server/src/features'))
      take(node['value'], false)
    const isNamed = isProperty || node.type === 'VariableDeclarator'
    const text = isNamed && isData(file, node, within) ? literalOf(node['value'] ?? node['init']) : undefined
    if (text) found.texts.push({ text, file, notes: [] })
    const message = literalOf(node)
    if (message && isMessage(file, message)) found.texts.push({ text: message, file, notes: [] })
  })
  return found
}

const QUESTIONS = 'server/src/features/profiles/questions/questions.json'

const questionTexts = (): FoundText[] =>
  allQuestions.flatMap(({ text: question, answers }) => [
    { text: question, file: QUESTIONS, notes: [] },
    ...answers.map((text) => ({ text, context: question, file: QUESTIONS, notes: [] })),
  ])

const isWritten = ({ text }: FoundText) => text.replaceAll('%BRAND%', '').trim() !== ''

export function serverTexts(): Found {
  const files = globSync('{contract,server}/src/**/*.ts', {
    exclude: (path) => /\.test\.|\/seed\/|\/infra\/db\/schema/.test(path),
  })
  const found = files.toSorted().map((file) => textsOf(file, readFileSync(file, 'utf8')))
  return {
    texts: [...found.flatMap(({ texts }) => texts), ...questionTexts()].filter(isWritten),
    problems: found.flatMap(({ problems }) => problems),
  }
}
