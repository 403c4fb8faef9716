import { sql } from 'kysely'

/**
 * The key of a table in parts, in a statement that is run often. If this were a plain value, PostgreSQL would plan it
 * again on each call: it takes a plan for any part to be as costly as reading all of them. It can't see the value in
 * this expression, so it keeps the plan, and finds the part when it begins to run it.
 */
export const partKey = (id: string) => sql<string>`concat(${id}::text)::uuid`
