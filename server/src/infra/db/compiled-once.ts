import { CompiledQuery, sql, type Compilable, type RawBuilder } from 'kysely'
import type pg from 'pg'
import { poolOf, type Db, type Tx } from './db.ts'

/** Stands for a value until the statement runs. */
class Place<Values> {
  readonly valueFrom: (values: Values) => unknown

  constructor(valueFrom: (values: Values) => unknown) {
    this.valueFrom = valueFrom
  }
}

export type Given<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>

/** Kysely's way to a connection leads through several promises. */
async function rowsOf<Row>(db: Db | Tx, { sql: text }: CompiledQuery<Row>, parameters: unknown[]): Promise<Row[]> {
  const pool = poolOf(db)
  if (!pool) return (await db.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows
  const client = await pool.connect()
  try {
    return (await client.query<Row & pg.QueryResultRow>(text, parameters)).rows
  } finally {
    client.release()
  }
}

/**
 * A statement that is compiled at its first use. Building and compiling one takes longer than sending it, which matters
 * for what every request runs. Its text must be the same each time; what differs is `given`.
 */
export function compiledOnce<Values, Row>(
  build: (db: Db | Tx, given: Given<Values>) => Compilable<Row> | RawBuilder<Row>,
) {
  let compiled: CompiledQuery<Row> | undefined
  return (db: Db | Tx, values: Values): Promise<Row[]> => {
    compiled ??= build(db, (name) => sql`${new Place((given: Values) => given[name])}`).compile(db)
    const parameters = compiled.parameters.map((each) => (each instanceof Place ? each.valueFrom(values) : each))
    return rowsOf(db, compiled, parameters)
  }
}
