import { expect, test } from 'vitest'
import { sentenceOf } from '../../src/features/moderation/refusals.ts'
import { write } from '../../src/infra/language/write.ts'
import { startWorld, until } from '../world.ts'

const NIL_UUID = '00000000-0000-4000-8000-000000000000'

test('why an item was refused is saved as a code, and read as a sentence', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const report = { problem_type: 'Other', description: 'Something is odd here.' } as const
  const id = (await ada.client.createReport({ body: report })).data.report._id
  const ids = [id, NIL_UUID]
  const body = { about: 'reports', action: 'resolved', ids } as const
  const [start] = (await ines.client.previewBatch({ body })).data.refused
  expect(start).toEqual({ why: 'We couldn’t find this report.', count: 1 })
  const { batch } = (await ines.client.startBatch({ body })).data
  const finished = (of: string) =>
    until(async () => {
      const found = (await ines.client.getBatch({ params: { id: of } })).data.batch
      return found.finishedAt ? found : undefined
    })
  expect((await finished(batch._id)).refused).toEqual([{ why: 'We couldn’t find this report.', count: 1 }])
  await ines.client.setReportStatus({ params: { id }, body: { status: 'closed' } })
  const back = (await ines.client.undoBatch({ params: { id: batch._id } })).data.batch
  expect((await finished(back._id)).refused).toEqual([{ why: 'It has changed since you opened it.', count: 1 }])
  const { rows } = await world.query(`select outcome, refused, failed from batches join batch_items on id = batch_id
    order by made_at`)
  expect(rows).toEqual([
    { outcome: 'done', refused: [{ why: 'no_report', count: 1 }], failed: [] },
    { outcome: 'decided_since', refused: [], failed: [{ why: 'decided_since', count: 1 }] },
  ])
})

test('each code has a sentence, with the statuses of reports in it', () => {
  expect(
    [
      'transition:pending:back',
      'transition:in_progress:pending',
      'transition:in_progress:in_progress',
      'already:closed',
      'not_active',
      'of another version',
    ].map((code) => write('en', sentenceOf(code))),
  ).toEqual([
    'A report that’s pending can’t be changed back.',
    'A report that’s in progress can’t become pending.',
    'It’s already in progress.',
    'It’s already closed.',
    'This user isn’t active.',
    'It was skipped for another reason.',
  ])
})
