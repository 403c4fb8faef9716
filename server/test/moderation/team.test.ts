import { expect, test } from 'vitest'
import { decide, report, settle } from '../deciding.ts'
import { startWorld } from '../world.ts'

test('administrators see what each colleague handled, how fast, and how often others agreed', async () => {
  const world = await startWorld()
  const [ines, mara, analyst] = [
    await world.administrator(),
    await world.staff('moderator'),
    await world.staff('analyst'),
  ]
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const [first] = [await report(ada, ben)]
  world.turnClock(60_000)
  const params = { id: first._id }
  await mara.client.replyToReport({ params, body: { message: 'We are on it.' } })
  await mara.client.replyToReport({ params, body: { message: 'Still on it.' } })
  await mara.client.setReportStatus({ params, body: { status: 'resolved' } })
  const { _id } = await decide(mara, ben, { kind: 'warn' })
  await settle(world)
  const { appeal } = (await ben.client.appealDecision({ params: { id: _id }, body: { message: 'It was a joke.' } }))
    .data
  await ines.client.decideAppeal({
    params: { id: appeal._id },
    body: { outcome: 'overturned', reason: 'It was a joke indeed.' },
  } as never)
  await world.query(`insert into blind_reviews (decision_id, drawn_at, state, answered_by, answered_at, kind, same_kind)
    values ('${_id}', now(), 'answered', '${ines.user._id}', now(), 'warn', true) on conflict (decision_id) do update
    set state = 'answered', answered_by = excluded.answered_by, answered_at = excluded.answered_at, same_kind = true`)
  const statsOf = async (id: string, days: '30' | '90') =>
    (await ines.client.getTeamStatistics({ query: { days } })).data.members.find((each) => each._id === id)
  const work = {
    handled: 1,
    firstAnswer: { of: 1 },
    overturned: { count: 1, of: 1 },
    agreed: { count: 1, of: 1 },
  }
  const stats = await statsOf(mara.user._id, '30')
  expect(stats).toMatchObject(work)
  expect(stats!.firstAnswer.median).toBeGreaterThan(59)
  expect(await statsOf(ines.user._id, '30')).toMatchObject({ handled: 0, firstAnswer: { median: null, of: 0 } })
  const earlier = "- interval '31 days'"
  await world.query(`update report_history set at = at ${earlier}; update report_replies set at = at ${earlier};
    update reports set created_at = created_at ${earlier}, first_answer_at = first_answer_at ${earlier};
    update decisions set created_at = created_at ${earlier}`)
  expect(await statsOf(mara.user._id, '30')).toMatchObject({ handled: 0, overturned: { count: 0, of: 0 } })
  expect(await statsOf(mara.user._id, '90')).toMatchObject(work)
  for (const { client } of [mara, analyst, ada])
    await expect(client.getTeamStatistics({ query: { days: '30' } })).rejects.toMatchObject({ status: 403 })
})
