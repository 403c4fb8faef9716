import { storedMessage, message, type MessageDescriptor } from '@kindred/contract'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod/mini'

// Messages for invalid input. The contract has its own messages for many fields, which forms show next to them. For all
// other fields, this file writes one from the schema.

type Issue = z.core.$ZodIssue

const MISSING = message('This field is required.')
const UNKNOWN = message('This field isn’t accepted here.')
/** Leaves a message empty if the contract has none, so that users never see zod's own messages. */
const withoutMessages = { error: () => '', reportInput: true }

export type Part = 'query' | 'body'
type Problem = { path: string; msg: MessageDescriptor }
export type Parsed = { ok: true; data: unknown } | { ok: false; message: MessageDescriptor; errors: Problem[] }
/** True if the contract says in its own words what is wrong. */
type Found = Problem & { isStated: boolean }

export function parsePart(schema: z.ZodMiniType, value: unknown, part: Part): Parsed {
  const parsed = schema.safeParse(value, withoutMessages)
  if (parsed.success) return { ok: true, data: parsed.data }
  const found = parsed.error.issues.flatMap((issue) => problemsOf(issue, []))
  const [first] = found
  return {
    ok: false,
    message: first ? messageFor(first, part) : UNKNOWN,
    errors: found.map(({ path, msg }) => ({ path, msg })),
  }
}

/**
 * The message is shown without its field, so it has to name the field. The contract's messages for bodies are clear
 * without the name.
 */
const messageFor = ({ path, msg, isStated }: Found, part: Part): MessageDescriptor =>
  isStated && part === 'body'
    ? msg
    : message('{field}: {problem}', { field: path || message('The body'), problem: msg })

function problemsOf(issue: Issue, before: readonly PropertyKey[]): Found[] {
  const at = [...before, ...issue.path]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...at, key].join('.'), msg: UNKNOWN, isStated: false }))
  const branch = issue.code === 'invalid_union' && issue.message === '' ? likeliest(issue) : undefined
  if (branch) return branch.flatMap((each) => problemsOf(each, at))
  const msg = issue.message ? stated(issue) : isMissing(issue) ? MISSING : accepted(issue)
  return [{ path: at.join('.'), msg, isStated: issue.message !== '' && msg !== MISSING }]
}

function stated(issue: Issue): MessageDescriptor {
  if (issue.message === MISSING.text) return MISSING
  if (issue.code === 'too_big') return storedMessage(issue.message, { maximum: Number(issue.maximum) })
  if (issue.code === 'too_small') return storedMessage(issue.message, { minimum: Number(issue.minimum) })
  return storedMessage(issue.message, issue.code === 'custom' ? issue.params : {})
}

const isMissing = ({ code, input }: Issue) => code === 'invalid_type' && input === undefined

const countUnknown = (issues: readonly Issue[]) =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0)

/** The most likely intended variant of a union: the one with the fewest unknown keys, then the fewest problems. */
function likeliest({ errors }: z.core.$ZodIssueInvalidUnion): Issue[] | undefined {
  const objects = errors.filter((issues) =>
    issues.some(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'),
  )
  return objects.toSorted((a, b) => countUnknown(a) - countUnknown(b) || a.length - b.length)[0]
}

const nouns: Record<string, MessageDescriptor> = {
  string: message('Use text.'),
  number: message('Use a number.'),
  int: message('Use a whole number.'),
  boolean: message('Use true or false.'),
  array: message('Use a list.'),
  object: message('Use an object.'),
  record: message('Use an object.'),
  null: message('Use null.'),
}

function accepted(issue: Issue): MessageDescriptor {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'string' && Array.isArray(issue.input)) return message('Use a single value, not a list.')
      return nouns[issue.expected] ?? message('Use a different type.')
    case 'invalid_value':
      return useOneOf(issue.values)
    case 'too_big':
      return atMost(issue.origin, Number(issue.maximum))
    case 'too_small':
      return atLeast(issue.origin, Number(issue.minimum))
    case 'not_multiple_of':
      return issue.divisor === 1
        ? message('Use a whole number.')
        : message('Use a multiple of {divisor}.', { divisor: issue.divisor })
    case 'invalid_union':
      return either(issue)
    case 'invalid_key':
      return message('The name of an entry: {problem}', {
        problem: issue.issues
          .map((each) => (each.message ? stated(each) : accepted(each)))
          .reduce((one, other) => message('{one} {other}', { one, other })),
      })
    default:
      return message('This has the wrong format.')
  }
}

const useOneOf = (values: readonly unknown[]): MessageDescriptor =>
  values.length === 1
    ? message('Use {value}.', { value: String(values[0]) })
    : message('Use one of {values}.', { values: values.map(String).join(', ') })

function atMost(origin: string, maximum: number): MessageDescriptor {
  if (origin === 'string')
    return message('At most {maximum, plural, one {# character} other {# characters}}.', { maximum })
  if (origin === 'array') return message('At most {maximum, plural, one {# entry} other {# entries}}.', { maximum })
  return message('Enter {maximum} or less.', { maximum })
}

function atLeast(origin: string, minimum: number): MessageDescriptor {
  if (origin === 'string')
    return message('At least {minimum, plural, one {# character} other {# characters}}.', { minimum })
  if (origin === 'array') return message('At least {minimum, plural, one {# entry} other {# entries}}.', { minimum })
  return message('Enter {minimum} or more.', { minimum })
}

function either(issue: z.core.$ZodIssueInvalidUnion): MessageDescriptor {
  const options: unknown[] = 'options' in issue && Array.isArray(issue.options) ? issue.options : []
  if (options.length > 0) return useOneOf(options)
  const [all, values] = [issue.errors.flat(), issue.errors.flat().flatMap((each) => valuesOf(each))]
  const others = all.filter((each) => each.code !== 'invalid_value').map(accepted)
  const parts = [...(values.length > 0 ? [useOneOf(values)] : []), ...others]
  return parts.filter(isFirst).reduce((one, other) => message('{one} Or: {other}', { one, other }))
}

const isFirst = (part: MessageDescriptor, at: number, all: readonly MessageDescriptor[]): boolean =>
  all.findIndex((each) => isDeepStrictEqual(each, part)) === at

const valuesOf = (issue: Issue): unknown[] => (issue.code === 'invalid_value' ? [...issue.values] : [])
