import { expect, test } from 'vitest'
import { nameOf } from '../people.ts'
import { bornYearsAgo } from '../../../scripts/present.ts'
import { startWorld } from '../world.ts'

test('each filter shows how many people it hides, and the smallest change that shows most is named', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  for (let each = 0; each < 3; each++) await world.dater({ firstName: 'Old', dateOfBirth: bornYearsAgo(41) })
  await ada.client.setPreferences({ body: { ageMax: 40 } })
  expect((await ada.client.getFilterCosts()).data).toEqual({
    fitting: 0,
    filters: [
      { name: 'age', hides: 3 },
      { name: 'gender', hides: 0 },
    ],
    suggestion: { text: 'Include people up to age 42', gains: 3, change: { ageMax: 42 } },
    withoutFilters: { people: 3, change: { ageMin: 18, ageMax: 120, distance: null, dealbreakers: {} } },
  })
})

test('filters that together hide everyone say how many people there are without them, and how to see these', async () => {
  const world = await startWorld()
  const ada = await world.dater({}, { interestedIn: ['man'] })
  for (let each = 0; each < 2; each++)
    await world.dater({ firstName: nameOf(each), dateOfBirth: '1970-01-01' }, { gender: 'man', intention: 'friends' })
  await world.dater({ firstName: 'Eva' })
  await ada.client.setPreferences({ body: { ageMax: 40, dealbreakers: { intention: ['long-term'] } } })
  const { fitting, filters, withoutFilters } = (await ada.client.getFilterCosts()).data
  // Neither of the two filters hides anyone by itself.
  expect([fitting, filters.filter(({ name, hides }) => name !== 'gender' && hides > 0)]).toEqual([0, []])
  expect(withoutFilters?.people).toBe(2)
  await ada.client.setPreferences({ body: withoutFilters!.change })
  expect((await ada.client.discover()).data.people).toHaveLength(2)
  expect((await ada.client.getFilterCosts()).data).toMatchObject({ fitting: 2, withoutFilters: null })
})
