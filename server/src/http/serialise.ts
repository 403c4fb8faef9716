import { isStream, type Route } from '@kindred/contract'
import fastJson from 'fast-json-stringify'
import { Readable } from 'node:stream'
import { toJSONSchema } from 'zod'
import type { z } from 'zod/mini'

/**
 * Serializes an answer by its schema, which drops undeclared fields. Tests parse the answer instead, so that a wrong or
 * undeclared field fails them.
 */
function serialiser(schema: z.ZodMiniType, strict: boolean): (answer: unknown) => string {
  if (strict) return (answer) => JSON.stringify(schema.parse(answer))
  // Compiled at the first answer: compiling all of them takes a quarter of the time that the server needs to start.
  let compiled: ReturnType<typeof fastJson> | undefined
  return (answer) => (compiled ??= compile(schema))(answer)
}

const compile = (schema: z.ZodMiniType) =>
  // Both libraries mean JSON Schema, but type it differently.
  fastJson(toJSONSchema(schema, { target: 'draft-7', io: 'output' }) as Parameters<typeof fastJson>[0])

/** How the answers of a call are sent: their headers, and their body from what the handler returned. */
export type Encoding = {
  headers: Readonly<Record<string, string>>
  encode: (answer: unknown) => string | Uint8Array | Readable
}

export function encodingOf({ returns }: Route, strict: boolean): Encoding {
  if (!isStream(returns))
    return { headers: { 'content-type': 'application/json; charset=utf-8' }, encode: serialiser(returns, strict) }
  return {
    headers: { 'content-type': returns.stream, ...returns.headers },
    // The handler's type says that it returns one of the two.
    encode: (answer) => (answer instanceof Uint8Array ? answer : Readable.from(answer as AsyncIterable<string>)),
  }
}
