import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld, until, type World } from '../world.ts'

// A local collector receives traces (OTLP over HTTP, as JSON).

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}
type Body = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

async function collector() {
  const spans: Span[] = []
  const received = { text: '', status: 200 }
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const text = Buffer.concat(chunks).toString()
        received.text += `${incoming.method} ${incoming.url} ${text}`
        const { resourceSpans } = JSON.parse(text) as Body
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
        response.writeHead(received.status).end('{}')
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))))
  return { spans, received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const valueOf = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value
const linesOf = (world: World) =>
  world
    .logged()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('a request, its statements and the jobs it adds are one trace, whose id is in the log', async () => {
  const { spans, received, url } = await collector()
  const world = await startWorld({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } })
  const { email } = await world.member()
  const forged = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const answer = await world.request('/api/v1/auth/forgot-password', {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: forged },
    body: JSON.stringify({ email }),
  })
  expect(answer.status).toBe(200)
  await world.mailsTo(email, 2)
  const find = (name: string, parent?: Span) =>
    until(() => spans.find((span) => span.name === name && (!parent || span.parentSpanId === parent.spanId)))
  const root = await find('forgotPassword')
  const job = await find('send-reset', root)
  const mail = await find('send-mail', job)
  expect([root.kind, job.kind, mail.kind]).toEqual([2, 5, 5])
  expect(root.parentSpanId).toBeUndefined()
  expect(valueOf(root, 'http.response.status_code')).toEqual({ intValue: '200' })
  expect(valueOf(root, 'kindred.request_id')).toEqual({ stringValue: answer.headers.get('x-request-id') })
  expect(new Set([root, job, mail].map(({ traceId }) => traceId)).size).toBe(1)
  for (const parent of [root, job, mail]) {
    const statement = await until(() => spans.find((span) => span.parentSpanId === parent.spanId && span.kind === 3))
    expect(statement.traceId).toBe(root.traceId)
    expect(valueOf(statement, 'db.query.text')!.stringValue!.toLowerCase()).toContain(statement.name)
    expect(BigInt(statement.endTimeUnixNano)).toBeGreaterThan(BigInt(statement.startTimeUnixNano))
    expect(BigInt(statement.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(parent.startTimeUnixNano))
  }
  const line = linesOf(world).find(({ requestId }) => requestId === answer.headers.get('x-request-id'))
  expect(line).toMatchObject({ call: 'forgotPassword', traceId: root.traceId })
  // Traces contain neither personal data nor ids chosen by a client.
  expect(received.text).toMatch(/^POST \/v1\/traces /)
  expect(received.text).not.toContain(email)
  expect(received.text).not.toContain('aaaaaaaaaaaaaaaa')
})

test('a body that arrives after its head changes nothing of the trace', async () => {
  const { spans, url } = await collector()
  const world = await startWorld({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } })
  const { email, password } = await world.member()
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const arrived = once(world.app.server, 'request')
  const sending = request(`${world.base}/api/v1/auth/login`, { method: 'POST', headers })
  sending.flushHeaders()
  await arrived
  const answered = once(sending, 'response')
  sending.end(body)
  const [answer] = (await answered) as [IncomingMessage]
  answer.resume()
  expect(answer.statusCode).toBe(200)
  const login = await until(() => spans.find(({ name }) => name === 'login'))
  await until(() => spans.some(({ parentSpanId, kind }) => parentSpanId === login.spanId && kind === 3))
})

test('a job that fails says so in its trace, and its trace makes no second row of failed jobs', async () => {
  const { spans, url } = await collector()
  const world = await startWorld({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, SMTP_URL: 'smtp://127.0.0.1:9' } })
  await world.member()
  const failed = await until(() => spans.find(({ name, status }) => name === 'send-mail' && status.code === 2))
  const line = await until(() => linesOf(world).find(({ msg, traceId }) => msg === 'a job failed' && traceId))
  expect(line['traceId']).toBe(failed.traceId)
  const { client } = await world.administrator()
  const trace = `00-${failed.traceId}-${failed.spanId}-01`
  await world.query(`insert into pgboss.job (name, data, source_name) values
    ('failed-jobs', '{"batchId": "1", "traceparent": "${trace}"}', 'batch'), ('failed-jobs', '{"batchId": "1"}', 'batch')`)
  expect((await client.listFailedJobs({ query: {} })).data.jobs).toMatchObject([{ about: { batchId: '1' }, times: 2 }])
})

test('a collector that refuses costs one line of the log; without one, nothing is traced', async () => {
  const { received, url } = await collector()
  received.status = 503
  const world = await startWorld({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } })
  await world.client().getStatus()
  await until(() => world.logged().includes('traces could not be sent'))
  await world.client().getStatus()
  await world.stop()
  expect(linesOf(world).filter(({ msg }) => msg === 'traces could not be sent')).toHaveLength(1)
  const other = await startWorld()
  await other.member()
  expect(other.logged()).not.toContain('traceId')
  expect((await other.query(`select from pgboss.job where data ? 'traceparent'`)).rowCount).toBe(0)
})
