import { expect, test } from 'vitest'
import { applyDue } from '../../src/features/moderation/approvals/jobs.ts'
import { advanceDecisions } from '../../src/features/moderation/decisions/jobs.ts'
import { cleanUp } from '../../src/features/moderation/jobs.ts'
import { mailed, pass, sharedWithoutTeam } from '../approving.ts'
import { decide, decisionsAbout, FACTS, inputOf, report, settle, stateOf } from '../deciding.ts'
import { startPaying } from '../paying.ts'
import type { Person } from '../people.ts'
import { startWorld, until, type World } from '../world.ts'

const anyWorld = sharedWithoutTeam()

const staff = async (world: World) => ({
  ines: await world.administrator(),
  june: await world.administrator(),
  ada: await world.dater(),
})
const openApproval = async ({ client }: Person) =>
  (await client.listApprovals({ query: { open: 'true' } })).data.approvals[0]!

test('a ban waits for a second administrator, then takes effect with everything that follows', async () => {
  const world = await anyWorld()
  const { ines, june, ada } = await staff(world)
  const ben = await world.dater({ firstName: 'Ben' })
  const { _id: reportId } = await report(ben, ada)
  const preview = (
    await ines.client.previewDecision({ params: { id: ada.user._id }, body: inputOf({ kind: 'ban', reportId }) })
  ).data
  expect(preview.needs).toBe('approval')
  expect(await decide(ines, ada, { kind: 'ban', reportId })).toMatchObject({ state: 'waiting', undoUntil: null })
  expect(await stateOf(ines, ada)).toBe('active')
  expect((await ada.client.listMyDecisions()).data.decisions).toEqual([])
  await mailed(world, june, 'asked to ban')
  await mailed(world, june, FACTS)
  await expect(decide(june, ada)).rejects.toMatchObject({ status: 409 })
  const { _id: id, decision } = await openApproval(june)
  expect(decision).toMatchObject({ facts: FACTS, rule: 'No business, no money' })
  await expect(ines.client.approve({ params: { id } })).rejects.toMatchObject({ status: 403 })
  await june.client.approve({ params: { id } })
  expect(await stateOf(ines, ada)).toBe('banned')
  await expect(ada.client.getProfile()).rejects.toMatchObject({ status: 401 })
  expect((await ben.client.getReport({ params: { id: reportId } })).data.report.status).toBe('resolved')
  await settle(world)
  await mailed(world, ada, 'Your account is banned')
  // Both administrators took part, so no one else is left to decide an appeal.
  await mailed(world, ada, 'we’ll review it again')
  expect(preview.notice.text).toContain('we’ll review it again')
  const { entries } = (await ines.client.listAudit({ query: { subject: ada.user._id } })).data
  expect(entries.map(({ action }) => action).filter((action) => action !== 'account.viewed')).toEqual([
    'approval.approved',
    'decision.ban',
    'decision.requested',
    'approval.requested',
    'evidence.opened',
  ])
})

test('a ban that is declined, withdrawn or never approved changes nothing', async () => {
  const world = await anyWorld()
  const { ines, june, ada } = await staff(world)
  for (const by of [june, ines, null]) {
    await decide(ines, ada, { kind: 'ban' })
    const { _id: id } = await openApproval(june)
    if (by) await by.client.declineApproval({ params: { id }, body: {} })
    else await pass(world, 7 * 24).then(() => applyDue(world.deps))
  }
  expect(await stateOf(ines, ada)).toBe('active')
  expect((await decisionsAbout(ines, ada)).decisions.map(({ state }) => state)).toEqual(Array(3).fill('declined'))
  expect((await decisionsAbout(ines, ada)).standing.strikes).toBe(0)
  await settle(world)
  expect(await world.mailsTo(ada.email, 0)).toHaveLength(1)
})

test('an approved ban is undone or ended early by an administrator or who asked for it', async () => {
  const world = await anyWorld()
  const { ines, june, ada } = await staff(world)
  const [max, kim] = [await world.staff('moderator'), await world.staff('moderator')]
  const { _id: id } = await decide(max, ada, { kind: 'ban' })
  await expect(ines.client.undoDecision({ params: { id } })).rejects.toMatchObject({ status: 409 })
  await june.client.approve({ params: { id: (await openApproval(june))._id } })
  // If Kim could end the ban, she would bypass the second administrator.
  await expect(kim.client.undoDecision({ params: { id } })).rejects.toMatchObject({ status: 403 })
  const early = { params: { id }, body: { reason: 'They explained it.' } }
  await expect(kim.client.liftDecision(early)).rejects.toMatchObject({ status: 403 })
  const mayEnd = async (who: Person) => (await decisionsAbout(who, ada)).decisions[0]!.mayEnd
  expect([await mayEnd(kim), await mayEnd(max), await mayEnd(ines)]).toEqual([false, true, true])
  await max.client.undoDecision({ params: { id } })
  const { _id: again } = await decide(max, ada, { kind: 'ban' })
  await june.client.approve({ params: { id: (await openApproval(june))._id } })
  await ines.client.undoDecision({ params: { id: again } })
  await settle(world)
  expect(await stateOf(june, ada)).toBe('active')
  expect(await world.mailsTo(ada.email, 0)).toHaveLength(1)
})

