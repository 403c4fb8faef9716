import { expect, test } from 'vitest'
import { unsubscribePath } from '../../src/features/delivery/mail/mail.ts'
import { shared, startWorld } from '../world.ts'

const anyWorld = shared(startWorld)

const choice = { mail: 'off', push: false } as const

test('concurrent changes to notification settings are all kept', async () => {
  const world = await anyWorld()
  const ada = await world.member()
  const kinds = ['match', 'superlike', 'like', 'message', 'report', 'subscription'] as const
  await Promise.all(kinds.map((kind) => ada.client.setNotificationSettings({ body: { kinds: { [kind]: choice } } })))
  const { settings } = (await ada.client.getNotificationSettings()).data
  expect(kinds.map((kind) => settings.kinds[kind])).toEqual(kinds.map(() => choice))
})

test('turning off all email keeps a concurrent change to push settings', async () => {
  const world = await anyWorld()
  const ada = await world.member()
  const path = unsubscribePath(world.deps.keys, ada.user._id)
  const quiet = { from: 22, to: 7 }
  await Promise.all([world.request(path, { method: 'POST' }), ada.client.setNotificationSettings({ body: { quiet } })])
  const { settings } = (await ada.client.getNotificationSettings()).data
  expect(settings.quiet).toEqual(quiet)
  expect(Object.values(settings.kinds).every(({ mail }) => mail === 'off')).toBe(true)
})

test('the link in a mail program ends the mail with whatever form it sends, and a browser is led to the settings', async () => {
  const world = await anyWorld()
  const bodies: [type: string, body: string][] = [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\n1\r\n--x--\r\n',
    ],
    ['application/json', '{'],
  ]
  for (const [type, body] of bodies) {
    const { user, client } = await world.member()
    // Mail services add parameters of their own.
    const path = `${unsubscribePath(world.deps.keys, user._id)}&utm_source=x`
    const answer = await world.request(path, { method: 'POST', headers: { 'content-type': type }, body })
    expect([type, answer.status, await answer.json()]).toEqual([type, 200, { done: true }])
    const { settings } = (await client.getNotificationSettings()).data
    expect(settings.kinds.match.mail).toBe('off')
  }
  const opened = await world.request('/unsubscribe?t=x', { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([
    302,
    expect.stringContaining('/settings#notifications'),
  ])
  expect((await world.request('/unsubscribe?t=x', { method: 'POST' })).status).toBe(400)
  expect((await world.request('/unsubscribe', { method: 'PUT' })).status).toBe(404)
})
