import type { Route } from '@kindred/contract'
import fastJson from 'fast-json-stringify'
import { toJSONSchema } from 'zod'

/**
 * Turns an answer into text by its schema, so that nothing leaves that is not declared. In tests the answer is parsed
 * instead: a shape that is wrong, or holds more than it should, fails there.
 */
export function serialiser(route: Route, strict: boolean): (answer: unknown) => string {
  if (strict) return (answer) => JSON.stringify(route.returns.parse(answer))
  return fastJson(toJSONSchema(route.returns, { target: 'draft-7', io: 'output' }) as Parameters<typeof fastJson>[0])
}
