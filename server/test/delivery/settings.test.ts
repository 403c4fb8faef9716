import { expect, test } from 'vitest'
import { unsubscribePath } from '../../src/features/delivery/mail/unsubscribe-link.ts'
import { startWorld } from '../world.ts'

const choice = { mail: 'off', push: false } as const

test('concurrent changes to notification settings are all kept', async () => {
  const world = await startWorld()
  const ada = await world.member()
  const kinds = ['match', 'superlike', 'like', 'message', 'report', 'subscription'] as const
  await Promise.all(kinds.map((kind) => ada.client.setNotificationSettings({ body: { kinds: { [kind]: choice } } })))
  const { settings } = (await ada.client.getNotificationSettings()).data
  expect(kinds.map((kind) => settings.kinds[kind])).toEqual(kinds.map(() => choice))
})

test('turning off all email keeps a concurrent change to push settings', async () => {
  const world = await startWorld()
  const ada = await world.member()
  const path = unsubscribePath(world.deps.keys, ada.user._id)
  const quiet = { from: 22, to: 7 }
  await Promise.all([world.request(path, { method: 'POST' }), ada.client.setNotificationSettings({ body: { quiet } })])
  const { settings } = (await ada.client.getNotificationSettings()).data
  expect(settings.quiet).toEqual(quiet)
  expect(Object.values(settings.kinds).every(({ mail }) => mail === 'off')).toBe(true)
})
