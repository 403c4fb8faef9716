import { isObject } from '../../api/failure.ts'

/** One line of what an entry changed or records: `before` is there only if the entry says what was replaced. */
export type Change = { path: readonly string[]; before?: Value; after: Value }
type Value = string | boolean

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (isObject(value)) return JSON.stringify(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return isId(text) ? text.slice(0, 8) : text
}

const shownOf = (value: unknown): Value => (typeof value === 'boolean' ? value : textOf(value))

/** What differs between two values: of objects, only the fields that do. */
function difference(path: readonly string[], before: unknown, after: unknown): Change[] {
  if (isObject(before) && isObject(after) && !Array.isArray(before) && !Array.isArray(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      difference([...path, key], before[key], after[key]),
    )
  const change = { path, before: shownOf(before), after: shownOf(after) }
  return change.before === change.after ? [] : [change]
}

/** The details of an entry as lines that can be read. */
export const changesIn = (details: Record<string, unknown>): Change[] =>
  'before' in details && 'after' in details
    ? difference([], details['before'], details['after'])
    : Object.entries(details).flatMap(([key, value]) =>
        isObject(value) && 'before' in value && 'after' in value
          ? difference([key], value['before'], value['after'])
          : [{ path: [key], after: shownOf(value) }],
      )

/** A field as a label: `firstName` and `first_name` become "First name". */
export function labelOf(field: string): string {
  const words = field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
