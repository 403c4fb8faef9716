import type pg from 'pg'
import { buildIndex, dropIndexes, readIndexes, type Index } from '../server/src/infra/db/indexes.ts'

type Pair = { reader: pg.Client; writer: pg.Client }

/** Definitions without names, because `add constraint` names the indexes of partitions itself. */
const definitions = (indexes: readonly Index[]) => indexes.map(({ definition, constraint }) => [definition, constraint])

/** Builds indexes on both connections, but only one constraint of a table at a time. */
async function build({ reader, writer }: Pair, indexes: readonly Index[]): Promise<void> {
  for (const index of indexes.filter(({ constraint }) => constraint !== null)) await buildIndex(writer, index)
  const waiting = indexes.filter(({ constraint }) => constraint === null)
  const builder = async (client: pg.Client) => {
    for (let index = waiting.shift(); index; index = waiting.shift()) await buildIndex(client, index)
  }
  await Promise.all([builder(reader), builder(writer)])
}

export async function withoutIndexes(pair: Pair, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const before = await readIndexes(pair.writer, tables)
  await dropIndexes(pair.writer, before)
  await work()
  await build(pair, before)
  const after = await readIndexes(pair.writer, tables)
  if (JSON.stringify(definitions(after)) !== JSON.stringify(definitions(before)))
    throw new Error(`The indexes of ${tables.join(', ')} are not what they were.`)
}
