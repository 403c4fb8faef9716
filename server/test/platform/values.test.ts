import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { registration } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

const anyWorld = shared(startWorld)

// Input that JSON or a URL can represent but PostgreSQL can't is refused up front.

type Sent = [method: string, path: string, body?: unknown]

async function answerTo(world: World, token: string, [method, path, body]: Sent): Promise<string> {
  const answer = await world.request(`/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return `${method} ${path} ${JSON.stringify(body) ?? ''} ${answer.status}`
}

async function others(world: World, token: string, all: Sent[], expected: readonly number[]): Promise<string[]> {
  const answers = await Promise.all(all.map((sent) => answerTo(world, token, sent)))
  return answers.filter((each) => !expected.includes(Number(each.slice(-3))))
}

const withNul = (text: string): string[] => [`${text}\0`, `\ud800${text}`]

test("text the database can't store is refused wherever a member can write it", async () => {
  const world = await anyWorld()
  const { token } = await world.dater()
  const keys = { p256dh: 'BPx', auth: 'c2' }
  const endpoint = 'https://fcm.googleapis.com/fcm/send/a'
  const id = randomUUID()
  const sent = withNul('text').flatMap((odd): Sent[] => [
    ['POST', '/searches', { name: 'Mine', query: { q: odd } }],
    ['POST', '/searches', { name: 'Mine', query: { [odd]: 'x' } }],
    ['POST', '/notifications/push', { endpoint: endpoint + odd, keys }],
    ['POST', '/notifications/push', { endpoint, keys: { ...keys, p256dh: odd } }],
    ['POST', '/notifications/push', { endpoint, keys: { ...keys, auth: odd } }],
    ['DELETE', '/notifications/push', { endpoint: odd }],
    ['PUT', '/discovery/preferences', { dealbreakers: { religion: [odd] } }],
    ['PUT', '/discovery/preferences', { dealbreakers: { smoking: [odd] } }],
    ['PUT', '/auth/edit-profile', { timeZone: odd }],
    ['POST', '/subscription/confirm', { subscriptionId: id, paymentIntentId: odd }],
    ['POST', `/matches/${id}/messages`, { clientId: `client-${odd}`, text: 'Hello' }],
    ['POST', '/auth/facebook', { accessToken: 'x', userID: odd }],
  ])
  expect(await others(world, token, sent, [400])).toEqual([])
  const inAddress: Sent[] = [
    ['GET', '/auth/search-users?city=%00'],
    ['GET', '/auth/search-users?gender=%00'],
    ['GET', '/auth/search-users?interests=%00'],
    ['GET', '/discovery?cursor=%00'],
  ]
  expect(await others(world, token, inAddress, [400])).toEqual([])
  const searched = ['/auth/search-users?q=%00', '/messages/search?q=a%00b', '/places?q=%00']
  expect(
    await others(
      world,
      token,
      searched.map((path): Sent => ['GET', path]),
      [200],
    ),
  ).toEqual([])
  const paths: Sent[] = [
    ['PUT', '/subscription/payment-methods/%00/default'],
    ['DELETE', '/subscription/payment-methods/a%00b'],
    ['DELETE', '/auth/picture/%00'],
    ['DELETE', '/questions/%00/answer'],
  ]
  expect(await others(world, token, paths, [404])).toEqual([])
})

test('nonexistent days, months and times are refused, and so is unsearchable text in the back office', async () => {
  const world = await startWorld()
  const { token } = await world.administrator()
  const refused = [
    ...['foo+1', 'foo 1', '1', '0000-01-01', '2026-02-30', '2026-13-01', '+012345-01-01', 'yesterday'].flatMap((at) => [
      `/admin/audit?from=${encodeURIComponent(at)}`,
      `/reports/reports?to=${encodeURIComponent(at)}`,
    ]),
    ...['0000-01', '0000-01-01', '2026-02-31', '2026-13'].flatMap((day) => [
      `/admin/users?joined=${day}`,
      `/admin/users?until=${day}`,
    ]),
    '/admin/users?gender=%00',
    '/admin/users/export.csv?gender=%00',
    '/admin/audit?action=%00',
    ...['Not/AZone', '%2B02:00', '%00'].flatMap((zone) => [
      `/admin/users?timeZone=${zone}`,
      `/admin/statistics?timeZone=${zone}`,
    ]),
  ].map((path): Sent => ['GET', path])
  expect(await others(world, token, refused, [400])).toEqual([])
  const taken = [
    '/admin/audit?from=2026-02-28&to=2026-03-01T10:00:00.000Z',
    '/reports/reports?from=2026-02-28T23:59:59%2B02:00',
    '/admin/users?joined=2024-02-29&timeZone=Asia/Calcutta',
    '/admin/users?joined=0001-01&until=9999-12-31',
    '/admin/users?search=%00',
    '/reports/reports?search=%00',
  ].map((path): Sent => ['GET', path])
  expect(await others(world, token, taken, [200])).toEqual([])
})

test('a number that fits no column is refused', async () => {
  const world = await anyWorld()
  const [{ token }, ines] = [await world.dater(), await world.administrator()]
  const id = randomUUID()
  const sent = [1e300, 3e9, 18.5].flatMap((odd): Sent[] => [
    ['PUT', `/matches/${id}/read`, { seq: odd }],
    ['PUT', '/discovery/preferences', { ageMin: odd }],
    ['PUT', '/auth/edit-profile', { basics: { height: odd + 100 } }],
  ])
  expect(await others(world, token, sent, [400])).toEqual([])
  const refunds = [1e300, 3e9, 1.5].map((amount): Sent => [
    'POST',
    `/admin/invoices/${id}/refund`,
    { amount, reason: 'Twice' },
  ])
  expect(await others(world, ines.token, refunds, [400])).toEqual([])
})

test('a password can contain any character, because it is only hashed', async () => {
  const world = await anyWorld()
  const ada = await world.newcomer({ password: 'harbour\0 lemon violin' })
  const { data } = await world.client().login({ body: { email: ada.email, password: ada.password } })
  expect(data.user._id).toBe(ada.user._id)
  const odd: Sent[] = ['\0', '\ud800'].flatMap((text): Sent[] => [
    ['POST', '/auth/login', { email: text, password: text }],
    ['POST', '/auth/login', { email: ada.email, password: text }],
    ['POST', '/auth/refresh-token', { refreshToken: text }],
    ['POST', '/auth/verify-email', { token: text }],
    ['POST', '/auth/verify-email', { verificationToken: text, code: text }],
    ['POST', '/auth/reset-password', { token: text, password: 'harbour lemon violin' }],
    ['POST', '/auth/second-factor', { challenge: text, code: text }],
    ['POST', '/auth/step-up', { password: text, code: text }],
    ['POST', '/auth/email/confirm', { token: text }],
  ])
  expect(await others(world, ada.token, odd, [400, 401])).toEqual([])
  const same: Sent[] = [
    ['POST', '/auth/forgot-password', { email: '\0' }],
    ['POST', '/auth/resend-verification', { email: '\0' }],
  ]
  expect(await others(world, ada.token, same, [200, 400])).toEqual([])
})

test('a range with reversed ends is refused', async () => {
  const world = await anyWorld()
  const { client } = await world.dater()
  await client.setPreferences({ body: { ageMin: 30, ageMax: 40 } })
  for (const body of [{ ageMin: 50, ageMax: 30 }, { ageMin: 41 }, { ageMax: 29 }])
    await expect(client.setPreferences({ body })).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  expect((await client.getPreferences()).data.preferences).toMatchObject({ ageMin: 30, ageMax: 40 })
})

test('an address field with two addresses is refused before any email is written', async () => {
  const world = await startWorld()
  const ada = await world.member()
  const odd = [
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    'a@b.example;c@d.example',
    '"a" <a@b.example>',
    'a@b.example%0aBcc:c@d.example x',
  ]
  const mails = async () => (await world.query('select count(*) as all from mails')).rows[0]
  const before = await mails()
  for (const email of odd) {
    const { email: _, ...others } = registration()
    await expect(world.client().register({ body: { ...others, email } })).rejects.toMatchObject({ status: 400 })
    await expect(ada.client.changeEmail({ body: { email, password: ada.password } })).rejects.toMatchObject({
      status: 400,
    })
  }
  expect(await mails()).toEqual(before)
})
