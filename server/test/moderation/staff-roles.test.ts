import type { StaffRole } from '@kindred/contract'
import { expect, test } from 'vitest'
import { isAdmin, mailed } from '../approving.ts'
import { decide, decisionsAbout, report, settle, stateOf } from '../deciding.ts'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

// Roles other than administrator. platform/access.test.ts covers the routes that each role can use.

const give = ({ client }: Person, { user }: Person, role: StaffRole | null) =>
  client.setRole({ params: { id: user._id }, body: { role } })

test('a role begins and ends at once, on open sockets too, and the log says which role it was', async () => {
  const world = await startWorld()
  const [ines, ada] = [await world.administrator(), await world.dater()]
  const params = { id: ada.user._id }
  expect(ada.user).toMatchObject({ isAdmin: false, staffRole: null })
  const asMember = await world.listen(ada.token)
  expect((await give(ines, ada, 'moderator')).data.user).toMatchObject({ isAdmin: false, staffRole: 'moderator' })
  await asMember.closed
  await expect(ada.client.getProfile()).rejects.toMatchObject({ status: 401 })
  const moderator = await world.signedInAgain(ada)
  expect(moderator.user).toMatchObject({ isAdmin: false, staffRole: 'moderator' })
  expect((await moderator.client.listReports({ query: {} })).data.reports).toEqual([])
  await expect(give(ines, ada, 'moderator')).rejects.toMatchObject({ message: 'This person already has this role.' })
  await expect(ines.client.setRole({ params, body: { isAdmin: false } })).rejects.toMatchObject({
    message: 'This person isn’t an administrator.',
  })
  await expect(ines.client.setRole({ params, body: { role: 'owner' } as never })).rejects.toMatchObject({ status: 400 })
  await expect(ines.client.setRole({ params, body: {} as never })).rejects.toMatchObject({ status: 400 })
  await give(ines, ada, 'analyst')
  await expect(moderator.client.getProfile()).rejects.toMatchObject({ status: 401 })
  await give(ines, ada, null)
  await expect((await world.signedInAgain(ada)).client.listUsers({ query: {} })).rejects.toMatchObject({
    status: 403,
    message: 'Only administrators can do this.',
  })
  await expect(give(ines, ada, null)).rejects.toMatchObject({ message: 'This person has no role.' })
  const { entries } = (await ines.client.listAudit({ query: { subject: ada.user._id } })).data
  const changes = entries.filter(({ action }) => action === 'staff-role.changed').map(({ details }) => details)
  expect(changes.toReversed()).toEqual([
    { before: null, after: 'moderator' },
    { before: 'moderator', after: 'analyst' },
    { before: 'analyst', after: null },
  ])
})

