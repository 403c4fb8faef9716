import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { startWorld } from '../world.ts'

test('people with a common interest are looked for nearby, those with a rare one by its index', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  await ada.client.setPreferences({ body: { distance: 25 } })
  for (let nth = 0; nth < 21; nth++) await world.dater({}, { interests: nth === 0 ? ['bread', 'jazz'] : ['bread'] })
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const search = async (interests: string) => {
    asked.mockClear()
    const { total } = (await ada.client.searchPeople({ query: { interests } })).data.pagination
    const counted = asked.mock.calls.map(([query]) => JSON.stringify(query)).find((text) => text.includes('as total'))
    return { total, nearby: counted?.includes('from ranking_stats') }
  }
  expect(await search('bread')).toEqual({ total: 21, nearby: true })
  expect(await search('jazz')).toEqual({ total: 1, nearby: false })
  asked.mockRestore()
})
