import pg from 'pg'

declare module 'pg' {
  // What the driver has, but its types don't say.
  interface Query {
    name: string
    _result: { fields: pg.FieldDef[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
    _accumulateRows: boolean
    hasBeenParsed(connection: pg.Connection): boolean
    prepare(connection: pg.Connection): void
    handleRowDescription(message: unknown): void
    handleCommandComplete(message: unknown, connection: pg.Connection): void
  }
}

/** How the driver reads the rows of a statement, or null if it has none. */
type Shape = Pick<pg.Query['_result'], 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>

/** What a connection knows of its prepared statements, by the names that they have there. */
export type Shapes = Map<string, Shape | null>

/** As many as there are names of statements (client.ts). */
const MAX_SHAPES = 2000

/** The same for all connections, so that each statement's is in memory once. */
const shared = new Map<string, Shape>()

const isAlike = (one: Shape, other: Shape): boolean =>
  one.fields.length === other.fields.length &&
  one.fields.every(({ name, dataTypeID, format }, at) => {
    const field = other.fields[at]
    return name === field?.name && dataTypeID === field.dataTypeID && format === field.format
  })

function sharedShape(text: string, shape: Shape): Shape {
  const known = shared.get(text)
  if (known && isAlike(known, shape)) return known
  if (shared.size < MAX_SHAPES) shared.set(text, shape)
  return shape
}

type Statement = { name: string; text: string; values: unknown[] }

const nothing = (): void => {}

/**
 * A prepared statement that asks what its rows look like only once on each connection. The driver asks each time, and
 * prepares for the answer: a tenth of the time of a short statement. The answer can't change, because the database
 * refuses a prepared statement whose rows would look different.
 */
export class DescribedOnce extends pg.Query {
  readonly #shapes: Shapes
  readonly #text: string
  #isDescribed = false

  constructor(statement: Statement, shapes: Shapes) {
    super(statement)
    this.#text = statement.text
    this.#shapes = shapes
  }

  override prepare(connection: pg.Connection): void {
    const shape = this.#shapes.get(this.name)
    if (shape === undefined || !this.hasBeenParsed(connection)) return super.prepare(connection)
    this.#isDescribed = true
    if (shape) {
      Object.assign(this._result, shape)
      this._accumulateRows = true
    }
    const describe: unknown = Reflect.get(connection, 'describe')
    connection.describe = nothing
    try {
      super.prepare(connection)
    } finally {
      Reflect.set(connection, 'describe', describe)
    }
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#remember(sharedShape(this.#text, { fields, _parsers, _prebuiltEmptyResultObject }))
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection)
    if (!this.#isDescribed) this.#remember(null)
  }

  #remember(shape: Shape | null): void {
    this.#isDescribed = true
    if (this.#shapes.size < MAX_SHAPES) this.#shapes.set(this.name, shape)
  }
}
