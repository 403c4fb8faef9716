import { expect, test } from 'vitest'
import { confirm, invitationBy, restrict } from '../admitting.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

/** A member who joined with an invitation, long enough ago to invite others. */
async function inviterIn(world: World, invitation: string, firstName = 'Ada') {
  const person = await world.newcomer({ firstName, invitation } as object)
  await confirm(world, person)
  await world.query(`update accounts set created_at = now() - interval '8 days' where id = '${person.user._id}'`)
  return person
}

test('members invite a week after joining, once their address is confirmed, and only as often as allowed', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'invitation', memberCodes: 2 })
  const { code } = await invitationBy(ines)
  const ada = await world.newcomer({ invitation: code } as object)
  await expect(ada.client.createMyInvitation()).rejects.toMatchObject({ code: 'verification_required' })
  await confirm(world, ada)
  await expect(ada.client.createMyInvitation()).rejects.toMatchObject({ status: 409, message: /a week after/ })
  await world.query(`update accounts set created_at = now() - interval '7 days' where id = '${ada.user._id}'`)
  await ada.client.createMyInvitation()
  const { data } = await ada.client.createMyInvitation()
  expect(data).toMatchObject({ limit: 2, invitations: [{ used: false }, { used: false }] })
  await expect(ada.client.createMyInvitation()).rejects.toMatchObject({ status: 409, message: /all your invitations/ })
  // A code that wasn't used can be replaced, and a used one can't.
  const [first, second] = data.invitations
  await world.newcomer({ firstName: 'Ben', invitation: first!.code } as object)
  await expect(ada.client.endMyInvitation({ params: { id: first!._id } })).rejects.toMatchObject({ status: 404 })
  await ada.client.endMyInvitation({ params: { id: second!._id } })
  await expect(world.client().checkInvitation({ body: { code: second!.code } })).rejects.toMatchObject({ status: 400 })
  expect((await ada.client.createMyInvitation()).data.invitations.map(({ used }) => used)).toEqual([true, false])
  // Concurrent requests don’t create more than that.
  const eve = await inviterIn(world, (await invitationBy(ines)).code, 'Eve')
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => eve.client.createMyInvitation()))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('inviters learn nothing but whether a code has been used', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'invitation', memberCodes: 1 })
  const ada = await inviterIn(world, (await invitationBy(ines)).code)
  const [invitation] = (await ada.client.createMyInvitation()).data.invitations
  const heard = await world.listen(ada.token)
  const ben = await world.newcomer({ firstName: 'Ben', invitation: invitation!.code } as object)
  await confirm(world, ben)
  await ben.client.deleteAccount({ body: { password: ben.password } })
  expect((await ada.client.listMyInvitations()).data.invitations).toEqual([{ ...invitation, used: true }])
  expect(heard.received).toEqual([])
  expect((await ada.client.listNotifications()).data.notifications).toEqual([])
  await expect(ada.client.getInvited({ params: { id: ben.user._id } })).rejects.toMatchObject({ code: 'forbidden' })
})

test('codes of members end with their account, and when members may no longer invite', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'invitation', memberCodes: 1 })
  const ada = await inviterIn(world, (await invitationBy(ines)).code)
  const [invitation] = (await ada.client.createMyInvitation()).data.invitations
  const check = () => world.client().checkInvitation({ body: { code: invitation!.code } })
  await expect(check()).resolves.toBeTruthy()
  await restrict(world, { join: 'invitation' }, ines)
  await expect(check()).rejects.toMatchObject({ message: expect.stringMatching(/no longer valid/) })
  await restrict(world, { join: 'invitation', memberCodes: 1 }, ines)
  await world.setState(ada, 'banned')
  await expect(check()).rejects.toMatchObject({ message: expect.stringMatching(/no longer valid/) })
})

test('the team sees the tree, and ending a branch ends its unused codes, lists its people and bans no one', async () => {
  const world = await startWorld()
  const helen = await world.staff('support')
  const ines = await restrict(world, { join: 'invitation', memberCodes: 3 })
  const ada = await inviterIn(world, (await invitationBy(ines, { note: 'Spring party' })).code)
  const codeOfOne = async (person: Person) => (await person.client.createMyInvitation()).data.invitations.at(-1)!.code
  const ben = await inviterIn(world, await codeOfOne(ada), 'Ben')
  const cleo = await inviterIn(world, await codeOfOne(ben), 'Cleo')
  const dan = await inviterIn(world, (await invitationBy(ines)).code, 'Dan')
  const codes = [await codeOfOne(ada), await codeOfOne(ben), await codeOfOne(cleo)]
  const other = await codeOfOne(dan)
  const invitedBy = async ({ user }: Person) =>
    (await ines.client.getInvited({ params: { id: user._id } })).data.invited
  expect(await invitedBy(ada)).toMatchObject({
    by: null,
    byTeam: true,
    note: 'Spring party',
    people: [{ _id: ben.user._id, name: 'Ben Marlowe' }],
    unused: 1,
    endedAt: null,
  })
  expect(await invitedBy(cleo)).toMatchObject({ by: { _id: ben.user._id }, byTeam: false, people: [] })
  await expect(helen.client.getInvited({ params: { id: ada.user._id } })).rejects.toMatchObject({ code: 'forbidden' })

  const branch = { params: { id: ben.user._id }, body: { mayInvite: false } }
  await expect(helen.client.setBranch(branch)).rejects.toMatchObject({ code: 'forbidden' })
  expect((await ines.client.setBranch(branch)).data).toEqual({
    ended: 2,
    people: [{ _id: cleo.user._id, name: 'Cleo Marlowe' }],
  })
  const isUsable = (code: string) =>
    world
      .client()
      .checkInvitation({ body: { code } })
      .then(
        () => true,
        () => false,
      )
  expect(await Promise.all([...codes, other].map(isUsable))).toEqual([true, false, false, true])
  await expect(cleo.client.createMyInvitation()).rejects.toMatchObject({ status: 409 })
  expect((await cleo.client.getProfile()).userData.user).toMatchObject({ state: 'active' })
  expect((await cleo.client.listMyInvitations()).data).toEqual({ limit: 3, from: null, invitations: [] })
  await expect(ada.client.createMyInvitation()).resolves.toBeTruthy()
  await ines.client.setBranch({ ...branch, body: { mayInvite: true } })
  // The ended codes stay ended, and new ones take their place.
  for (let nth = 0; nth < 3; nth++) await expect(cleo.client.createMyInvitation()).resolves.toBeTruthy()
  await expect(cleo.client.createMyInvitation()).rejects.toMatchObject({ status: 409 })
  expect(await isUsable(codes[2]!)).toBe(false)
  const { rows } = await world.query(`select action from audit_log where action like 'invitation.branch%' order by id`)
  expect(rows.map(({ action }) => action)).toEqual(['invitation.branch-ended', 'invitation.branch-allowed'])
})
