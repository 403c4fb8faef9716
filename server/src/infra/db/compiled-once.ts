import { sql, type Compilable, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Stands for a value until the statement runs. */
class Place<Values> {
  readonly valueFrom: (values: Values) => unknown

  constructor(valueFrom: (values: Values) => unknown) {
    this.valueFrom = valueFrom
  }
}

export type Given<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>

/**
 * A statement that is compiled at its first use. Building and compiling one takes longer than sending it, which matters
 * for what every request runs. Its text must be the same each time; what differs is `given`.
 */
export function compiledOnce<Values, Row>(build: (db: Db, given: Given<Values>) => Compilable<Row>) {
  let compiled: CompiledQuery<Row> | undefined
  return async (db: Db, values: Values): Promise<Row[]> => {
    compiled ??= build(db, (name) => sql`${new Place((given: Values) => given[name])}`).compile()
    const parameters = compiled.parameters.map((each) => (each instanceof Place ? each.valueFrom(values) : each))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