test('a role needs a recent confirmation and another administrator, who sees which role it is', async () => {
  const world = await startWorld()
  const [ines, june, ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  const { approval } = (await give(ines, ada, 'support')).data
  expect(approval).toMatchObject({ kind: 'role', isAdmin: false, role: 'support' })
  await mailed(world, june, 'to the support team')
  await expect(give(june, ada, 'moderator')).rejects.toMatchObject({ status: 409 })
  await june.client.approve({ params: { id: approval!._id } })
  expect((await world.signedInAgain(ada)).user).toMatchObject({ isAdmin: false, staffRole: 'support' })
  await world.query(`update sessions set elevated_at = now() - interval '16 minutes'`)
  await expect(give(ines, ada, null)).rejects.toMatchObject({ code: 'step_up_required' })
})

test('a moderator decides about members, and never about the team; a ban waits for an administrator', async () => {
  const world = await startWorld()
  const [ines, mara, lena, ada] = [
    await world.administrator(),
    await world.staff('moderator'),
    await world.staff('support'),
    await world.dater(),
  ]
  const { _id: reportId } = await report(await world.dater({ firstName: 'Ben' }), ada)
  expect(await decide(mara, ada, { kind: 'suspend', days: 3, reportId })).toMatchObject({ state: 'in_force' })
  await settle(world)
  const REFUSED = { status: 403, message: 'Only administrators can do this for team members.' }
  for (const colleague of [ines, lena]) {
    const params = { id: colleague.user._id }
    await expect(decide(mara, colleague)).rejects.toMatchObject(REFUSED)
    await expect(mara.client.deactivateUser({ params, body: {} })).rejects.toMatchObject(REFUSED)
  }
  const params = { id: mara.user._id }
  await expect(lena.client.editUser({ params, body: { bio: 'Hacked.' } })).rejects.toMatchObject(REFUSED)
  await expect(lena.client.endSessionsOf({ params })).rejects.toMatchObject(REFUSED)
  // An address is a way into the account, so not even administrators can replace a colleague's.
  const email = 'elsewhere@people.example'
  await expect(ines.client.editUser({ params, body: { email } })).rejects.toMatchObject({ status: 403 })
  const limit = await decide(ines, mara, { kind: 'limit', days: 3 })
  const own = mara.client.liftDecision({ params: { id: limit._id }, body: { reason: 'Mine.' } })
  await expect(own).rejects.toMatchObject({ message: 'You can’t do this to your own account.' })
  await decide(ines, lena, { kind: 'warn' })
  const [warning] = (await decisionsAbout(ines, lena)).decisions
  const lifted = mara.client.liftDecision({ params: { id: warning!._id }, body: { reason: 'A colleague.' } })
  await expect(lifted).rejects.toMatchObject(REFUSED)

  // A deactivation needs a reason, like a decision, unless it undoes an activation.
  const gus = await world.dater({ firstName: 'Gus' })
  const deactivate = (reason?: string) =>
    mara.client.deactivateUser({ params: { id: gus.user._id }, body: reason === undefined ? {} : { reason } })
  await expect(deactivate()).rejects.toMatchObject({
    status: 400,
    details: { errors: [{ path: 'reason', msg: 'Please give a reason.' }] },
  })
  await expect(deactivate(' ')).rejects.toMatchObject({ status: 400 })
  expect(await stateOf(ines, gus)).toBe('active')
  await deactivate('Sells tickets.')
  await settle(world)
  await mara.client.activateUser({ params: { id: gus.user._id }, body: {} })
  await deactivate()
  expect(await stateOf(ines, gus)).toBe('deactivated')

  const eve = await world.dater({ firstName: 'Eve' })
  expect(await decide(mara, eve, { kind: 'ban' })).toMatchObject({ state: 'waiting' })
  expect(await stateOf(ines, eve)).toBe('active')
  const { approvals } = (await ines.client.listApprovals({ query: { open: 'true' } })).data
  await ines.client.approve({ params: { id: approvals[0]!._id } })
  expect(await stateOf(ines, eve)).toBe('banned')
  expect(await isAdmin(ines, mara)).toBe(false)
  // Only an administrator can end a decision that only administrators can make.
  const fay = await world.dater({ firstName: 'Fay' })
  const ban = await decide(ines, fay, { kind: 'ban' })
  const lift = mara.client.liftDecision({ params: { id: ban._id }, body: { reason: 'I like her.' } })
  await expect(lift).rejects.toMatchObject({ status: 403 })
  expect((await decisionsAbout(mara, fay)).decisions[0]).toMatchObject({ state: 'in_force', mayEnd: false })
})

test('a moderator can withdraw their own request for a ban, and no one else’s', async () => {
  const world = await startWorld()
  const [ines, mara, nils, lena] = [
    await world.administrator(),
    await world.staff('moderator'),
    await world.staff('moderator'),
    await world.staff('support'),
  ]
  const eve = await world.dater({ firstName: 'Eve' })
  const params = { id: (await decide(mara, eve, { kind: 'ban' }))._id }
  const { approvals } = (await ines.client.listApprovals({ query: { open: 'true' } })).data
  for (const other of [nils, ines])
    await expect(other.client.withdrawBan({ params })).rejects.toMatchObject({ status: 404 })
  await expect(lena.client.withdrawBan({ params })).rejects.toMatchObject({ status: 403 })
  await expect(mara.client.withdrawBan({ params: { id: eve.user._id } })).rejects.toMatchObject({ status: 404 })
  const both = await Promise.allSettled([mara.client.withdrawBan({ params }), mara.client.withdrawBan({ params })])
  expect(both).toMatchObject(
    both[0].status === 'fulfilled'
      ? [{ value: { data: { decision: { state: 'declined' } } } }, { reason: { status: 409 } }]
      : [{ reason: { status: 409 } }, { value: { data: { decision: { state: 'declined' } } } }],
  )
  await expect(ines.client.approve({ params: { id: approvals[0]!._id } })).rejects.toMatchObject({ status: 409 })
  expect(await stateOf(ines, eve)).toBe('active')
  const { entries } = (await ines.client.listAudit({ query: { subject: eve.user._id } })).data
  const changes = entries.filter(({ action }) => action !== 'account.viewed')
  expect(changes.map(({ action, actor }) => [action, actor.name]).slice(0, 2)).toEqual([
    ['approval.withdrawn', `${mara.user.firstName} ${mara.user.lastName}`],
    ['decision.declined', `${mara.user.firstName} ${mara.user.lastName}`],
  ])
  expect(await decide(mara, eve, { kind: 'ban' })).toMatchObject({ state: 'waiting' })
})

test('support answers reports without seeing the evidence, and an analyst reads no reports', async () => {
  const world = await startWorld()
  const [lena, theo, mara] = [
    await world.staff('support'),
    await world.staff('analyst'),
    await world.staff('moderator'),
  ]
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const match = { id: await world.matched(ada, ben) }
  const { message } = (
    await ben.client.sendMessage({ params: match, body: { clientId: 'clientidone', text: 'Send me gift cards' } })
  ).data
  const body = { problem_type: 'Harassment', description: 'Asks for gift cards.', messageId: message._id } as const
  const params = { id: (await ada.client.createReport({ body })).data.report._id }
  const opened = (await lena.client.getReport({ params, reason: 'Answering the reporter.' })).data.report
  expect(opened).toMatchObject({ evidence: { withheld: true, text: null }, about: { _id: ben.user._id } })
  await lena.client.replyToReport({ params, body: { message: 'We are looking into it.' } })
  await lena.client.replyToReport({ params, body: { message: 'Looks like a scam.', isInternal: true } })
  expect((await mara.client.getReport({ params, reason: 'Looking into it.' })).data.report).toMatchObject({
    evidence: { text: 'Send me gift cards' },
    replies: [{ byStaff: true }, { isInternal: true }],
  })
  await expect(theo.client.getReport({ params })).rejects.toMatchObject({ status: 404 })
  await expect(theo.client.replyToReport({ params, body: { message: 'Hello.' } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(theo.client.getUser({ params: { id: ada.user._id } })).rejects.toMatchObject({ status: 403 })
  expect((await theo.client.getStatistics()).data).toMatchObject({ total: 5, recent: [] })
  expect((await mara.client.getStatistics()).data.recent).toHaveLength(5)
  expect((await theo.client.listUsers({ query: {} })).data.users.length).toBeGreaterThan(3)
})
