import type { BatchInput } from '@kindred/contract'
import { expect, test } from 'vitest'
import { applyDue } from '../../src/features/moderation/approvals/jobs.ts'
import { pass, role, isAdmin, mailed, deactivated, everyone } from '../approving.ts'
import { crowd } from '../crowd.ts'
import { decide } from '../deciding.ts'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

// Possible ways around the second administrator.

test("an administrator can't become their own second administrator through another one's address", async () => {
  const world = await startWorld()
  const [ines, june, ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  const email = `mine.${june.email}`
  const edit = (who: Person, body: object) => ines.client.editUser({ params: { id: who.user._id }, body })
  await expect(edit(june, { email })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await expect(edit(june, { bio: 'Bakes.', email })).rejects.toMatchObject({ status: 403 })
  expect((await edit(june, { lastName: 'Marlowe', email: june.email })).data.user.lastName).toBe('Marlowe')
  expect((await edit(ada, { email: `right.${ada.email}` })).data.user.isEmailVerified).toBe(false)
  expect((await edit(ines, { email: `new.${ines.email}` })).data.user.email).toBe(`new.${ines.email}`)
})

test('an administrator who was away when a request was made can approve it once back', async () => {
  const world = await startWorld()
  const [ines, june, ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  const params = { id: june.user._id }
  await world.setState(june, 'deactivated')
  const { approval } = (await role(ines, ada, true)).data
  expect(approval!.takesEffectAt).not.toBeNull()
  await ines.client.activateUser({ params, body: {} })
  await pass(world, 24)
  await applyDue(world.deps)
  expect(await isAdmin(ines, ada)).toBe(false)
  await mailed(world, june, 'needs your approval')
  const again = world.client(
    (await world.client().login({ body: { email: june.email, password: june.password } })).data.token,
  )
  expect((await again.approve({ params: { id: approval!._id } })).data.approval.outcome).toBe('approved')
})

const off = {
  deactivates: ({ client }: Person, { user }: Person) =>
    client.deactivateUser({ params: { id: user._id }, body: { reason: 'Gone rogue.' } }),
  suspends: (by: Person, about: Person) => decide(by, about, { kind: 'suspend', days: 7 }),
  bans: (by: Person, about: Person) => decide(by, about, { kind: 'ban' }),
} as const

test('nobody switches another administrator off alone: it waits for a third one, or for a day', async () => {
  const world = await startWorld()
  const [ines, june] = [await world.administrator(), await world.administrator()]
  const open = async ({ client }: Person) => (await client.listApprovals({ query: { open: 'true' } })).data.approvals
  const off24 = async () =>
    Number((await world.query(`select count(*) from accounts where state <> 'active'`)).rows[0].count)
  for (const [kind, act] of Object.entries(off)) {
    await act(ines, june)
    // The administrator concerned is told, and can neither approve nor decline it. Asking twice changes nothing.
    await mailed(world, june, 'No other administrator can approve it')
    const [waiting] = await open(june)
    expect(waiting).toMatchObject({ kind: 'decision', canDecide: false, canDecline: false })
    expect([kind, waiting!.decision!.kind]).toEqual([
      kind,
      { deactivates: 'deactivate', suspends: 'suspend' }[kind] ?? 'ban',
    ])
    await expect(act(ines, june)).rejects.toMatchObject({ status: 409 })
    await pass(world, 23.9)
    await applyDue(world.deps)
    expect(await off24()).toBe(0)
    await ines.client.declineApproval({ params: { id: waiting!._id }, body: {} })
  }
  const kay = await world.administrator()
  expect((await off.deactivates(ines, june)).data).toMatchObject({
    user: { isActive: true },
    approval: { takesEffectAt: null, decision: { kind: 'deactivate', facts: 'Gone rogue.' } },
  })
  await mailed(world, kay, 'deactivate Ines Marlowe')
  await kay.client.approve({ params: { id: (await open(kay))[0]!._id } })
  expect((await ines.client.getUser({ params: { id: june.user._id } })).data.user.state).toBe('deactivated')
  const { entries } = (await ines.client.listAudit({ query: { subject: june.user._id } })).data
  expect(entries.slice(0, 3).map(({ action, reason }) => [action, reason])).toEqual([
    ['approval.approved', null],
    ['account.deactivated', 'Gone rogue.'],
    ['decision.requested', 'Gone rogue.'],
  ])
  // It is undone like any other.
  await ines.client.activateUser({ params: { id: june.user._id }, body: {} })
  const body = { about: 'users', action: 'deactivate', ids: [june.user._id] } satisfies BatchInput
  expect((await ines.client.previewBatch({ body })).data.needs).toBe('approval')
  expect((await ines.client.startBatch({ body })).data.batch.waiting).toBe(true)
  // Members are deactivated at once.
  const ada = await world.dater()
  expect((await off.deactivates(ines, ada)).data).toMatchObject({ user: { isActive: false } })
})

test("a deactivated administrator's day passes like that of a role change", async () => {
  const world = await startWorld()
  const [ines, june] = [await world.administrator(), await world.administrator()]
  await off.deactivates(ines, june)
  await pass(world, 24)
  await applyDue(world.deps)
  expect((await ines.client.getUser({ params: { id: june.user._id } })).data.user.state).toBe('deactivated')
  await mailed(world, ines, 'In effect: deactivate Ines Marlowe')
  await world.sendHeldMail()
  await mailed(world, june, 'What happened: Gone rogue.')
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
  // Her name changes in the end, so recorded answers with the old one would count as someone else's.
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
  await june.client.activateUser({ params: { id: ines.user._id }, body: {} })
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
