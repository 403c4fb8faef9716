import type { Problem } from '@kindred/contract'
import type { z } from 'zod/mini'

// What is wrong with what was sent, in words. The contract has words of its own for much of it, written for the field at which a
// person reads them; for everything else they are made here, from what the schema would have accepted.

type Issue = z.core.$ZodIssue

const MISSING = 'Please fill this in.'
const UNKNOWN = 'This is not something that can be sent here.'
/** Leaves a message empty where the contract has none, so that zod's own words never reach anybody. */
const withoutWords = { error: () => '', reportInput: true }

export type Part = 'query' | 'body'
export type Read = { ok: true; data: unknown } | { ok: false; message: string; errors: Problem[] }

/** Reads a part of a request by its schema, or says all that is wrong with it; the message is about the first of it. */
export function read(schema: z.ZodMiniType, value: unknown, part: Part): Read {
  const parsed = schema.safeParse(value, withoutWords)
  if (parsed.success) return { ok: true, data: parsed.data }
  const errors = parsed.error.issues.flatMap((issue) => problemsOf(issue, []))
  return { ok: false, message: messageFor(errors[0]!, part), errors }
}

/** A message is read without its field, so it names it. A form's own sentence is clear by itself; a query's is not. */
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

const strangers = (issues: readonly Issue[]) =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0)

/** Of several kinds of objects the one that was most likely meant: it knows the most of the keys, then has the least against it. */
function likeliest({ errors }: z.core.$ZodIssueInvalidUnion): Issue[] | undefined {
  const objects = errors.filter((issues) =>
    issues.some(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'),
  )
  return objects.toSorted((a, b) => strangers(a) - strangers(b) || a.length - b.length)[0]
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
const units: Record<string, string> = { string: ' characters', array: ' entries' }

/** What would have been accepted, to stand behind the field's name. */
function accepted(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'string' && Array.isArray(issue.input)) return 'must be a single text, not a list'
      return `must be ${nouns[issue.expected] ?? 'of another kind'}`
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
      return 'does not have the form that is expected here'
  }
}

const useOneOf = (values: readonly unknown[]) =>
  values.length === 1 ? `must be ${String(values[0])}` : `use one of ${values.map(String).join(', ')}`

function within(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const unit = units[issue.origin]
  const bound = issue.code === 'too_big' ? `at most ${issue.maximum}` : `at least ${issue.minimum}`
  return unit ? `must have ${bound}${unit}` : `must be ${bound}`
}

/** All that a union takes. Its values are told in one list; of a discriminated one it is the values of the key that decides. */
function either(issue: z.core.$ZodIssueInvalidUnion): string {
  const options = 'options' in issue && Array.isArray(issue.options) ? (issue.options as unknown[]) : []
  if (options.length > 0) return useOneOf(options)
  const [all, values] = [issue.errors.flat(), issue.errors.flat().flatMap((each) => valuesOf(each))]
  const others = all.filter((each) => each.code !== 'invalid_value').map(accepted)
  return [...new Set([...(values.length > 0 ? [useOneOf(values)] : []), ...others])].join(', or ')
}

const valuesOf = (issue: Issue): unknown[] => (issue.code === 'invalid_value' ? [...issue.values] : [])
