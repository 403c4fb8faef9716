import { expect, test } from 'vitest'
import { applyDue } from '../../src/features/moderation/approvals/jobs.ts'
import { days } from '../../src/infra/clock.ts'
import { pass, role, isAdmin, mailed, deactivated, everyone, finished, sharedWithoutTeam } from '../approving.ts'
import { crowd } from '../crowd.ts'
import type { Person } from '../people.ts'
import { until } from '../world.ts'

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
