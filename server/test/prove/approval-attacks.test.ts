import { expect, test } from 'vitest'
import { applyDue } from '../../src/features/moderation/approvals/jobs.ts'
import { pass, role, isAdmin, mailed, deactivated, everyone } from '../approving.ts'
import { crowd } from '../crowd.ts'
import { decide } from '../deciding.ts'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

// Attempts to get around the second administrator.

test("an administrator can't become their own second administrator through another one's address", async () => {
  const world = await startWorld()
  const [ines, june, ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  const email = `mine.${june.email}`
  const edit = (who: Person, body: object) => ines.client.editUser({ params: { id: who.user._id }, body })
  await expect(edit(june, { email })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await expect(edit(june, { bio: 'Bakes.', email })).rejects.toMatchObject({ status: 403 })
  expect((await edit(june, { lastName: 'Marlowe', email: june.email })).data.user.lastName).toBe('Marlowe')
  expect((await edit(ada, { email: `right.${ada.email}` })).data.emailChange?.email).toBe(`right.${ada.email}`)
  expect((await edit(ines, { email: `new.${ines.email}` })).data.emailChange?.email).toBe(`new.${ines.email}`)
})

test('an administrator who was away when a request was made can approve it once back', async () => {
  const world = await startWorld()
  const [ines, june, ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  await world.setState(june, 'deactivated')
  const { approval } = (await role(ines, ada, true)).data
  expect(approval!.takesEffectAt).not.toBeNull()
  await world.setState(june, 'active')
  await pass(world, 72)
  await applyDue(world.deps)
  expect(await isAdmin(ines, ada)).toBe(false)
  await mailed(world, june, 'needs your approval')
  const { client: again } = await world.signedInAgain(june)
  expect((await again.approve({ params: { id: approval!._id } })).data.approval.outcome).toBe('approved')
})

test('a bulk action that affects every other administrator can be declined by each of them', async () => {
  const world = await startWorld()
  const [ines, june] = [await world.administrator(), await world.administrator()]
  await crowd(world, 30)
  const { batch } = (await ines.client.startBatch({ body: { ...everyone, filters: {} } })).data
  const [open] = (await june.client.listApprovals({ query: { open: 'true' } })).data.approvals
  expect(open).toMatchObject({ canDecide: false, canDecline: true, takesEffectAt: expect.any(String) })
  const params = { id: open!._id }
  await expect(june.client.approve({ params })).rejects.toMatchObject({ status: 403 })
  expect((await june.client.declineApproval({ params, body: {} })).data.approval.outcome).toBe('declined')
  expect((await ines.client.getBatch({ params: { id: batch._id } })).data.batch.waiting).toBe(false)
  expect(await deactivated(world)).toBe(0)
})

test('an approval lapses if the name or address in the request has changed since', async () => {
  // Her name changes at the end, so recorded responses with the old name would count as someone else's.
  const world = await startWorld({ eavesdrop: false })
  const [ines, june, ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  const { approval } = (await role(ines, ada, true)).data
  expect(approval!.target).toMatchObject({ email: ada.email })
  const params = { id: approval!._id }
  await ines.client.editUser({ params: { id: ada.user._id }, body: { firstName: 'Trusted', lastName: 'Colleague' } })
  await expect(june.client.approve({ params })).rejects.toMatchObject({
    status: 409,
    message: 'Their name or email address has changed since this was requested. Please decline it.',
  })
  expect(await isAdmin(ines, ada)).toBe(false)
})

test('a request ends when its author loses the role, and stays ended if the role returns', async () => {
  const world = await startWorld()
  const [ines, june, ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  await role(ines, ada, true)
  await world.setState(ines, 'deactivated')
  await applyDue(world.deps)
  await world.setState(ines, 'active')
  expect((await june.client.listApprovals({ query: {} })).data.approvals).toMatchObject([
    { outcome: 'failed', canDecide: false },
  ])
})

test('a role change needs the current version, and an invalid version is refused', async () => {
  const world = await startWorld()
  const [ines, ada] = [await world.administrator(), await world.dater()]
  const change = (ifMatch: string) =>
    world.request(`/api/v1/admin/users/${ada.user._id}/role`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ines.token}`, 'content-type': 'application/json', 'if-match': ifMatch },
      body: JSON.stringify({ isAdmin: true }),
    })
  const { version } = (await ines.client.getUser({ params: { id: ada.user._id } })).data.user
  for (const [given, status] of [
    ['abc', 400],
    ['"-1"', 400],
    [`"${version + 1}"`, 409],
    [`W/"${version + 1}"`, 409],
    [`W/"${version}"`, 200],
  ] as const)
    expect([given, (await change(given)).status]).toEqual([given, status])
})

test('an administrator who has to do with someone leaves the approval of their ban to another one', async () => {
  const world = await startWorld()
  const [ines, mara, ada] = [await world.administrator(), await world.staff('moderator'), await world.dater()]
  const june = await world.dater({ firstName: 'June' })
  await world.query(`update accounts set is_admin = true where id = '${june.user._id}'`)
  await ada.client.block({ body: { userId: june.user._id } })
  await decide(mara, ada, { kind: 'ban' })
  const [open] = (await ines.client.listApprovals({ query: { open: 'true' } })).data.approvals
  const params = { id: open!._id }
  const refused = { status: 409, message: 'Someone else on the team has to handle this person’s account.' }
  await expect(june.client.approve({ params })).rejects.toMatchObject(refused)
  await expect(june.client.declineApproval({ params, body: {} })).rejects.toMatchObject(refused)
  expect((await ines.client.declineApproval({ params, body: {} })).data.approval.outcome).toBe('declined')
  // June may approve if she is the only other administrator, because the requester can't.
  await decide(ines, ada, { kind: 'ban' })
  const [second] = (await june.client.listApprovals({ query: { open: 'true' } })).data.approvals
  expect((await june.client.approve({ params: { id: second!._id } })).data.approval.outcome).toBe('approved')
})
