import { api } from '@kindred/contract'
import { expect, test } from 'vitest'
import { migrate, steps } from '../../src/infra/db/migrate.ts'
import { present } from '../../../scripts/present.ts'
import { shared, startWorld, until } from '../world.ts'

const anyWorld = shared(startWorld)

test('anyone can read the status, which has only public settings', async () => {
  const world = await startWorld({ env: { BRAND_NAME: 'Nestling', SUPPORT_EMAIL: 'help@nestling.example' } })
  const status = await world.client().getStatus()
  expect(status).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    settings: { brand: 'Nestling', supportEmail: 'help@nestling.example' },
  })
})

test('a running server is alive and ready, and serves metrics to this machine only', async () => {
  const world = await anyWorld()
  expect((await world.request('/healthz')).status).toBe(200)
  expect((await world.request('/readyz')).status).toBe(200)
  expect(await (await world.request('/metrics')).text()).toContain('http_request_duration_seconds')
  const relayed = await world.request('/metrics', { headers: { 'x-forwarded-for': '10.1.2.3' } })
  expect(relayed.status).toBe(404)
})

test('metrics require their token if one is set', async () => {
  const world = await startWorld({ env: { METRICS_TOKEN: 'a-token-of-some-length' } })
  expect((await world.request('/metrics')).status).toBe(404)
  const answer = await world.request('/metrics', { headers: { authorization: 'Bearer a-token-of-some-length' } })
  expect(answer.status).toBe(200)
})

test('OpenAPI 3.1 describes every call and its errors', async () => {
  const world = await anyWorld()
  const answer = await world.request('/api/v1/openapi.json')
  const document = (await answer.json()) as {
    openapi: string
    paths: Record<
      string,
      Record<string, { operationId: string; responses: object; requestBody?: { required: boolean } }>
    >
    components: Record<'schemas' | 'responses', Record<string, object>>
  }
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/status']?.['get']).toMatchObject({
    operationId: 'getStatus',
    responses: { 200: {}, 429: {}, 503: {} },
  })
  // A file that opens by session or ticket, and a path without the prefix, are included.
  expect(document.paths['/admin/users/export.csv']?.['get']).toMatchObject({
    security: [{ bearer: [] }, { ticket: [] }],
    responses: { 200: { content: { 'text/csv': {} } } },
  })
  expect(document.paths['/webhooks/stripe']?.['post']).toMatchObject({
    servers: [{ url: '/' }],
    parameters: [{ name: 'stripe-signature', in: 'header', required: true }],
  })
  // Components are named and not repeated, so that generated clients have named types.
  const text = JSON.stringify(document)
  expect(text.length / Object.keys(api).length).toBeLessThan(1850)
  expect(document.components.schemas).toMatchObject({ Person: {}, Message: {}, Report: {}, Error: {} })
  for (const [, part, name] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g))
    expect(document.components[part as 'schemas']).toHaveProperty(name!)
  expect(document.paths['/media']?.['post']?.requestBody).toMatchObject({
    content: { 'multipart/form-data': { schema: { required: ['file'] } } },
  })
  const page = await world.request('/docs')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).not.toContain("script-src 'self' 'unsafe")
})

