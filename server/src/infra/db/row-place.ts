import { type RawBuilder, sql } from 'kysely'

// The place of a row in a list, as text (`rowPlace` in the contract). It has the row's time itself, because the row may
// get another time or be deleted before the next page is read.

export const placeOf = (at: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`concat((extract(epoch from ${at}) * 1000000)::bigint, '.', ${id})`

/** The time and the ID of a place, to compare with those of rows. */
export function timeAndId(place: string): RawBuilder<unknown> {
  const [micros = '', id = ''] = place.split('.')
  return sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
}
