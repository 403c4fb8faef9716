import * as contract from '@kindred/contract'
import { registry, toJSONSchema } from 'zod'
import type * as z from 'zod/mini'

// Schemas as JSON Schema for the OpenAPI document: what the contract names is a component that calls refer to.

type Json = { [key: string]: unknown }

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

const named = registry<{ id: string }>()
for (const [name, value] of Object.entries(contract))
  if (/^[A-Z]/.test(name) && isSchema(value)) named.add(value, { id: name })

export type Schemas = {
  /** The components that were referred to so far, by name. */
  components: Record<string, Json>
  of: (schema: z.ZodMiniType, io: 'input' | 'output') => Json
}

export function openSchemas(): Schemas {
  const components: Record<string, Json> = {}
  const of: Schemas['of'] = (schema, io) => {
    // What is sent may leave out what has a default: it is another schema than what is answered.
    const nameOf = (name: string) => (io === 'input' ? `${name}Input` : name)
    const rewritten = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(rewritten)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value).flatMap(([key, each]) => {
          if (key === '$schema' || key === '$defs' || (key === 'id' && typeof each === 'string')) return []
          const refers = key === '$ref' && typeof each === 'string' ? /^#\/\$defs\/(\w+)$/.exec(each) : null
          return [[key, refers ? `#/components/schemas/${nameOf(refers[1]!)}` : rewritten(each)]]
        }),
      )
    }
    const made = toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any', metadata: named }) as Json
    for (const [name, each] of Object.entries((made['$defs'] ?? {}) as Record<string, Json>))
      components[nameOf(name)] ??= rewritten(each) as Json
    const own = named.get(schema)?.id
    if (!own) return rewritten(made) as Json
    components[nameOf(own)] ??= rewritten(made) as Json
    return { $ref: `#/components/schemas/${nameOf(own)}` }
  }
  return { components, of }
}
