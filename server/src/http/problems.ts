import type { Problem } from '@kindred/contract'
import type { z } from 'zod/mini'
import { plural } from '../infra/words.ts'

// Messages for invalid input. The contract has its own messages for many fields, which forms show next to them. For all
// others, this file writes one from what the schema accepts.

type Issue = z.core.$ZodIssue

const MISSING = 'Please fill this in.'
const UNKNOWN = 'This field isn’t accepted here.'
/** Leaves a message empty if the contract has none, so that zod's own messages never reach a user. */
const withoutMessages = { error: () => '', reportInput: true }

export type Part = 'query' | 'body'
export type Parsed = { ok: true; data: unknown } | { ok: false; message: string; errors: Problem[] }

/** Parses a part of a request by its schema, or returns all problems; the message is about the first one. */
export function parsePart(schema: z.ZodMiniType, value: unknown, part: Part): Parsed {
  const parsed = schema.safeParse(value, withoutMessages)
  if (parsed.success) return { ok: true, data: parsed.data }
  const errors = parsed.error.issues.flatMap((issue) => problemsOf(issue, []))
  const [first] = errors
  return { ok: false, message: first ? messageFor(first, part) : UNKNOWN, errors }
}

/** The message is shown without its field, so it has to name it. The contract's messages for bodies are clear as is. */
function messageFor({ path, msg }: Problem, part: Part): string {
  if (path === '' || msg.startsWith(`${path}: `)) return msg
  if (msg === MISSING || msg === UNKNOWN) return `${msg.slice(0, -1)}: ${path}.`
  return part === 'query' ? `${path}: ${msg}` : msg
}

function problemsOf(issue: Issue, before: readonly PropertyKey[]): Problem[] {
  const at = [...before, ...issue.path]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...at, key].join('.'), msg: UNKNOWN }))
  const branch = issue.code === 'invalid_union' && issue.message === '' ? likeliest(issue) : undefined
  if (branch) return branch.flatMap((each) => problemsOf(each, at))
  const path = at.join('.')
  return [{ path, msg: issue.message || (isMissing(issue) ? MISSING : `${path || 'The body'}: ${accepted(issue)}.`) }]
}

const isMissing = ({ code, input }: Issue) => code === 'invalid_type' && input === undefined

const countUnknown = (issues: readonly Issue[]) =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0)

/** The variant of a union that was most likely meant: with the fewest unknown keys, then with the fewest problems. */
function likeliest({ errors }: z.core.$ZodIssueInvalidUnion): Issue[] | undefined {
  const objects = errors.filter((issues) =>
    issues.some(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'),
  )
  return objects.toSorted((a, b) => countUnknown(a) - countUnknown(b) || a.length - b.length)[0]
}

const nouns: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const units: Record<string, { one: string; other: string }> = {
  string: { one: '# character', other: '# characters' },
  array: { one: '# entry', other: '# entries' },
}

/** What the schema accepts, as a phrase that follows the field's name. */
function accepted(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'string' && Array.isArray(issue.input)) return 'must be a single value, not a list'
      return `must be ${nouns[issue.expected] ?? 'of a different type'}`
    case 'invalid_value':
      return useOneOf(issue.values)
    case 'too_big':
    case 'too_small':
      return within(issue)
    case 'not_multiple_of':
      return issue.divisor === 1 ? 'must be a whole number' : `must be a multiple of ${issue.divisor}`
    case 'invalid_union':
      return either(issue)
    case 'invalid_key':
      return `the name of an entry ${issue.issues.map((each) => each.message || accepted(each)).join(' and ')}`
    default:
      return 'has the wrong format'
  }
}

const useOneOf = (values: readonly unknown[]) =>
  values.length === 1 ? `must be ${String(values[0])}` : `use one of ${values.map(String).join(', ')}`

function within(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const unit = units[issue.origin]
  const [limit, bound] = issue.code === 'too_big' ? ['at most', issue.maximum] : ['at least', issue.minimum]
  return unit ? `must have ${limit} ${plural(Number(bound), unit)}` : `must be ${limit} ${bound}`
}

/** What a union accepts: its values in one list. For a discriminated union, these are the values of its key. */
function either(issue: z.core.$ZodIssueInvalidUnion): string {
  const options: unknown[] = 'options' in issue && Array.isArray(issue.options) ? issue.options : []
  if (options.length > 0) return useOneOf(options)
  const [all, values] = [issue.errors.flat(), issue.errors.flat().flatMap((each) => valuesOf(each))]
  const others = all.filter((each) => each.code !== 'invalid_value').map(accepted)
  return [...new Set([...(values.length > 0 ? [useOneOf(values)] : []), ...others])].join(', or ')
}

const valuesOf = (issue: Issue): unknown[] => (issue.code === 'invalid_value' ? [...issue.values] : [])
