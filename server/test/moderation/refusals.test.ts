import { expect, onTestFinished, test } from 'vitest'
import { sentenceOf } from '../../src/features/moderation/refusals.ts'
import { write } from '../../src/infra/language/write.ts'
import { migrate } from '../../src/infra/db/migrate.ts'
import { openDb, openPool } from '../../src/infra/db/db.ts'
import { askDatabase, cloneDatabase, startWorld, until } from '../world.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

test('why an item was refused is saved as a code, and read as a sentence', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const report = { problem_type: 'Other', description: 'Something is odd here.' } as const
  const id = (await ada.client.createReport({ body: report })).data.report._id
  const ids = [id, NOBODY]
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
  for (const change of [
    `update batch_items set outcome = 'This user isn’t active.'`,
    `update batches set refused = '[{"why": "This user isn’t active.", "count": 1}]'`,
    `update batches set failed = '[{"count": 1}]'`,
  ])
    await expect(world.query(change)).rejects.toThrow('violates check constraint')
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

test('sentences of an older version become codes, and those that nobody knows stay counted', async () => {
  const { url, drop } = await cloneDatabase('template0')
  onTestFinished(drop)
  const db = openDb(openPool(url, 1))
  await migrate(db, '0050_triggers_by_statement')
  const refused = [
    { why: 'Nobody decides about themselves.', count: 1 },
    { why: 'Out of office.', count: 2 },
    { why: "You can't do this to your own account.", count: 3 },
    { why: 'Away.', count: 4 },
  ]
  await askDatabase(
    url,
    `with made as (insert into batches (about, action, made_by, made_at, refused)
        values ('reports', 'resolved', '${NOBODY}', now(), '${JSON.stringify(refused).replaceAll("'", "''")}') returning id)
      insert into batch_items (batch_id, subject_id, outcome) select id, uuid_v7(), outcome from made, unnest(array[
        'done', null, 'It failed; the log says why.', 'A report that is in_progress cannot become resolved.',
        'It is pending already.', 'Who knows?']) outcome`,
  )
  await migrate(db)
  await db.destroy()
  expect((await askDatabase(url, 'select refused, failed from batches')).rows).toEqual([
    {
      refused: [
        { why: 'own_account', count: 4 },
        { why: 'unknown', count: 6 },
      ],
      failed: null,
    },
  ])
  const { rows } = await askDatabase(url, 'select outcome from batch_items order by outcome')
  expect((rows as { outcome: string | null }[]).map(({ outcome }) => outcome)).toEqual([
    'already:pending',
    'done',
    'failed',
    'transition:in_progress:resolved',
    'unknown',
    null,
  ])
})
