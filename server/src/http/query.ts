/** A query as it came: a key that was repeated has a list. */
export type Query = Record<string, string | string[]>

/**
 * A query without its empty values. A form sends the fields that nobody filled in as `status=`: they count as not given, also
 * where the same one comes several times.
 */
export const givenIn = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => [value].flat().some((each) => each !== '')))
