// The query of an address may contain anything. Each screen takes the values that it knows and its defaults for the
// rest, so that an old or mistyped link still shows something.

type Raw = unknown

/** The value if it is one of these, else nothing. */
export const oneOf = <const T extends string>(values: readonly T[], raw: Raw): T | undefined =>
  values.find((value) => value === raw)

/** The object without its undefined values. */
export const withoutUndefined = <T extends object>(all: T) =>
  // What is not undefined is left as it is, so each name that is left has its own type.
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** The object without its undefined and empty values, for an address. */
export const withoutEmpty = (all: object): Record<string, string> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value))

/** A page that a list can have, as the number that its call takes; the first one goes without saying. */
export const pageIn = (raw: Raw, last = 1000): string | undefined =>
  typeof raw === 'string' && /^[1-9]\d{0,6}$/.test(raw) && Number(raw) <= last && raw !== '1' ? raw : undefined

export const idIn = (raw: Raw): string | undefined =>
  typeof raw === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(raw) ? raw : undefined

/** Text of at most so many characters; more of it would only be refused. */
export const textIn = (raw: Raw, most: number): string | undefined =>
  typeof raw === 'string' && raw !== '' && raw.length <= most ? raw : undefined

/** A whole number within bounds, as text. */
export const numberIn = (raw: Raw, least: number, most: number): string | undefined =>
  typeof raw === 'string' && /^\d{1,9}$/.test(raw) && Number(raw) >= least && Number(raw) <= most ? raw : undefined

/** A month or a day that exists. */
export const periodIn = (raw: Raw): string | undefined => {
  if (typeof raw !== 'string' || !/^\d{4}-\d\d(-\d\d)?$/.test(raw)) return undefined
  const at = new Date(`${raw.length === 7 ? `${raw}-01` : raw}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(raw) ? raw : undefined
}

export const dayIn = (raw: Raw): string | undefined => {
  const period = periodIn(raw)
  return period?.length === 10 ? period : undefined
}