test('a body that can be left out is described as optional, and is', async () => {
  const world = await anyWorld()
  const { token } = await world.dater()
  const { paths } = (await (await world.request('/api/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, { requestBody?: { required: boolean } }>>
  }
  const optional = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      requestBody?.required === false && path !== '/auth/logout' ? [[method, path]] : [],
    ),
  ) as [string, string][]
  expect(optional).toContainEqual(['put', '/auth/privacy'])
  for (const [method, path] of optional) {
    const answer = await world.request(
      `/api/v1${path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')}`,
      {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${token}` },
      },
    )
    expect(`${method} ${path} ${(await answer.text()).includes('Expected object')}`).toBe(`${method} ${path} false`)
  }
})

test('a web address gets its page under the strict policy', async () => {
  const world = await anyWorld()
  const page = await world.request('/some/where')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'")
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const titleOf = async (path: string) => /<title>(.*?)<\/title>/.exec(await (await world.request(path)).text())?.[1]
  expect([await titleOf('/faqs?from=elsewhere'), await titleOf('/some/where')]).toEqual(['FAQs · Kindred', 'Kindred'])
})

test('every answer has a request id, and the log one line for it', async () => {
  const world = await anyWorld()
  const answer = await world.request('/api/v1/status')
  const id = answer.headers.get('x-request-id')!
  const lines = world
    .logged()
    .split('\n')
    .filter((line) => line.includes(id))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { requestId: id, call: 'getStatus', status: 200, path: '/api/v1/status' },
  ])
})

test('when the database drops every connection, the server stays up, reports unavailability and recovers', async () => {
  const world = await anyWorld()
  const { client } = await world.member()
  const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await world.query(others)
  const statuses = await Promise.all(
    Array.from({ length: 20 }, () => world.request('/readyz').then(({ status }) => status)),
  )
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  await until(async () => (await world.request('/readyz')).status === 200)
  await expect(client.getProfile()).resolves.toBeTruthy()
})

test('a server that is stopped finishes its requests', async () => {
  const world = await startWorld()
  const { email, password } = await world.member()
  let started = 0
  world.app.server.on('request', () => started++)
  const running = Array.from({ length: 20 }, () => world.client().login({ body: { email, password } }))
  await until(() => started === 20)
  const stopped = world.stop()
  const outcomes = await Promise.allSettled(running)
  await stopped
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('a database from a newer version is refused only if that version says so', async () => {
  const env = { TOKEN_SECRET: 'a secret of both versions of the server' }
  const world = await startWorld({ env })
  const note = (name: string, needs: string) =>
    world.query(`insert into migrations values ('${name}', now(), ${needs})`)
  await note('9997_more', 'null')
  await note('9998_less', `'${steps().at(-1)}'`)
  await migrate(world.deps.db)
  const { databaseUrl, appUrl } = world
  const again = await startWorld({ databaseUrl, appUrl, env })
  expect((await again.request('/readyz')).status).toBe(200)
  await note('9999_far_less', `'9997_more'`)
  await expect(migrate(world.deps.db)).rejects.toThrow(/newer version.*9999_far_less/)
  await expect(startWorld({ databaseUrl, appUrl, env })).rejects.toThrow('newer version')
})

test('only the web under PUBLIC_URL may call from its origin, with credentials', async () => {
  const world = await startWorld({ env: { PUBLIC_URL: 'https://kindred.example' } })
  const ask = (origin: string) =>
    world.request('/api/v1/auth/login', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  const own = await ask('https://kindred.example')
  expect([
    own.status,
    own.headers.get('access-control-allow-origin'),
    own.headers.get('access-control-allow-credentials'),
  ]).toEqual([204, 'https://kindred.example', 'true'])
  const foreign = await ask('https://evil.example')
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  expect(
    (await world.request('/api/v1/status', { headers: { origin: 'https://evil.example' } })).headers.get(
      'access-control-allow-origin',
    ),
  ).toBeNull()
  expect(
    (await world.request('/api/v1/status', { headers: { origin: 'https://kindred.example' } })).headers.get(
      'access-control-allow-origin',
    ),
  ).toBe('https://kindred.example')
})

test('every page has exactly the specified policy', async () => {
  const world = await anyWorld()
  expect((await world.request('/welcome')).headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types kindred",
  )
})

test('only administrators see the version, waiting and failed jobs, and standbys', async () => {
  const world = await startWorld()
  const [{ client }, ada] = [await world.administrator(), await world.dater()]
  await world.query(`insert into pgboss.job (name, data, start_after)
    values ('resume-pushes', '{}', now() - interval '1 hour'), ('failed-jobs', '{}', now())`)
  const { health } = (await client.getHealth()).data
  const { rows: servers } = await world.query('show server_version')
  expect(health).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    database: servers[0].server_version,
    failedJobs: 1,
    lacksStandby: false,
    replicaSeconds: null,
  })
  expect(health.jobs).toContainEqual({ job: 'resume-pushes', due: 1, seconds: expect.closeTo(3600, -2) })
  expect(Date.parse(health.startedAt)).toBeLessThan(present().getTime())
  await expect(ada.client.getHealth()).rejects.toMatchObject({ status: 403 })
  await expect(world.client().getHealth()).rejects.toMatchObject({ status: 401 })
})
