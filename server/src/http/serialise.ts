import { isStream, type Route } from '@kindred/contract'
import fastJson from 'fast-json-stringify'
import { Readable } from 'node:stream'
import { toJSONSchema } from 'zod'
import type { z } from 'zod/mini'

/**
 * The schema drops undeclared fields. Tests parse the response instead, so that a wrong or undeclared field fails them.
 */
function serialiser(schema: z.ZodMiniType, strict: boolean): (answer: unknown) => string {
  if (strict) return (answer) => JSON.stringify(schema.parse(answer))
  // Compiles on first use, because compiling all schemas takes a quarter of the server's start.
  let compiled: ReturnType<typeof fastJson> | undefined
  return (answer) => (compiled ??= compile(schema))(answer)
}

function compile(schema: z.ZodMiniType) {
  const described = toJSONSchema(schema, { target: 'draft-7', io: 'output', override: sayNullable })
  // Both libraries use JSON Schema, but type it differently.
  return fastJson(described as Parameters<typeof fastJson>[0])
}

/**
 * In zod, a nullable value is a union of two schemas. The serializer would compile a validator for each at the first
 * response, and validate each value to choose. JSON Schema has a keyword for null.
 */
function sayNullable({ jsonSchema }: { jsonSchema: { anyOf?: unknown } }): void {
  const { anyOf } = jsonSchema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return
  const [some, none]: { type?: unknown; $ref?: unknown }[] = anyOf
  if (none?.type !== 'null' || typeof some?.type !== 'string' || some.$ref !== undefined) return
  delete jsonSchema.anyOf
  Object.assign(jsonSchema, some, { nullable: true })
}

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
