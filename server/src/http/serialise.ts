import type { Route } from '@kindred/contract'
import fastJson from 'fast-json-stringify'
import { toJSONSchema } from 'zod'

/**
 * Serializes an answer by its schema, which drops undeclared fields. Tests parse the answer instead, so that a wrong or
 * undeclared field fails them.
 */
export function serialiser(route: Route, strict: boolean): (answer: unknown) => string {
  if (strict) return (answer) => JSON.stringify(route.returns.parse(answer))
  // Both libraries mean JSON Schema, but type it differently.
  return fastJson(toJSONSchema(route.returns, { target: 'draft-7', io: 'output' }) as Parameters<typeof fastJson>[0])
}
