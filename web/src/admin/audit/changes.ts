import { isObject } from '../../api/failure.ts'

/** A changed or recorded value. `before` is set only if the entry has the previous value. */
export type Change = { path: readonly string[]; before?: Value; after: Value }
/** Lists and objects keep their structure, because their format depends on the reader's language. */
export type Value = string | boolean | readonly Value[] | { readonly [field: string]: Value }

export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const isGroup = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value)

function valueOf(value: unknown): Value {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(valueOf)
  if (isGroup(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, valueOf(each)]))
  if (typeof value === 'boolean' || typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

/** The differences between two values. For objects, only the changed fields are listed. */
function difference(path: readonly string[], before: unknown, after: unknown): Change[] {
  if (isGroup(before) && isGroup(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      difference([...path, key], before[key], after[key]),
    )
  const change = { path, before: valueOf(before), after: valueOf(after) }
  return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
}

function linesOf(path: readonly string[], value: unknown): Change[] {
  if (!isGroup(value)) return [{ path, after: valueOf(value) }]
  if ('before' in value && 'after' in value) return difference(path, value['before'], value['after'])
  return Object.entries(value).flatMap(([key, each]) => linesOf([...path, key], each))
}

/** The details of an entry as readable lines. Decisions show their state before and after on separate lines. */
export function changesIn({ before, after, ...others }: Record<string, unknown>): Change[] {
  if (after === undefined) return linesOf([], before === undefined ? others : { before, ...others })
  return [...(before === undefined ? linesOf([], { after }) : difference([], before, after)), ...linesOf([], others)]
}

type Currencies = { before: string; after: string }

/** The currencies of an amount stored in the smallest unit. Old entries without a currency are in euros. */
export function currenciesOf({ path }: Change, { currency = 'EUR' }: Record<string, unknown>): Currencies | null {
  if (!path.includes('prices') && path.at(-1) !== 'amount') return null
  const [before, after] = isGroup(currency) ? [currency['before'], currency['after']] : [currency, currency]
  return { before: String(before), after: String(after) }
}

/** A field as a label: `firstName` and `first_name` become "First name". */
export function labelOf(field: string): string {
  const words = field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
