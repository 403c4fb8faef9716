import { errorsOf, errorStatus, isStream, type Route, type Routes } from '@kindred/contract'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openSchemas, type Schemas } from './openapi-schemas.ts'

const errorSchema = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string', description: 'A message to show to people' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'msg'],
        properties: { path: { type: 'string' }, msg: { type: 'string' } },
      },
    },
    challenge: { type: 'string', description: 'With second_factor_required' },
    requestId: { type: 'string' },
  },
}

const content = (schema: object) => ({ 'application/json': { schema } })

const binary = { type: 'string', format: 'binary' }

const reasonHeader = {
  name: 'X-Reason',
  in: 'header',
  required: false,
  description: 'Why a staff member needs to see private data, percent-encoded. The audit log keeps it.',
  schema: { type: 'string', minLength: 3 },
}

type Fields = { properties?: Record<string, object>; required?: string[]; $ref?: string }

function fieldsOf(type: NonNullable<Route['body']> | undefined, schemas: Schemas): Fields {
  // The contract's params, queries and forms are objects, and JSON Schema describes an object by these fields.
  const given = type && (schemas.of(type, 'input') as Fields)
  const component = given?.$ref?.split('/').at(-1)
  // A named schema is a component, with the same fields.
  return (component ? (schemas.components[component] as Fields | undefined) : given) ?? {}
}

function parameters(route: Route, schemas: Schemas): object[] {
  const inAddress = (['params', 'query'] as const).flatMap((part) => {
    const schema = fieldsOf(route[part], schemas)
    return Object.entries(schema.properties ?? {}).map(([name, its]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || (schema.required?.includes(name) ?? false),
      schema: its,
    }))
  })
  const signature = { name: route.signedBy, in: 'header', required: true, schema: { type: 'string' } }
  return [
    ...inAddress,
    ...(route.forReason ? [{ $ref: '#/components/parameters/Reason' }] : []),
    ...(route.signedBy ? [signature] : []),
  ]
}

type Failures = ReadonlyMap<string, string>

/**
 * Many routes fail in the same ways, so each group of codes is described once. It is named by its first code, because
 * all of its codes would make up a tenth of the document.
 */
function nameFailures(routes: Routes): Failures {
  const names = new Map<string, string>()
  for (const route of Object.values(routes))
    for (const codes of Map.groupBy(errorsOf(route), (code) => errorStatus[code]).values()) {
      const [all, first = ''] = [codes.join(', '), codes[0]]
      const alike = [...names.keys()].filter((each) => each === first || each.startsWith(`${first}, `)).length
      if (!names.has(all)) names.set(all, alike === 0 ? first : `${first}_${alike + 1}`)
    }
  return names
}

const failuresOf = (failures: Failures): Record<string, object> =>
  Object.fromEntries(
    [...failures].map(([codes, name]) => [
      name,
      { description: codes, content: content({ $ref: '#/components/schemas/Error' }) },
    ]),
  )

function answerOf({ returns }: Route, schemas: Schemas): object {
  if (!isStream(returns)) return content(schemas.of(returns, 'output'))
  const [mediaType = ''] = returns.stream.split(';')
  return { [mediaType]: { schema: binary } }
}

function responses(route: Route, schemas: Schemas, failures: Failures): Record<string, object> {
  const byStatus = Map.groupBy(errorsOf(route), (code) => String(errorStatus[code]))
  const refused = [...byStatus].map(([status, codes]) => [
    status,
    { $ref: `#/components/responses/${failures.get(codes.join(', '))}` },
  ])
  const success = { description: 'Done', content: answerOf(route, schemas) }
  return { [String(route.status ?? 200)]: success, ...Object.fromEntries(refused) }
}

/** A body is optional if all of its fields are (mount.ts). */
const requestBody = (body: NonNullable<Route['body']>, { form }: Route, schemas: Schemas) => ({
  required: !body.safeParse({}).success,
  content: form
    ? { 'application/x-www-form-urlencoded': { schema: schemas.of(body, 'input') } }
    : content(schemas.of(body, 'input')),
})

function formBody({ body }: Route, schemas: Schemas): object {
  const { properties = {}, required = [] } = fieldsOf(body, schemas)
  const schema = { type: 'object', required: [...required, 'file'], properties: { ...properties, file: binary } }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

const descriptionOf = ({ access, stepUp, forReason }: Route): string =>
  [
    `Access: ${access}.`,
    stepUp ? 'Requires a confirmation of identity in the last 15 minutes (step_up_required).' : '',
    forReason ? 'Staff need to give a reason to see private data (reason_required). It applies for 30 minutes.' : '',
  ]
    .filter(Boolean)
    .join(' ')

function operation(name: string, route: Route, schemas: Schemas, failures: Failures): object {
  const described = parameters(route, schemas)
  return {
    operationId: name,
    summary: route.summary,
    description: descriptionOf(route),
    tags: [route.path.split('/')[1]],
    security: route.access === 'anyone' ? [] : [{ bearer: [] }, ...(route.ticket ? [{ ticket: [] }] : [])],
    ...(route.atRoot ? { servers: [{ url: '/' }] } : {}),
    ...(described.length > 0 ? { parameters: described } : {}),
    ...(route.upload ? { requestBody: formBody(route, schemas) } : {}),
    ...(route.signedBy ? { requestBody: { required: true, content: content({}) } } : {}),
    ...(route.body && !route.upload ? { requestBody: requestBody(route.body, route, schemas) } : {}),
    responses: responses(route, schemas, failures),
  }
}

type Described = {
  paths: Record<string, Record<string, object>>
  schemas: Record<string, object>
  responses: Record<string, object>
}
const cache = new WeakMap<Routes, Described>()

function describe(routes: Routes): Described {
  const known = cache.get(routes)
  if (known) return known
  const schemas = openSchemas()
  const failures = nameFailures(routes)
  const paths: Described['paths'] = {}
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route, schemas, failures) }
  }
  const made = { paths, schemas: schemas.components, responses: failuresOf(failures) }
  cache.set(routes, made)
  return made
}

export function openApiDocument(
  routes: Routes,
  { brand, version, prefix }: { brand: string; version: string; prefix: string },
) {
  const { paths, schemas, responses } = describe(routes)
  return {
    openapi: '3.1.0',
    info: { title: brand, version, description: 'All calls of the API. Every failure has the same body: see Error.' },
    servers: [{ url: prefix }],
    components: {
      schemas: { Error: errorSchema, ...schemas },
      responses,
      parameters: { Reason: reasonHeader },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        ticket: { type: 'apiKey', in: 'query', name: 'ticket', description: 'For a single download by link' },
      },
    },
    paths,
  }
}

const docsPolicy = [
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
  "base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'none'",
].join('; ')

export async function serveDocs(app: FastifyInstance, document: ReturnType<typeof openApiDocument>): Promise<void> {
  let text: string | undefined
  for (const { url } of document.servers)
    app.get(`${url}/openapi.json`, async (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send((text ??= JSON.stringify(document))),
    )
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => void reply.header('content-security-policy', docsPolicy))
    // The plugin's types know only older versions of OpenAPI.
    await docs.register(swagger, { mode: 'static', specification: { document: document as never } })
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: false,
      uiConfig: { docExpansion: 'none', displayRequestDuration: true },
    })
  })
}
