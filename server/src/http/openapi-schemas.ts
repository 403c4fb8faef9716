import * as contract from '@kindred/contract'
import { id } from '@kindred/contract/text'
import { registry, toJSONSchema } from 'zod'
import type * as z from 'zod/mini'

// JSON Schemas for the OpenAPI document. Schemas that the contract exports become named components.

type Json = { [key: string]: unknown }

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

const named = registry<{ id: string }>()
for (const [name, value] of Object.entries(contract))
  if (/^[A-Z]/.test(name) && isSchema(value)) named.add(value, { id: name })
// Nearly every route uses this schema, so it gets a name, too.
named.add(id, { id: 'Id' })

export type Schemas = {
  components: Record<string, Json>
  of: (schema: z.ZodMiniType, io: 'input' | 'output') => Json
}

const jsonOf = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any', metadata: named })

export function openSchemas(): Schemas {
  const components: Record<string, Json> = {}
  const of: Schemas['of'] = (schema, wanted) => {
    const json = jsonOf(schema, wanted)
    // Input may omit fields with defaults, so its schema differs from that of output.
    const isSame = wanted === 'output' || JSON.stringify(json) === JSON.stringify(jsonOf(schema, 'output'))
    const io = isSame ? 'output' : 'input'
    const nameOf = (name: string) => (io === 'input' ? `${name}Input` : name)
    const rewriteValue = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(rewriteValue)
      return typeof value === 'object' && value !== null ? rewrite(value) : value
    }
    const rewrite = (json: object): Json =>
      Object.fromEntries(
        Object.entries(json).flatMap(([key, value]): [string, unknown][] => {
          if (key === '$schema' || key === '$defs' || (key === 'id' && typeof value === 'string')) return []
          const [, name] = key === '$ref' && typeof value === 'string' ? (/^#\/\$defs\/(\w+)$/.exec(value) ?? []) : []
          return [[key, name ? `#/components/schemas/${nameOf(name)}` : rewriteValue(value)]]
        }),
      )
    for (const [name, definition] of Object.entries(json.$defs ?? {}))
      if (typeof definition === 'object') components[nameOf(name)] ??= rewrite(definition)
    const own = named.get(schema)?.id
    if (!own) return rewrite(json)
    components[nameOf(own)] ??= rewrite(json)
    return { $ref: `#/components/schemas/${nameOf(own)}` }
  }
  return { components, of }
}
