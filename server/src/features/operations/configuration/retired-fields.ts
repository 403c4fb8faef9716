import { type Configuration, invalidField, message, type MessageDescriptor, type ProfileField } from '@kindred/contract'
import { days, later } from '../../../infra/clock.ts'

// Retiring a field or an option hides it at once. It stays in the configuration, so that its answers come back with it
// for 30 days, when a job erases them (profiles/fields/jobs.ts).

const UNDO_FOR = days(30)
/** Longer than answers are kept, so that an ID isn't free before its answers are certainly erased. */
const LISTED_FOR = days(90)

export type Entry = { id: string; retiredAt?: string | undefined }

export const isLive = ({ retiredAt }: Entry): boolean => retiredAt === undefined

export const liveFields = (fields: readonly ProfileField[]): ProfileField[] =>
  fields.filter(isLive).map((field) => ({ ...field, options: field.options.filter(isLive) }))

/**
 * Retires entries that the new version marks or leaves out, as loading an earlier version may, and dates each by when it
 * was retired first. Entries that are neither come back.
 */
export function withRetired<E extends Entry>(before: readonly E[], wanted: readonly E[], now: Date): E[] {
  const earlier = new Map(before.map((entry) => [entry.id, entry]))
  const retired = (entry: E): E => ({ ...entry, retiredAt: earlier.get(entry.id)?.retiredAt ?? now.toISOString() })
  const listed = new Set(wanted.map(({ id }) => id))
  const isListed = ({ retiredAt }: E) => !retiredAt || new Date(retiredAt) > later(now, -LISTED_FOR)
  return [
    ...wanted.map((entry) => (isLive(entry) ? entry : retired(entry))),
    ...before.filter((entry) => !listed.has(entry.id) && isListed(entry)).map(retired),
  ]
}

const fixed = (at: number, key: 'kind' | 'sensitive', msg: MessageDescriptor) =>
  invalidField(`configuration.fields.${at}.${key}`, msg)

/** Answers are stored by type, and members consented, or didn’t have to, when they answered. */
function assertFixed(former: ProfileField, field: ProfileField, at: number): void {
  if (former.kind !== field.kind)
    throw fixed(at, 'kind', message('The type of a field can’t change. Retire it and add another one.'))
  if (former.sensitive !== field.sensitive)
    throw fixed(
      at,
      'sensitive',
      message('This can’t change once members have been asked. Retire the field and add another one.'),
    )
}

/** The fields of a new version. */
export function keepRetiredFields(before: Configuration, wanted: Configuration, now: Date): Configuration {
  const earlier = new Map((before.fields ?? []).map((field) => [field.id, field]))
  const fields = (wanted.fields ?? []).map((field, at): ProfileField => {
    const former = earlier.get(field.id)
    if (former) assertFixed(former, field, at)
    return { ...field, options: withRetired(former?.options ?? [], field.options, now) }
  })
  const all = withRetired([...earlier.values()], fields, now)
  const { fields: _fields, ...others } = wanted
  return all.length === 0 ? others : { ...others, fields: all }
}

/** A retired field, or retired options of a field, whose answers are due to be erased. */
export type Expired = { id: string; options: string[] | null }

export const isDue = (retiredAt: string | undefined, now: Date): boolean =>
  retiredAt !== undefined && new Date(retiredAt) <= later(now, -UNDO_FOR)

/** The entries that were retired long enough ago to erase what members made of them. */
export const expiredEntries = <E extends Entry>(entries: readonly E[], now: Date): E[] =>
  entries.filter(({ retiredAt }) => isDue(retiredAt, now))

export function expiredIn(fields: readonly ProfileField[], now: Date): Expired[] {
  return fields.flatMap((field): Expired[] => {
    if (isDue(field.retiredAt, now)) return [{ id: field.id, options: null }]
    const options = field.options.filter(({ retiredAt }) => isDue(retiredAt, now)).map(({ id }) => id)
    return options.length > 0 ? [{ id: field.id, options }] : []
  })
}