test('an administrator isn’t asked about their own ban, and can’t stop it', async () => {
  const world = await anyWorld()
  const { ines, june } = await staff(world)
  const kay = await world.administrator()
  await decide(ines, june, { kind: 'ban' })
  const { _id: id } = await openApproval(kay)
  await expect(june.client.approve({ params: { id } })).rejects.toMatchObject({ status: 403 })
  await expect(june.client.declineApproval({ params: { id }, body: {} })).rejects.toMatchObject({ status: 403 })
  expect((await world.mailsTo(june.email, 0)).filter(({ text }) => text.includes('ban'))).toEqual([])
  await kay.client.approve({ params: { id } })
  await expect(june.client.getProfile()).rejects.toMatchObject({ status: 401 })
})

test('of two decisions on the same version, the second gets the name of who was first', async () => {
  const world = await anyWorld()
  const { ines, ada } = await staff(world)
  const other = await world.administrator()
  const params = { id: ada.user._id }
  const { version } = (await ines.client.previewDecision({ params, body: inputOf() })).data
  const both = await Promise.allSettled(
    [ines, other].map(({ client }) => client.decide({ params, body: inputOf(), ifMatch: version })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((each) => each.status === 'rejected')!.reason).toMatchObject({
    status: 409,
    message: 'Ines Marlowe changed this user in the meantime. Please check it and try again.',
  })
  const [decision] = (await decisionsAbout(ines, ada)).decisions
  await expect(
    ines.client.undoDecision({ params: { id: decision!._id }, ifMatch: decision!.version - 1 }),
  ).rejects.toMatchObject({ status: 409 })
})

test('of fifty clicks on the same decision, one counts', async () => {
  const world = await anyWorld()
  const { ines, ada } = await staff(world)
  const params = { id: ada.user._id }
  const { version } = (await ines.client.previewDecision({ params, body: inputOf() })).data
  const clicks = Array.from({ length: 50 }, () =>
    ines.client.decide({ params, body: inputOf({ kind: 'suspend', days: 2 }), ifMatch: version }),
  )
  expect((await Promise.allSettled(clicks)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await decisionsAbout(ines, ada)).decisions).toHaveLength(1)
})

test('the preview says what will happen, with the notice word for word as it is sent', async () => {
  const world = await anyWorld()
  const { ines, ada } = await staff(world)
  const body = inputOf({ kind: 'suspend', days: 7, subscription: 'cancel' })
  const params = { id: ada.user._id }
  await report(await world.dater(), ada)
  const { data } = await ines.client.previewDecision({ params, body })
  expect(data.effects.join(' ')).toContain('1 open report about them is resolved')
  expect(data.effects.join(' ')).toContain('Their subscription ends after a minute, without a refund.')
  expect(data.notice.text).toContain('Your subscription has ended')
  await ines.client.decide({ params, body, ifMatch: data.version })
  await settle(world)
  const [, mail] = await world.mailsTo(ada.email, 2)
  expect(mail!.subject).toBe(data.notice.subject)
  expect(mail!.text.trim()).toBe(data.notice.text.trim())
})

test('strikes recommend the next step and expire after 180 days', async () => {
  const world = await anyWorld()
  const { ines, ada } = await staff(world)
  const standing = async () => (await decisionsAbout(ines, ada)).standing
  expect(await standing()).toEqual({ strikes: 0, recommended: { kind: 'warn', days: null } })
  await decide(ines, ada)
  await decide(ines, ada)
  expect(await standing()).toEqual({ strikes: 2, recommended: { kind: 'suspend', days: 14 } })
  await world.query(`update decisions set strike_until = strike_until - interval '180 days'`)
  expect((await standing()).strikes).toBe(0)
})

test('a subscription that a decision ends continues if the decision is undone', async () => {
  const { world, ada } = await startPaying()
  const ines = await world.administrator()
  const input = { kind: 'suspend', days: 3, subscription: 'cancel' } as const
  const { _id: id } = await decide(ines, ada, input)
  await ines.client.undoDecision({ params: { id } })
  await settle(world)
  const premium = async () => (await ines.client.getUser({ params: { id: ada.user._id } })).data.user.isVIP
  expect(await premium()).toBe(true)
  await decide(ines, ada, input)
  await settle(world)
  await until(async () => !(await premium()))
})

test('a decision that can’t be settled doesn’t keep a suspension from ending, or a warning from being sent', async () => {
  const world = await startWorld()
  const { ines, ada } = await staff(world)
  const ben = await world.dater({ firstName: 'Ben' })
  await decide(ines, ben, { kind: 'suspend', days: 1 })
  world.turnClock(61_000)
  await settle(world)
  world.turnClock(25 * 3_600_000)
  const later = await world.signedInAgain(ines)
  await decide(later, ada)
  world.turnClock(61_000)
  expect(await stateOf(later, ben)).toBe('suspended')
  await world.query(`alter table decisions add constraint fall check (subject_id <> '${ada.user._id}') not valid`)
  await expect(advanceDecisions(world.deps)).rejects.toThrow('fall')
  expect(await stateOf(later, ben)).toBe('active')
})

test('a worker that dies while it settles a decision leaves nothing half done', async () => {
  const world = await startWorld()
  const { ines, ada } = await staff(world)
  const ben = await world.dater({ firstName: 'Ben' })
  await report(ben, ada)
  await decide(ines, ada)
  await world.query('alter table notifications add constraint die check (false) not valid')
  world.turnClock(61_000)
  await advanceDecisions(world.deps).catch(() => {})
  expect((await world.query(`select settled_at from decisions`)).rows).toEqual([{ settled_at: null }])
  await world.query('alter table notifications drop constraint die')
  await advanceDecisions(world.deps)
  await advanceDecisions(world.deps)
  const { rows } = await world.query(`select account_id, count from notifications where kind in ('report', 'decision')`)
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(expect.arrayContaining([{ account_id: ben.user._id, count: 1 }]))
})

test('a change of a decision that a colleague changed meanwhile is refused, and says who it was', async () => {
  const world = await anyWorld()
  const { ines, ada } = await staff(world)
  const mara = await world.staff('moderator')
  const { _id: id, version: ifMatch } = await decide(ines, ada, { kind: 'limit', days: 3 })
  const lift = { params: { id }, body: { reason: 'Explained.' }, ifMatch }
  await mara.client.liftDecision(lift)
  await expect(ines.client.liftDecision(lift)).rejects.toMatchObject({
    status: 409,
    message: 'Mara Marlowe changed this decision in the meantime. Please check it and try again.',
  })
})

test('a decision is deleted a year after it ended, and stays as long as it applies', async () => {
  const world = await startWorld()
  const { ines, ada } = await staff(world)
  const { _id: id } = await decide(ines, ada, { kind: 'suspend', days: 2 })
  await decide(ines, ada, { kind: 'limit', days: 365 })
  await decide(ines, ada)
  await ines.client.liftDecision({ params: { id }, body: { reason: 'Explained.' } })
  const kinds = async () => (await world.query('select kind from decisions order by kind')).rows.map(({ kind }) => kind)
  world.turnClock(364 * 24 * 3_600_000)
  await cleanUp(world.deps)
  expect(await kinds()).toEqual(['limit', 'suspend', 'warn'])
  world.turnClock(2 * 24 * 3_600_000)
  await cleanUp(world.deps)
  expect(await kinds()).toEqual(['limit'])
})

test('a decision on a report is made once, and its undo ends the appeals about it', async () => {
  const world = await anyWorld()
  const { ines, ada } = await staff(world)
  const ben = await world.dater({ firstName: 'Ben' })
  const { _id: reportId } = await report(ben, ada)
  const both = await Promise.allSettled(
    [1, 2].map(() => decide(ines, ada, { kind: 'limit', days: 3, reportId, subscription: 'keep' })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
  const [decision] = (await decisionsAbout(ines, ada)).decisions
  const message = 'I would like somebody else to look at this.'
  await ada.client.appealDecision({ params: { id: decision!._id }, body: { message } })
  await ben.client.appealReport({ params: { id: reportId }, body: { message } })
  await ines.client.undoDecision({ params: { id: decision!._id } })
  for (const { client } of [ada, ben]) expect((await client.listMyAppeals()).data.appeals).toEqual([])
  expect((await ines.client.listAppeals({ query: { open: 'true' } })).data.appeals).toEqual([])
})
