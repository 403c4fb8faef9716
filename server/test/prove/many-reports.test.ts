import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

test('among thousands of reports, lists and searches are up to date, and their totals some seconds old', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  await world.query(`insert into reports (reporter_id, problem_type, description, priority, priority_rank, created_at,
      updated_at, clocks_from, first_due_at, resolve_due_at)
    select '${ada.user._id}', 'Other', case when n <= 600 then 'axolotl' else 'newt' end, 'other', 3,
      now() - n * interval '1 second', now(), now(), now(), now() from generate_series(1, 5000) n`)
  const report = (description: string) => ada.client.createReport({ body: { problem_type: 'Harassment', description } })
  const seen = async (query: { search?: string; status?: 'pending' } = {}) => {
    const { reports, pagination } = (await ines.client.listReports({ query })).data
    return [reports[0]?.description, pagination.total]
  }
  const lists = [{}, { search: 'axolotl' }, { status: 'pending' as const, search: 'newt' }]
  expect(await Promise.all(lists.map(seen))).toEqual([
    ['axolotl', 5000],
    ['axolotl', 600],
    ['newt', 4400],
  ])
  await report('The last newt.')
  await report('The last axolotl.')
  expect(await Promise.all(lists.map(seen))).toEqual([
    ['The last axolotl.', 5000],
    ['The last axolotl.', 600],
    ['The last newt.', 4400],
  ])
  // Totals are cached per reader, and small numbers of matches are counted each time.
  const nora = await world.administrator()
  expect((await nora.client.listReports({ query: {} })).data.pagination.total).toBe(5002)
  expect(await seen({ search: 'last' })).toEqual(['The last axolotl.', 2])
  await report('The very last axolotl.')
  expect(await seen({ search: 'last' })).toEqual(['The very last axolotl.', 3])
})
