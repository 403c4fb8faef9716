/** A raw query. A key that is repeated has a list. */
export type Query = Record<string, string | string[]>

/** Removes empty values: a form sends fields that nobody filled in as `status=`, and they count as missing. */
export const withoutEmpty = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => [value].flat().some((each) => each !== '')))
