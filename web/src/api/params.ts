// The query of an address may contain anything. Each screen takes the values that it knows and its defaults for the
// rest, so that an old or mistyped link still shows something.

type Said = unknown

/** The value if it is one of these, else nothing. */
export const oneOf = <const T extends string>(values: readonly T[], said: Said): T | undefined =>
  values.find((value) => value === said)

/** Without what is not said. */
export const given = <T extends object>(all: T) =>
  // What is not undefined is left as it is, so each name that is left has its own type.
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** A page that a list can have, as the number that its call takes; the first one goes without saying. */
export const pageIn = (said: Said, last = 1000): string | undefined =>
  typeof said === 'string' && /^[1-9]\d{0,6}$/.test(said) && Number(said) <= last && said !== '1' ? said : undefined

export const idIn = (said: Said): string | undefined =>
  typeof said === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(said) ? said : undefined

/** Text of at most so many characters; more of it would only be refused. */
export const textIn = (said: Said, most: number): string | undefined =>
  typeof said === 'string' && said !== '' && said.length <= most ? said : undefined

/** A whole number within bounds, as text. */
export const numberIn = (said: Said, least: number, most: number): string | undefined =>
  typeof said === 'string' && /^\d{1,9}$/.test(said) && Number(said) >= least && Number(said) <= most ? said : undefined

/** A month or a day that exists. */
export const periodIn = (said: Said): string | undefined => {
  if (typeof said !== 'string' || !/^\d{4}-\d\d(-\d\d)?$/.test(said)) return undefined
  const at = new Date(`${said.length === 7 ? `${said}-01` : said}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(said) ? said : undefined
}

export const dayIn = (said: Said): string | undefined => {
  const period = periodIn(said)
  return period?.length === 10 ? period : undefined
}
