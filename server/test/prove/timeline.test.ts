import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { pay } from '../sandbox-payments.ts'
import { startWorld } from '../world.ts'

/** Ada paid, was reported, warned and edited, and wrote to support, which answered. */
async function startLife() {
  const world = await startWorld()
  const [ada, ben, ines] = [
    await world.dater({ firstName: 'Ada' }),
    await world.dater({ firstName: 'Ben' }),
    await world.administrator(),
  ]
  const params = { id: ada.user._id }
  const { clientSecret } = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  await pay(world, clientSecret)
  const [invoice] = (await ada.client.listInvoices()).data.invoices
  await ines.client.refundInvoice({ params: { id: invoice!._id }, body: { amount: 290, reason: 'Charged by mistake' } })
  const filed = await ada.client.createReport({ body: { problem_type: 'Bug Report', description: 'It is stuck.' } })
  await ben.client.createReport({
    body: { problem_type: 'Harassment', description: 'She was rude.', userId: ada.user._id },
  })
  const reply = { params: { id: filed.data.report._id }, body: { message: 'We mended it.', isInternal: false } }
  await ines.client.replyToReport(reply)
  await ines.client.replyToReport({ ...reply, body: { message: 'A private note.', isInternal: true } })
  await ines.client.decide({
    params,
    body: { kind: 'warn', category: 'harassment', facts: 'She was rude.', rule: 1, subscription: 'keep' },
  })
  await ines.client.editUser({ params, body: { firstName: 'Adele' } })
  await ines.client.getUser({ params })
  const read = async ({ client }: Person, query: object = {}) =>
    (await client.getTimeline({ params, query: { limit: '100', ...query } })).data
  const actionsOf = async (person: Person, query: object = {}) =>
    (await read(person, query)).entries.map(({ action }) => action)
  return { world, ada, ben, ines, read, actionsOf }
}

const PAYMENTS = ['invoice.paid', 'invoice.refunded']
const REPORTS = ['timeline.filed', 'timeline.received']

test('the timeline has everything that happened, newest first, by kind, without what staff looked at', async () => {
  const { ada, ines, read, actionsOf } = await startLife()
  const { entries } = await read(ines)
  const times = entries.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  const actions = entries.map(({ action }) => action)
  for (const action of [
    ...PAYMENTS,
    ...REPORTS,
    'timeline.joined',
    'message.replied',
    'decision.warn',
    'account.edited',
  ])
    expect([action, actions.filter((each) => each === action).length]).toEqual([action, 1])
  expect(actions.filter((action) => /viewed|opened|revealed/.test(action))).toEqual([])
  expect(JSON.stringify(entries)).not.toContain('A private note.')
  expect((await actionsOf(ines, { kind: 'payments' })).toSorted()).toEqual(PAYMENTS)
  expect((await actionsOf(ines, { kind: 'reports' })).toSorted()).toEqual(REPORTS)
  expect(await actionsOf(ines, { kind: 'decisions' })).toEqual(['decision.warn'])
  expect(await actionsOf(ines, { kind: 'messages' })).toContain('message.replied')
  expect(await actionsOf(ines, { kind: 'account' })).toContain('timeline.joined')
  const [refund] = (await read(ines, { kind: 'payments' })).entries.filter(
    ({ action }) => action === 'invoice.refunded',
  )
  expect(refund).toMatchObject({
    actor: { _id: ines.user._id },
    reason: 'Charged by mistake',
    details: { amount: 290 },
  })
  await expect(
    ines.client.getTimeline({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
  ).rejects.toMatchObject({ status: 404 })
  expect((await ines.client.listAudit({ query: { subject: ada.user._id } })).data.entries[0]!.action).toBe(
    'account.viewed',
  )
})

test('the timeline is paged without gaps or repeats, even if events happened at the same moment', async () => {
  const { world, ada, ines, read } = await startLife()
  await world.query(`update reports set created_at = (select created_at from accounts where id = '${ada.user._id}')`)
  const all = (await read(ines)).entries.map(({ _id }) => _id)
  const found: string[] = []
  for (let before: string | null | undefined; before !== null;) {
    const page = await read(ines, { limit: '2', ...(before ? { before } : {}) })
    expect(page.entries.length).toBeLessThanOrEqual(2)
    found.push(...page.entries.map(({ _id }) => _id))
    before = page.nextBefore
  }
  expect(found).toEqual(all)
  for (const before of ['x', '1.reply:x', `9999999999999999999.reply:${ada.user._id}`])
    await expect(read(ines, { before })).rejects.toMatchObject({ status: 400 })
})

test('each role sees its part of the timeline, and the audit log only administrators', async () => {
  const { world, actionsOf } = await startLife()
  const [mia, lena, theo] = [await world.staff('moderator'), await world.staff('support'), await world.staff('analyst')]
  const [moderated, supported] = [await actionsOf(mia), await actionsOf(lena)]
  for (const action of [...REPORTS, 'decision.warn', 'message.replied', 'timeline.joined'])
    expect([action, moderated.includes(action), supported.includes(action)]).toEqual([action, true, true])
  for (const action of PAYMENTS)
    expect([action, moderated.includes(action), supported.includes(action)]).toEqual([action, false, true])
  expect([...moderated, ...supported]).not.toContain('account.edited')
  expect(await actionsOf(mia, { kind: 'payments' })).toEqual([])
  await expect(actionsOf(theo)).rejects.toMatchObject({ status: 403 })
})

test('staff see neither reports nor decisions about themselves', async () => {
  const { world } = await startLife()
  const mia = await world.staff('moderator')
  await world.query(`update reports set about_id = '${mia.user._id}' where about_id is not null`)
  await world.query(`update decisions set subject_id = '${mia.user._id}'`)
  const { entries } = (await mia.client.getTimeline({ params: { id: mia.user._id } })).data
  expect(entries.map(({ action }) => action)).toEqual(['timeline.joined'])
})
