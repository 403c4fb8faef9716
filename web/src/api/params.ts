// The query of a URL may contain anything. Each screen uses the values it knows and defaults for the rest, so that an
// old or mistyped link still shows something.

type Raw = unknown

export const oneOf = <const T extends string>(values: readonly T[], raw: Raw): T | undefined =>
  values.find((value) => value === raw)

export const withoutUndefined = <T extends object>(all: T) =>
  // Filtering doesn't change the remaining values, so each name keeps its type.
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** Removes undefined and empty values, which don't belong in a URL. */
export const withoutEmpty = (all: object): Record<string, string> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value))

/** The number of a page within bounds, as text. The first page is left out of URLs. */
export const pageIn = (raw: Raw, last = 1000): string | undefined =>
  typeof raw === 'string' && /^[1-9]\d{0,6}$/.test(raw) && Number(raw) <= last && raw !== '1' ? raw : undefined

export const idIn = (raw: Raw): string | undefined =>
  typeof raw === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(raw) ? raw : undefined

/** Undefined for text that is longer than the server accepts. */
export const textIn = (raw: Raw, max: number): string | undefined =>
  typeof raw === 'string' && raw !== '' && raw.length <= max ? raw : undefined

export const numberIn = (raw: Raw, min: number, max: number): string | undefined =>
  typeof raw === 'string' && /^\d{1,9}$/.test(raw) && Number(raw) >= min && Number(raw) <= max ? raw : undefined

export const periodIn = (raw: Raw): string | undefined => {
  if (typeof raw !== 'string' || !/^\d{4}-\d\d(-\d\d)?$/.test(raw)) return undefined
  const at = new Date(`${raw.length === 7 ? `${raw}-01` : raw}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(raw) ? raw : undefined
}

export const dayIn = (raw: Raw): string | undefined => {
  const period = periodIn(raw)
  return period?.length === 10 ? period : undefined
}
