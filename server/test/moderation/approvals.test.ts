import { expect, test } from 'vitest'
import { applyDue } from '../../src/features/moderation/approvals/jobs.ts'
import { days } from '../../src/infra/clock.ts'
import { pass, role, isAdmin, mailed, deactivated, everyone, finished, sharedWithoutTeam } from '../approving.ts'
import { crowd } from '../crowd.ts'
import { inputOf } from '../deciding.ts'
import type { Person } from '../people.ts'
import { until, type World } from '../world.ts'

const anyWorld = sharedWithoutTeam()

test("with several administrators, a role change waits for another one's approval, requested by email", async () => {
  const world = await anyWorld()
  const [ines, june, ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  const { user, approval } = (await role(ines, ada, true)).data
  expect([user.isAdmin, approval]).toEqual([
    false,
    expect.objectContaining({ kind: 'role', isAdmin: true, takesEffectAt: null, canDecide: false, canWithdraw: true }),
  ])
  await mailed(world, june, 'needs your approval')
  await expect(role(june, ada, true)).rejects.toMatchObject({ status: 409 })
  const params = { id: approval!._id }
  await expect(ines.client.approve({ params })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await expect(ada.client.approve({ params })).rejects.toMatchObject({ status: 403 })
  expect((await june.client.listApprovals({ query: { open: 'true' } })).data.approvals).toMatchObject([
    { _id: params.id, canDecide: true, target: { _id: ada.user._id }, requestedBy: { _id: ines.user._id } },
  ])
  const waiting = async ({ client }: Person) => (await client.getWorkQueue()).data.approvals
  expect([await waiting(june), await waiting(ines)]).toEqual([1, 0])
  expect((await june.client.approve({ params })).data.approval).toMatchObject({
    outcome: 'approved',
    decidedBy: { _id: june.user._id },
  })
  expect(await isAdmin(ines, ada)).toBe(true)
  await expect(ada.client.getProfile()).rejects.toMatchObject({ status: 401 })
  await mailed(world, ines, 'approved it')
  await expect(june.client.approve({ params })).rejects.toMatchObject({ status: 409 })
  const { entries } = (await ines.client.listAudit({ query: { subject: ada.user._id } })).data
  const changes = entries.filter(({ action }) => action !== 'account.viewed')
  expect(changes.map(({ action, actor }) => [action, actor.name]).toReversed()).toEqual(
    [
      ['approval.requested', ines],
      ['administrator.made', ines],
      ['approval.approved', june],
    ].map(([action, who]) => [action, `${(who as Person).user.firstName} ${(who as Person).user.lastName}`]),
  )
})

test('a sole administrator changes roles at once, and deactivating the others does not make anyone sole', async () => {
  const world = await anyWorld()
  const [ines, ada, ben] = [await world.administrator(), await world.dater(), await world.dater()]
  expect((await role(ines, ada, true)).data).toMatchObject({ user: { isAdmin: true } })
  await ines.client.deactivateUser({ params: { id: ada.user._id }, body: {} })
  await pass(world, 72)
  await applyDue(world.deps)
  const { approval } = (await role(ines, ben, true)).data
  expect(approval!.takesEffectAt).not.toBeNull()
  expect(await isAdmin(ines, ben)).toBe(false)
})

test("of two administrators the affected one can't approve: the change waits three days, and both are notified", async () => {
  const world = await anyWorld()
  const [ines, june] = [await world.administrator(), await world.administrator()]
  const { approval } = (await role(ines, june, false)).data
  const params = { id: approval!._id }
  expect(new Date(approval!.takesEffectAt!).getTime() - new Date(approval!.requestedAt).getTime()).toBe(days(3))
  await mailed(world, ines, 'takes effect in 72 hours')
  await mailed(world, june, 'No other administrator can approve it')
  await expect(june.client.approve({ params })).rejects.toMatchObject({ status: 403 })
  await pass(world, 71.9)
  await applyDue(world.deps)
  expect(await isAdmin(ines, june)).toBe(true)
  await pass(world, 0.1)
  await Promise.all([applyDue(world.deps), applyDue(world.deps)])
  expect((await ines.client.listApprovals({ query: {} })).data.approvals).toMatchObject([{ outcome: 'automatic' }])
  expect(await isAdmin(ines, june)).toBe(false)
  await mailed(world, ines, 'has taken effect')
})

test('a request is dropped when its author loses the role or withdraws it', async () => {
  const world = await anyWorld()
  const [ines, june, ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  const { approval } = (await role(ines, june, false)).data
  const kay = await world.administrator()
  await kay.client.deactivateUser({ params: { id: ines.user._id }, body: {} })
  const [leaves] = (await june.client.listApprovals({ query: { open: 'true' } })).data.approvals
  await june.client.approve({ params: { id: leaves!._id } })
  await pass(world, 72)
  await applyDue(world.deps)
  expect(await isAdmin(june, june)).toBe(true)
  expect((await june.client.listApprovals({ query: {} })).data.approvals).toMatchObject([
    { _id: leaves!._id, outcome: 'approved' },
    { _id: approval!._id, outcome: 'failed' },
  ])
  await world.query(`update accounts set email_verified_at = null where id = '${kay.user._id}'`)
  const second = (await role(june, ada, true)).data.approval!
  const params = { id: second._id }
  expect((await june.client.declineApproval({ params, body: {} })).data.approval.outcome).toBe('withdrawn')
  await pass(world, 96)
  await applyDue(world.deps)
  expect(await isAdmin(june, ada)).toBe(false)
})

test('a request that no one approves within a week expires, and can be made again', async () => {
  const world = await anyWorld()
  const [ines, june, ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  const { approval } = (await role(ines, ada, true)).data
  await pass(world, 7 * 24)
  await expect(june.client.approve({ params: { id: approval!._id } })).rejects.toMatchObject({ status: 409 })
  await applyDue(world.deps)
  const { rows } = await world.query(`select outcome from approvals`)
  expect(rows).toEqual([{ outcome: 'expired' }])
  expect((await role(ines, ada, true)).data.approval).toBeDefined()
})

test('a bulk action on more than 20 people waits for another administrator, who sees who is affected', async () => {
  const world = await anyWorld()
  const [ines, june] = [await world.administrator(), await world.administrator()]
  await crowd(world, 21)
  expect((await ines.client.previewBatch({ body: everyone })).data).toMatchObject({ will: 21, needs: 'approval' })
  const { batch } = (await ines.client.startBatch({ body: everyone })).data
  const params = { id: batch._id }
  expect(batch).toMatchObject({ waiting: true, done: 0, total: 21, finishedAt: null })
  await mailed(world, june, 'deactivate 21 people')
  await expect(ines.client.stopBatch({ params })).rejects.toMatchObject({ status: 409 })
  await expect(ines.client.undoBatch({ params })).rejects.toMatchObject({ status: 409 })
  const { people, nextAfter } = (await june.client.listBatchPeople({ params, query: { limit: '20' } })).data
  expect([people.length, (await june.client.listBatchPeople({ params, query: { after: nextAfter! } })).data]).toEqual([
    20,
    { people: [expect.objectContaining({ name: expect.stringContaining('Crowd') })], nextAfter: null },
  ])
  const [waiting] = (await june.client.listApprovals({ query: {} })).data.approvals
  expect(waiting).toMatchObject({ batch: { _id: batch._id, people: 21, action: 'deactivate' }, reason: 'Spam.' })
  expect(await deactivated(world)).toBe(0)
  await june.client.approve({ params: { id: waiting!._id } })
  await finished(ines, batch._id)
  expect(await deactivated(world)).toBe(21)
})

test('a declined bulk action does nothing, and what it would have undone can still be undone', async () => {
  const world = await anyWorld()
  const [ines, june] = [await world.administrator(), await world.administrator()]
  await crowd(world, 21)
  const { batch } = (await ines.client.startBatch({ body: everyone })).data
  const decide = async (by: Person, what: 'approve' | 'declineApproval') => {
    const [open] = (await by.client.listApprovals({ query: { open: 'true' } })).data.approvals
    await by.client[what]({ params: { id: open!._id }, body: {} })
  }
  await decide(june, 'declineApproval')
  expect((await ines.client.getBatch({ params: { id: batch._id } })).data.batch).toMatchObject({
    done: 0,
    waiting: false,
  })
  const second = (await ines.client.startBatch({ body: everyone })).data.batch
  await decide(june, 'approve')
  await finished(ines, second._id)
  await world.query(`update batches set made_at = made_at - interval '2 hours'`)
  const params = { id: second._id }
  expect((await ines.client.undoBatch({ params })).data.batch).toMatchObject({ waiting: true, undoes: second._id })
  await decide(june, 'declineApproval')
  expect(await deactivated(world)).toBe(21)
  await ines.client.undoBatch({ params })
  await decide(june, 'approve')
  await until(async () => (await deactivated(world)) === 0)
})

test('splitting a bulk action into groups of 20, in a row or at once, does not avoid approval', async () => {
  const world = await anyWorld()
  const [ines] = [await world.administrator(), await world.administrator()]
  await crowd(world, 45)
  const { rows } = await world.query(`select id from accounts where email like 'crowd%' order by id`)
  const part = (from: number, to: number) =>
    ines.client.startBatch({
      body: { about: 'users', action: 'deactivate', ids: rows.slice(from, to).map(({ id }) => id as string) },
    })
  const three = await Promise.all([part(0, 10), part(10, 20), part(20, 30)])
  expect(three.filter(({ data }) => data.batch.waiting)).toHaveLength(1)
  expect((await part(30, 31)).data.batch.waiting).toBe(true)
  await world.query(`update batches set made_at = made_at - interval '1 hour'`)
  const ids = [rows[44].id as string]
  const { batch } = (await ines.client.startBatch({ body: { about: 'users', action: 'deactivate', ids } })).data
  expect(batch.waiting).toBe(false)
})

/** Restricts these people one by one, each in one of the ways that take effect without a decision by others. */
const restrictEach = (by: Person, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id, at) => {
      const params = { id }
      if (at % 3 === 0)
        return Boolean((await by.client.deactivateUser({ params, body: { reason: 'Sells tickets.' } })).data.approval)
      const length = at % 3 === 1 ? { kind: 'suspend', days: 365 } : { kind: 'limit', days: 30 }
      return (await by.client.decide({ params, body: inputOf(length as object) })).data.decision.state === 'waiting'
    }),
  )
const crowdIds = async (world: World) =>
  (await world.query(`select id from accounts where email like 'crowd%' order by id`)).rows.map(
    ({ id }) => id as string,
  )
const waits = (all: readonly boolean[]) => all.filter(Boolean).length

test('after 20 people in an hour, one by one, at once or in bulk, the next suspension waits for approval', async () => {
  const world = await anyWorld()
  const [ines, june] = [await world.administrator(), await world.administrator()]
  const mara = await world.staff('moderator')
  await crowd(world, 48)
  const ids = await crowdIds(world)
  expect(waits(await restrictEach(mara, ids.slice(0, 22)))).toBe(2)
  const [last, next] = [ids[22]!, ids[23]!]
  const params = { id: last }
  expect((await mara.client.previewDecision({ params, body: inputOf({ kind: 'limit', days: 3 }) })).data.needs).toBe(
    'approval',
  )
  expect((await mara.client.previewDecision({ params, body: inputOf() })).data.needs).toBe('none')
  // The same person counts once, and a warning restricts no one.
  const again = await mara.client.decide({ params: { id: ids[1]! }, body: inputOf({ kind: 'limit', days: 3 }) })
  expect(again.data.decision.state).toBe('in_force')
  expect((await mara.client.decide({ params, body: inputOf() })).data.decision.state).toBe('in_force')
  await expect(mara.client.deactivateUser({ params, body: {} })).rejects.toMatchObject({ status: 400 })
  const { approval } = (await mara.client.deactivateUser({ params, body: { reason: 'Sells tickets.' } })).data
  expect(approval).toMatchObject({ kind: 'account', accountAction: 'deactivate', reason: 'Sells tickets.' })
  expect(await world.query(`select state from accounts where id = '${last}'`)).toMatchObject({
    rows: [{ state: 'active' }],
  })
  await june.client.approve({ params: { id: approval!._id } })
  expect(await world.query(`select state from accounts where id = '${last}'`)).toMatchObject({
    rows: [{ state: 'deactivated' }],
  })
  const suspended = await mara.client.decide({ params: { id: next }, body: inputOf({ kind: 'suspend', days: 3 }) })
  expect(suspended.data.decision.state).toBe('waiting')
  // Colleagues have counts of their own, in which what others approved doesn't count.
  expect(waits(await restrictEach(ines, ids.slice(24, 34)))).toBe(0)
  const body = { about: 'users', action: 'deactivate', ids: ids.slice(34, 45) } as const
  expect((await ines.client.previewBatch({ body })).data.needs).toBe('approval')
  const half = (await ines.client.startBatch({ body: { ...body, ids: body.ids.slice(1) } })).data.batch
  expect(half.waiting).toBe(false)
  await finished(ines, half._id)
  expect(waits(await restrictEach(ines, [ids[46]!]))).toBe(1)
  // The hour is over.
  await world.query(`update decisions set created_at = created_at - interval '1 hour'`)
  await world.query(`update batches set made_at = made_at - interval '1 hour'`)
  expect(waits(await restrictEach(mara, [ids[47]!]))).toBe(0)
})

test('asking 21 people for their age within an hour needs a colleague', async () => {
  const world = await anyWorld()
  await world.administrator()
  const mara = await world.staff('moderator')
  await crowd(world, 21)
  const ids = await crowdIds(world)
  const ask = (id: string) => mara.client.askForAge({ params: { id }, body: { reason: 'Their photos.' } })
  for (const id of ids.slice(0, 20)) await ask(id)
  await expect(ask(ids[20]!)).rejects.toMatchObject({ status: 429 })
  const [params, body] = [{ id: ids[20]! }, inputOf({ kind: 'limit', days: 3 })]
  expect((await mara.client.previewDecision({ params, body })).data.needs).toBe('approval')
})

test('people in a bulk action that still waits, or that activated them, count when they are suspended', async () => {
  const world = await anyWorld()
  const [ines, june] = [await world.administrator(), await world.administrator()]
  await crowd(world, 42)
  const ids = await crowdIds(world)
  const start = (action: 'activate' | 'deactivate', some: readonly string[]) =>
    ines.client.startBatch({ body: { about: 'users', action, ids: [...some] } })
  await world.query(`update accounts set state = 'deactivated' where id = any('{${ids.slice(21).join()}}')`)
  const [waiting, activating] = [await start('deactivate', ids.slice(0, 21)), await start('activate', ids.slice(21))]
  const { approvals } = (await june.client.listApprovals({ query: { open: 'true' } })).data
  const { _id } = activating.data.batch
  await june.client.approve({ params: { id: approvals.find(({ batch }) => batch?._id === _id)!._id } })
  await finished(ines, _id)
  expect([waiting.data.batch.waiting, waits(await restrictEach(ines, ids))]).toEqual([true, 22])
})

test('administrators are alerted once an hour when a colleague restricts 10 people', async () => {
  const world = await anyWorld()
  const [ines, june, mara] = [await world.administrator(), await world.administrator(), await world.staff('moderator')]
  await crowd(world, 14)
  const ids = await crowdIds(world)
  const alerts = async (whom: Person) =>
    (await world.mailsTo(whom.email)).filter(({ subject }) => subject.includes('10 people'))
  await restrictEach(mara, ids.slice(0, 9))
  await restrictEach(mara, ids.slice(9, 10))
  for (const admin of [ines, june]) await until(async () => (await alerts(admin)).length === 1)
  const [alert] = await alerts(ines)
  expect(alert!.text).toContain('another administrator has to approve')
  await restrictEach(mara, ids.slice(10, 14))
  const { entries } = (await ines.client.listAudit({ query: { action: 'decisions.many', actor: mara.user._id } })).data
  expect(entries).toMatchObject([{ actor: { _id: mara.user._id }, subject: null, details: { people: 10 } }])
  expect((await world.mailsTo(mara.email)).filter(({ subject }) => subject.includes('10 people'))).toEqual([])
})

test('a sole administrator restricts as many people as they like', async () => {
  const world = await anyWorld()
  const ines = await world.administrator()
  await crowd(world, 22)
  expect(waits(await restrictEach(ines, await crowdIds(world)))).toBe(0)
})

test("undoing needs no approval for an hour; a sole administrator's bulk actions need none", async () => {
  const world = await anyWorld()
  const ines = await world.administrator()
  await crowd(world, 30)
  const { batch } = (await ines.client.startBatch({ body: everyone })).data
  expect(batch.waiting).toBe(false)
  await finished(ines, batch._id)
  await world.administrator()
  expect((await ines.client.undoBatch({ params: { id: batch._id } })).data.batch.waiting).toBe(false)
})

test("an affected administrator can't approve a bulk action, another one can", async () => {
  const world = await anyWorld()
  const [ines, june] = [await world.administrator(), await world.administrator()]
  await crowd(world, 30)
  const { rows } = await world.query(`select id from accounts where id <> '${ines.user._id}' and state <> 'erased'`)
  const body = { about: 'users', action: 'deactivate', ids: rows.map(({ id }) => id as string) } as const
  expect((await ines.client.previewBatch({ body })).data.needs).toBe('delay')
  await ines.client.startBatch({ body })
  const [delayed] = (await june.client.listApprovals({ query: {} })).data.approvals
  expect(delayed).toMatchObject({ canDecide: false, takesEffectAt: expect.any(String) })
  const kay = await world.administrator()
  expect((await kay.client.approve({ params: { id: delayed!._id } })).data.approval.outcome).toBe('approved')
})

test('of 20 concurrent decisions on a request, one counts', async () => {
  const world = await anyWorld()
  const [ines, june, ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  await crowd(world, 21)
  await role(ines, ada, true)
  await ines.client.startBatch({ body: everyone })
  for (const { _id } of (await june.client.listApprovals({ query: {} })).data.approvals) {
    const params = { id: _id }
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, each) =>
        each % 2 ? june.client.approve({ params }) : june.client.declineApproval({ params, body: {} }),
      ),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})
