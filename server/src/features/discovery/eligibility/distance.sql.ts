import { sql, type RawBuilder } from 'kysely'
import type { ViewerCriteria } from './viewer-criteria.ts'

/** The viewer's place as parameters. Use one result for a whole statement, so that each number is sent once. */
export function placeOf({ place }: Pick<ViewerCriteria, 'place'>) {
  const at = (axis: 'x' | 'y' | 'z') => sql`${place?.[axis] ?? null}::float8`
  return { x: at('x'), y: at('y'), z: at('z'), level: sql`${place?.level ?? 0}::smallint` }
}

/** The shown distance (`distanceBucket`) is at most `most` kilometers, where `most` is the limit of a bucket. */
export const isWithin = (place: ReturnType<typeof placeOf>, row: string, most: RawBuilder<unknown>) => {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const squared = (axis: 'x' | 'y' | 'z') => {
    const apart = sql`(${place[axis]} - ${column(axis)})`
    return sql`${apart} * ${apart}`
  }
  const blurred = sql`(array[2, 5, 10, 25, 50])[greatest(${place.level}, ${column('level')}) + 1]`
  return sql<boolean>`(${blurred} <= ${most}
    and ${squared('x')} + ${squared('y')} + ${squared('z')} <= ${most} * ${most})`
}
