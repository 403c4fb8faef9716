import { api, isStream, type Route } from '@kindred/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toJSONSchema } from 'zod'
import { encodingOf } from './serialise.ts'

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
  minItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema | Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
  definitions?: Record<string, Schema>
}

const formats: Record<string, string> = {
  uuid: '0b8f4c1e-6f0a-4b8e-9d53-2f1d0c9a7e11',
  'date-time': '2026-11-24T09:30:00.000Z',
  date: '1994-05-17',
  email: 'ada@people.example',
  uri: 'https://kindred.example/',
}

/** A random value that the schema of a response allows. */
function valueOf(schema: Schema, root: Schema): fc.Arbitrary<unknown> {
  const inside = (each: Schema) => valueOf(each, root)
  if (schema.$ref) return inside(root.definitions![schema.$ref.split('/').at(-1)!]!)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(inside))
  if (schema.type === 'object') {
    const { properties = {}, required = [], additionalProperties: more } = schema
    const named = required.filter((name) => name in properties)
    const known = fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, inside(each)])),
      { requiredKeys: named },
    )
    if (typeof more !== 'object' || Object.keys(properties).length > 0) return known
    const names = required.length > 0 ? required : ['one', 'two']
    return fc.record(Object.fromEntries(names.map((name) => [name, inside(more)])), { requiredKeys: required })
  }
  if (schema.type === 'array') {
    if (Array.isArray(schema.items)) return fc.tuple(...schema.items.map(inside))
    const least = schema.minItems ?? 0
    return fc.array(inside(schema.items ?? {}), { minLength: least, maxLength: least + 2 })
  }
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern, 'u'))
  if (schema.type === 'string') return fc.constantFrom(formats[schema.format ?? ''] ?? 'a “lamp”\n')
  if (schema.type === 'number' || schema.type === 'integer') return fc.constant(schema.minimum ?? 0)
  if (schema.type === 'boolean') return fc.boolean()
  return fc.constant(null)
}

const answering = Object.entries<Route>(api).filter(([, { returns }]) => !isStream(returns))

test.each(answering)('what %s answers arrives as it is, also where something is null', (_, route) => {
  if (isStream(route.returns)) return
  const schema: Schema = toJSONSchema(route.returns, { target: 'draft-7', io: 'output' }) as Schema
  const { encode } = encodingOf(route, false)
  fc.assert(
    fc.property(valueOf(schema, schema), (value) => {
      expect(JSON.parse(`${encode(value) as string}`)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 20 },
  )
})
