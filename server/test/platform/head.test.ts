import { api, isForStaff, type Route } from '@kindred/contract'
import { request, type IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { urlOf } from '../addresses.ts'
import { shared, startWorld, type World } from '../world.ts'

const anyWorld = shared(startWorld)

const pages = [
  '/',
  '/welcome',
  '/users',
  '/users/42?tab=reports',
  '/discover',
  '/premium/checkout',
  '/no/such/page',
  '/manifest.webmanifest',
  '/robots.txt',
  '/.well-known/change-password',
  '/.well-known/security.txt',
  '/healthz',
  '/readyz',
  '/readyz/database',
  '/readyz/process',
  '/docs',
  '/docs/',
  '/docs/static/swagger-ui.css',
  '/dev/outbox',
  '/dev/payments',
  '/dev/payments.js',
  '/dev/kit',
  '/api/v1/openapi.json',
  '/api/v1/nothing',
  '/dev/nothing',
  '/media/nothing',
  '/mail/unsubscribe',
]

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/** Uses Node's own client, because fetch would hide a body after the headers. */
const ask = (world: World, method: string, path: string, token?: string, reason?: string) =>
  new Promise<Answer>((resolve, reject) => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(reason ? { 'x-reason': reason } : {}),
    }
    const sent = request(world.base + path, { method, headers }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => (body += String(chunk)))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body }))
    })
    sent.on('error', reject).end()
  })

/** The parts of a response that are equal for equal requests, unlike times and ids. */
const comparable = ({ status, headers }: Answer) => {
  const { date, 'x-request-id': id, 'transfer-encoding': sentAs, 'content-length': length, ...rest } = headers
  return { status, rest, dated: date !== undefined, known: id !== undefined, whole: sentAs ?? length }
}

test('every page answers HEAD like GET, without a body', async () => {
  const world = await anyWorld()
  for (const path of pages) {
    const [get, head] = [await ask(world, 'GET', path), await ask(world, 'HEAD', path)]
    // Lengths are comparable although an error contains its request's id, because ids have a fixed length.
    expect([path, comparable(head)]).toEqual([path, comparable(get)])
    expect([path, head.body]).toEqual([path, ''])
  }
})

test('every call answers HEAD with the status of GET, without a body', async () => {
  const world = await anyWorld()
  const [dater, ines] = [await world.dater(), await world.administrator()]
  const reads = (Object.entries(api) as [string, Route][]).filter(
    ([, { method, starts }]) => method === 'GET' && !starts,
  )
  expect(reads.length).toBeGreaterThan(30)
  for (const [name, route] of reads) {
    const path = urlOf(route)
    const { token } = isForStaff(route.access) ? ines : dater
    const reason = route.forReason && 'A yearly count.'
    const [get, head] = [await ask(world, 'GET', path, token, reason), await ask(world, 'HEAD', path, token, reason)]
    expect([name, head.status, head.headers['content-type'], head.body]).toEqual([
      name,
      get.status,
      get.headers['content-type'],
      '',
    ])
  }
})

test('HEAD on the users export doesn’t export anyone', async () => {
  const world = await startWorld()
  const { token, client } = await world.administrator()
  const { status, headers, body } = await ask(world, 'HEAD', '/api/v1/admin/users/export.csv', token)
  expect([status, headers['content-type'], body]).toEqual([200, 'text/csv; charset=utf-8', ''])
  expect((await client.listAudit({ query: { action: 'users.exported' } })).data.entries).toEqual([])
})

test('HEAD on a call that starts something starts nothing and uses up no ticket', async () => {
  const world = await anyWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const before = (await world.mailsTo(ada.email, 1)).length
  expect((await ask(world, 'HEAD', '/api/v1/auth/export', ada.token)).status).toBe(405)
  const { ticket } = (await ines.client.issueExportTicket({ reason: 'A yearly count.' })).data
  const path = `/api/v1/admin/users/export.csv?ticket=${ticket}`
  expect((await ask(world, 'HEAD', path)).status).toBe(200)
  expect((await ask(world, 'GET', path)).body).toContain(ada.email)
  expect((await ask(world, 'GET', path)).status).toBe(401)
  await ada.client.exportOwnData()
  expect((await world.mailsTo(ada.email, before + 1)).length).toBe(before + 1)
})
