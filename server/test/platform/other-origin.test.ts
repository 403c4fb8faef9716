import { SOCKET_PATH } from '@kindred/contract'
import { io as connect } from 'socket.io-client'
import { expect, test } from 'vitest'
import { parseConfig } from '../../src/config.ts'
import { sendDueDigests } from '../../src/features/delivery/notifications/notifications.ts'
import { shared, startWorld, type World } from '../world.ts'

// The web on one origin and the API on another: no other origin has access.

const web = 'https://kindred.example'
const strangers = ['https://evil.example', 'http://kindred.example', 'https://kindred.example:8443', 'null']
const apart = () => startWorld({ env: { PUBLIC_URL: web, API_URL: 'https://api.kindred.example' } })

const sharedApart = shared(apart)

const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))
const preflight = (world: World, origin: string) =>
  world.request('/api/v1/media', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  })

test('the web on another origin can send its requests and read the answers it needs', async () => {
  const world = await apart()
  const preflighted = await preflight(world, web)
  expect([preflighted.status, corsOf(preflighted)]).toEqual([
    204,
    {
      'access-control-allow-origin': web,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization, content-type, if-match, x-reason',
      'access-control-expose-headers': 'retry-after, content-disposition, x-request-id',
      'access-control-max-age': '600',
    },
  ])
  const answer = await world.request('/api/v1/status', { headers: { origin: web } })
  expect(corsOf(answer)).toEqual({
    'access-control-allow-origin': web,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after, content-disposition, x-request-id',
  })
})

test.each(strangers)('a page of %s can read nothing', async (origin) => {
  const world = await sharedApart()
  expect(corsOf(await preflight(world, origin))).toEqual({})
  const answer = await world.request('/api/v1/status', { headers: { origin } })
  expect(corsOf(answer)).toEqual({})
  // Responses cached for one origin aren't served to another.
  expect(answer.headers.get('vary')).toContain('origin')
})

test('the web can show pictures, and no page can embed anything else', async () => {
  const world = await apart()
  const ada = await world.dater()
  const url = (await ada.client.getProfile()).userData.user.profilePicture!
  const policyAt = async (path: string) => (await world.request(path)).headers.get('cross-origin-resource-policy')
  expect(await policyAt(url)).toBe('cross-origin')
  for (const path of ['/api/v1/status', '/api/v1/picturesque', '/welcome', '/docs', '/icon.svg'])
    expect([path, await policyAt(path)]).toEqual([path, 'same-origin'])
})

test('when the web is on our own origin, its pictures stay there', async () => {
  const world = await startWorld()
  const { host } = new URL(world.config.PUBLIC_URL)
  const { headers } = await world.app.inject({ url: '/api/v1/pictures/unknown/large', headers: { host } })
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
})

test.each([...strangers, web])('a socket from %s is accepted only if it is the web', async (origin) => {
  const world = await sharedApart()
  const { token } = await world.member()
  const socket = connect(world.base, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    auth: { token },
    extraHeaders: { origin },
    reconnection: false,
  })
  const opened = await new Promise((resolve) =>
    socket.once('connect', () => resolve(true)).once('connect_error', () => resolve(false)),
  )
  expect(opened).toBe(origin === web)
  socket.close()
})

test('links in emails lead to the web, and one-click unsubscribe to the API', async () => {
  const world = await apart()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await world.matched(ada, ben)
  await ben.client.setNotificationSettings({ body: { kinds: { match: { mail: 'now', push: false } } } })
  await sendDueDigests(world.deps)
  world.turnClock(31_000)
  await sendDueDigests(world.deps)
  const { text, raw } = (await world.mailsTo(ben.email, 2)).at(-1)!
  expect(text).toContain(`${web}/settings#notifications`)
  expect(raw.replace(/\r?\n[ \t]+/g, ' ')).toMatch(
    /List-Unsubscribe: <https:\/\/api\.kindred\.example\/unsubscribe\?t=/i,
  )
  // People who open the unsubscribe link themselves are redirected to the web's settings.
  const opened = await world.request('/unsubscribe', { redirect: 'manual' })
  expect(opened.headers.get('location')).toBe(`${web}/settings#notifications`)
})

test.each([
  [{ API_URL: 'https://kindred.example/api' }, 'without a path'],
  [{ API_URL: 'https://api.kindred.example' }, 'PUBLIC_URL must be set'],
  [{ API_URL: 'http://api.kindred.example', PUBLIC_URL: web }, 'must begin with https'],
])('an API address that no page could call prevents the start: %j', (env, why) => {
  expect(() => parseConfig(env, '.')).toThrow(why)
})
