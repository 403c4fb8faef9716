import { expect, test } from 'vitest'
import { shared, startWorld } from '../world.ts'

const anyWorld = shared(startWorld)

test('who hides their distance and limits it is told that no one finds them, wherever either is set', async () => {
  const world = await anyWorld()
  const ada = await world.dater({ firstName: 'Ada' }, { interestedIn: ['q'] })
  const ben = await world.dater({ firstName: 'Ben' }, { gender: 'q' })
  const isFound = async () => (await ada.client.searchPeople({ query: {} })).data.users.length === 1
  const noticed = async () => (await ben.client.getPreferences()).data.notice?.kind ?? null

  const limited = await ben.client.setPreferences({ body: { distance: 25 } })
  expect([limited.data.notice, await isFound()]).toEqual([null, true])
  const hidden = await ben.client.setPrivacy({ body: { hideDistance: true } })
  expect(hidden.data).toMatchObject({
    privacySettings: { hideDistance: true },
    notice: { kind: 'unseen', text: expect.stringContaining('no one finds you') },
  })
  expect([await noticed(), await isFound()]).toEqual(['unseen', false])

  const unlimited = await ben.client.setPreferences({ body: { distance: null } })
  expect(unlimited.data.notice).toMatchObject({ kind: 'seen_by_fewer' })
  expect([await noticed(), await isFound()]).toEqual(['seen_by_fewer', true])
  // Members who limit the distance don't find them at any limit, so results reveal nothing about the distance.
  await ada.client.setPreferences({ body: { distance: 160 } })
  expect(await isFound()).toBe(false)
  await ada.client.setPreferences({ body: { distance: null } })

  expect((await ben.client.setPreferences({ body: { distance: 50 } })).data.notice).toMatchObject({ kind: 'unseen' })
  const shown = await ben.client.setPrivacy({ body: { hideDistance: false } })
  expect([shown.data.notice, await noticed(), await isFound()]).toEqual([null, null, true])
})
