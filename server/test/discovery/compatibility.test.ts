import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startWorld } from '../world.ts'

test('compatibility of a pair is computed once, and reads nothing else of the other member', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const params = { userId: ben.user._id }
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => sent.mockRestore())
  await ada.client.getCompatibility({ params })
  const texts = sent.mock.calls.map(([statement]) => JSON.stringify(statement))
  expect(texts.filter((text) => text.includes('left join answer_sheets'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('to_jsonb(p) as profile'))).toEqual([])
  await ben.client.block({ body: { userId: ada.user._id } })
  await expect(ada.client.getCompatibility({ params })).rejects.toMatchObject({ status: 404 })
})
