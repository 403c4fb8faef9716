import { isObject } from '../../api/failure.ts'

/** What changed at one place: a value, the entries of a list of words, or an item of a list that came, went or moved. */
export type Difference = {
  path: readonly string[]
} & (
  | { kind: 'value'; before: unknown; after: unknown }
  | { kind: 'words'; added: readonly string[]; removed: readonly string[] }
  | { kind: 'added' | 'removed' }
  | { kind: 'order' }
)

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

const firstText = (item: object, keys: readonly string[]): string | undefined =>
  keys.map((key): unknown => Reflect.get(item, key)).find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined

/** Without an ID, an item whose name changed counts as the one at the same place. */
const identityOf = (item: object) =>
  firstText(item, ['id', 'code', 'title', 'name', 'label', 'value']) ?? replacedText(item)
export const nameOf = (item: object) =>
  firstText(item, [
    'title',
    'name',
    'label',
    'code',
    'value',
    ...('id' in item || 'replacement' in item ? ['text', 'id'] : []),
  ])

/** Equal texts with different meanings are replaced separately. */
const replacedText = (item: object) => {
  const text = firstText(item, ['text'])
  return text === undefined || !('replacement' in item) ? undefined : `${firstText(item, ['context']) ?? ''}\n${text}`
}

const isWords = (value: unknown): value is readonly (string | number)[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number')
const isItems = (value: unknown): value is readonly object[] => Array.isArray(value) && value.every(isObject)

function itemDifferences(before: readonly object[], after: readonly object[], path: readonly string[]): Difference[] {
  const identities = (items: readonly object[]) => items.map((item, at) => identityOf(item) ?? String(at + 1))
  const [was, is] = [identities(before), identities(after)]
  const pathOf = (item: object, at: number) => [...path, nameOf(item) ?? String(at + 1)]
  const isRenamed = (at: number) =>
    before.length === after.length && !is.includes(was[at] ?? '') && !was.includes(is[at] ?? '')
  const kept = was.filter((name) => is.includes(name))
  const hasMoved = kept.join('\n') !== is.filter((name) => was.includes(name)).join('\n')
  return [
    ...before.flatMap((item, at): Difference[] =>
      is.includes(was[at]!) || isRenamed(at) ? [] : [{ path: pathOf(item, at), kind: 'removed' }],
    ),
    ...after.flatMap((item, at): Difference[] => {
      const earlier = isRenamed(at) ? before[at] : before[was.indexOf(is[at]!)]
      return earlier ? differences(earlier, item, pathOf(item, at)) : [{ path: pathOf(item, at), kind: 'added' }]
    }),
    ...(hasMoved ? [{ path, kind: 'order' as const }] : []),
  ]
}

/** The differences between two versions of a document, in the order of its keys. */
export function differences(before: unknown, after: unknown, path: readonly string[] = []): Difference[] {
  if (isEmpty(before) && isEmpty(after)) return []
  const [some, other] = [before ?? after, after ?? before]
  if (isWords(some) && isWords(other) && some.length + other.length > 0) {
    const [was, is] = [isWords(before) ? before.map(String) : [], isWords(after) ? after.map(String) : []]
    const [added, removed] = [is.filter((word) => !was.includes(word)), was.filter((word) => !is.includes(word))]
    if (added.length + removed.length > 0) return [{ path, kind: 'words', added, removed }]
    return was.join('\n') === is.join('\n') ? [] : [{ path, kind: 'order' }]
  }
  if (isItems(some) && isItems(other))
    return itemDifferences(isItems(before) ? before : [], isItems(after) ? after : [], path)
  if (isObject(some) && isObject(other)) {
    const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
    const within = [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
      differences(was[key], is[key], [...path, key]),
    )
    // A setting that only has to be there, such as applications without questions. An empty section changes nothing.
    if (within.length > 0 || path.length < 2 || isEmpty(before) === isEmpty(after)) return within
    return [{ path, kind: isEmpty(before) ? 'added' : 'removed' }]
  }
  return Object.is(before, after) ? [] : [{ path, kind: 'value', before, after }]
}

const LONGEST = 80

export const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text)

/** A part of a text that begins shortly before its first difference from another one. */
export function excerpt(text: string, other: unknown): string {
  let same = 0
  while (typeof other === 'string' && same < text.length && text[same] === other[same]) same++
  if (text.length <= LONGEST || same < LONGEST / 2) return shortened(text)
  const start = Math.max(text.lastIndexOf(' ', same - 20) + 1, same - 40)
  return `…${shortened(text.slice(start))}`
}
