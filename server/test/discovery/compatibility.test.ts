import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Person } from '../people.ts'
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

test('someone who is still figuring it out is not said to look for the same', async () => {
  const world = await startWorld()
  const ada = await world.dater({}, { intention: 'long-term' })
  const ben = await world.dater({ firstName: 'Ben' }, { intention: 'open' })
  const reasonsOf = async (viewer: Person, other: Person) =>
    (await viewer.client.getCompatibility({ params: { userId: other.user._id } })).data.reasons.map(({ text }) => text)
  expect(await reasonsOf(ada, ben)).toContain('You’re looking for something long-term. They’re still figuring it out.')
  expect(await reasonsOf(ben, ada)).toContain('They’re looking for something long-term. You’re still figuring it out.')
})
