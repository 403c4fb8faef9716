import * as contract from '@kindred/contract'
import { languages } from '@kindred/contract/languages'
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

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const isTranslations = (json: Json): boolean =>
  same(Object.keys((json['properties'] ?? {}) as Json), languages.slice(1)) &&
  Object.values(json['properties'] as Json).every((each) => same(each, { type: 'string' }))

export type Schemas = {
  components: Record<string, Json>
  of: (schema: z.ZodMiniType, io: 'input' | 'output') => Json
}

const jsonOf = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any', metadata: named })

/** The components that a body has in another form than an answer: those with defaults, and those that contain them. */
function inputOnly(input: Json, output: Json): Set<string> {
  const definitions = Object.entries((input['$defs'] ?? {}) as Json)
  const answers = (output['$defs'] ?? {}) as Json
  const found = new Set(definitions.flatMap(([name, each]) => (same(each, answers[name]) ? [] : [name])))
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const [name, each] of definitions)
      if ([...found].some((other) => JSON.stringify(each).includes(`"#/$defs/${other}"`))) found.add(name)
  }
  return found
}

export function openSchemas(): Schemas {
  const components: Record<string, Json> = {}
  const of: Schemas['of'] = (schema, wanted) => {
    const [json, output] = [jsonOf(schema, wanted), jsonOf(schema, 'output')]
    // Input may omit fields with defaults, so its schema differs from that of output.
    const differing = wanted === 'input' ? inputOnly(json, output) : new Set<string>()
    const nameOf = (name: string) => (differing.has(name) ? `${name}Input` : name)
    const rewriteValue = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(rewriteValue)
      if (typeof value !== 'object' || value === null) return value
      if (!isTranslations(value as Json)) return rewrite(value)
      // Each text has another greatest length, which JSON Schema doesn't say, so these would be repeated.
      components['Translations'] ??= rewrite(value)
      return { $ref: '#/components/schemas/Translations' }
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
    const name = same(json, output) ? own : `${own}Input`
    components[name] ??= rewrite(json)
    return { $ref: `#/components/schemas/${name}` }
  }
  return { components, of }
}
