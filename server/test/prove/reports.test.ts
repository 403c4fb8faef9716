import { expect, test } from 'vitest'
import { proof, rounds } from '../proofs.ts'
import { startWorld } from '../world.ts'
import { sendReport } from '../reports-steps.ts'

test('50 concurrent claims hand out each report once, most urgent first', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const many = rounds(200, 10_000)
  await world.query(`insert into reports (reporter_id, problem_type, description, priority, priority_rank, created_at, updated_at, clocks_from, first_due_at, resolve_due_at)
    select '${ada.user._id}', 'Other', 'number ' || n, 'other', 3, now() + n * interval '1 millisecond', now(), now(), now() + interval '2 days', now() + interval '10 days' from generate_series(1, ${many}) n`)
  const urgent = await sendReport(ada, { description: 'He threatened me with a knife.' })
  expect((await ines.client.claimNextReport()).data.report?._id).toBe(urgent._id)
  const staff = await Promise.all(Array.from({ length: rounds(10, 50) }, () => world.administrator()))
  const claimed: string[] = []
  await Promise.all(
    staff.map(async ({ client }) => {
      for (;;) {
        const { report } = (await client.claimNextReport()).data
        if (!report) return
        claimed.push(report._id)
      }
    }),
  )
  expect([claimed.length, new Set(claimed).size]).toEqual([many, many])
  proof(`${staff.length} administrators claimed ${many} reports: none was claimed twice`)
})
