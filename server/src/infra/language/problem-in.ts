import { message, type MessageDescriptor } from '@kindred/contract'
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'

// Checks translations and operators' own texts against the English text: they need the same values and tags, or a
// screen or an email would lack something.

type Token = readonly [name: string, type?: string | undefined, format?: unknown]

/** The values in a message, including those in the variants of others. */
function tokensIn(tokens: CompiledMessage): Token[] {
  if (!Array.isArray(tokens)) return []
  return tokens.flatMap((token): Token[] => {
    if (!Array.isArray(token)) return []
    const [name, type, format] = token
    const variants = typeof format === 'object' && format !== null ? Object.values(format) : []
    const within = variants.flatMap((each) => (Array.isArray(each) ? tokensIn(each) : []))
    return [[String(name), type === undefined ? undefined : String(type), format], ...within]
  })
}

const valuesIn = (text: string): Set<string> =>
  new Set(tokensIn(compileMessageOrThrow(text)).map(([name]) => String(name)))

const inBraces = (name: string) => `{${name}}`
const tagsIn = (text: string): string[] => text.match(/<\/?\d+\/?>/g) ?? []
const sorted = (tags: readonly string[]) => tags.toSorted().join(' ')

/** The values that every text has (web/src/api/isolate.ts, server/src/infra/language/write.ts). */
export const GIVEN = ['viewer']

/** The problem of a translation, or undefined if it can be used. `given` lists the values that every text has. */
export function problemIn(
  text: string,
  translation: string,
  given: readonly string[] = [],
): MessageDescriptor | undefined {
  if (sorted(tagsIn(text)) !== sorted(tagsIn(translation))) return message('Its tags differ.')
  // A text without values is written unchanged.
  if (!text.includes('{') && given.length === 0)
    return translation.includes('{') ? message('It names a value that the text doesn’t have.') : undefined
  try {
    const [needed, named] = [valuesIn(text), valuesIn(translation)]
    for (const name of given) named.delete(name)
    const missing = [...needed].filter((name) => !named.has(name)).map(inBraces)
    if (missing.length > 0) return message('Keep {values}.', { values: missing.join(', ') })
    const stray = [...named].find((name) => !needed.has(name))
    return stray ? message('{value} isn’t one of its values.', { value: inBraces(stray) }) : undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return message('It isn’t an ICU message: {reason}', { reason })
  }
}

const isChoice = (type: string | undefined) => type === 'plural' || type === 'select' || type === 'selectordinal'

/** A value as it is written, such as `{amount, number, price}`. A choice counts without its variants. */
const written = ([name, type, format]: Token): string =>
  `{${[name, type, isChoice(type) ? '…' : format].filter((part) => typeof part === 'string').join(', ')}}`

const isNested = (tags: readonly string[]): boolean => {
  const open: string[] = []
  return tags.every((tag) => {
    if (tag.endsWith('/>')) return true
    if (!tag.startsWith('</')) return open.push(tag)
    return open.pop() === tag.replace('/', '')
  })
}

/**
 * The problem of an operator's text that replaces `ours`, a translation of `text`. It is stricter than for translators,
 * who see what they get: a value with another format, or a choice without `other`, would fail only when it is shown.
 */
export function problemInReplacement(text: string, ours: string, own: string): MessageDescriptor | undefined {
  if (own.includes('\n') && !text.includes('\n')) return message('Please keep this on one line.')
  const problem = problemIn(text, own, GIVEN)
  if (problem) return problem
  if (!isNested(tagsIn(own))) return message('Its tags are in another order.')
  const [tokens, before] = [tokensIn(compileMessageOrThrow(own)), tokensIn(compileMessageOrThrow(ours))]
  const usual = new Set(
    [...tokensIn(compileMessageOrThrow(text)), ...before, ['viewer', 'select'] as const].map(written),
  )
  const used = new Set(tokens.map(written))
  const missing = before.find((token) => token[1] === 'plural' && !used.has(written(token)))
  if (missing) return message('It needs {value}, as in our text.', { value: written(missing) })
  const stray = tokens.find((token) => !usual.has(written(token)))
  if (stray) return message('We don’t know {value} in this text.', { value: written(stray) })
  const open = tokens.find(([, type, format]) => isChoice(type) && !Object.hasOwn(Object(format), 'other'))
  return open ? message('{value} needs a variant “other”.', { value: written(open) }) : undefined
}
