import { expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { hours } from '../../src/infra/clock.ts'
import { sharedWithoutTeam } from '../approving.ts'
import { decide, decisionsAbout, inputOf, report, settle, stateOf } from '../deciding.ts'
import type { Person } from '../people.ts'
import type { World } from '../world.ts'

// Appeals by members and reporters, decided by someone else, with reasons.

const anyWorld = sharedWithoutTeam()

const message = 'My cousin used my phone.'
const reason = 'The messages came from another device.'

async function decided(world: World, kind: 'suspend' | 'warn' | 'ban' = 'suspend') {
  const [ines, omar] = [await world.administrator(), await world.administrator()]
  const ben = await world.dater({ firstName: 'Ben' })
  const decision = await decide(ines, ben, { kind, ...(kind === 'suspend' ? { days: 30 } : {}) })
  await settle(world)
  return { ines, omar, ben: await world.signedInAgain(ben), id: decision._id }
}

const appeal = async ({ client }: Person, id: string) =>
  (await client.appealDecision({ params: { id }, body: { message } })).data.appeal

const decideIt = async ({ client }: Person, id: string, outcome: 'upheld' | 'overturned', ifMatch?: number) =>
  (
    await client.decideAppeal({
      params: { id },
      body: { outcome, reason },
      ...(ifMatch === undefined ? {} : { ifMatch }),
    })
  ).data.appeal

const waiting = async ({ client }: Person) => (await client.listAppeals({ query: { open: 'true' } })).data.appeals

test('a suspended member appeals, both write, and another administrator overturns everything', async () => {
  const world = await anyWorld()
  const { ines, omar, ben, id } = await decided(world)
  expect(await stateOf(omar, ben)).toBe('suspended')
  const { _id: appealId } = await appeal(ben, id)
  await omar.client.answerAppeal({ params: { id: appealId }, body: { message: 'Which phone was it?' } })
  const written = await ben.client.writeInMyAppeal({ params: { id: appealId }, body: { message: 'The green one.' } })
  expect(written.data.appeal.messages.map(({ byStaff, message: text }) => [byStaff, text])).toEqual([
    [false, message],
    [true, 'Which phone was it?'],
    [false, 'The green one.'],
  ])
  expect(JSON.stringify(written)).not.toContain(omar.user._id)
  const [seen] = await waiting(omar)
  expect(seen).toMatchObject({ by: 'member', mayDecide: 'now', deciders: [{ _id: ines.user._id }] })
  expect(await decideIt(omar, appealId, 'overturned', seen!.version)).toMatchObject({
    state: 'overturned',
    samePerson: false,
    decidedBy: { _id: omar.user._id },
  })
  expect(await stateOf(omar, ben)).toBe('active')
  const { decisions, standing } = await decisionsAbout(omar, ben)
  expect([decisions[0]!.state, standing.strikes]).toEqual(['overturned', 0])
  expect((await ben.client.listMyAppeals()).data.appeals).toMatchObject([
    { state: 'overturned', reason, decisionId: id, samePerson: false },
  ])
  const mails = await world.mailsTo(ben.email, 4)
  expect(mails.at(-1)).toMatchObject({ subject: expect.stringContaining('Your appeal was successful') })
  expect(mails.at(-1)!.text).toContain(reason)
  expect(mails.at(-1)!.text).not.toContain('no one else')
  expect(await waiting(omar)).toEqual([])
})

test('the person who made a decision doesn’t decide its appeal, and no one decides their own', async () => {
  const world = await anyWorld()
  const { ines, omar, ben, id } = await decided(world, 'warn')
  const { _id: appealId } = await appeal(ben, id)
  expect((await waiting(ines))[0]).toMatchObject({ mayDecide: 'someone-else' })
  await expect(decideIt(ines, appealId, 'upheld')).rejects.toMatchObject({ status: 409 })
  // The decider can't write in the appeal, because messages are signed by the team, without a name.
  const write = ines.client.answerAppeal({ params: { id: appealId }, body: { message: 'Please withdraw it.' } })
  await expect(write).rejects.toMatchObject({ status: 409 })
  await world.query(`update accounts set is_admin = true where id = '${ben.user._id}'`)
  const asBoth = await world.signedInAgain(ben)
  await expect(decideIt(asBoth, appealId, 'overturned')).rejects.toMatchObject({ status: 409 })
  await expect(
    asBoth.client.answerAppeal({ params: { id: appealId }, body: { message: 'I am right.' } }),
  ).rejects.toMatchObject({ status: 409 })
  world.turnClock(hours(25))
  await expect(decideIt(await world.signedInAgain(ines), appealId, 'upheld')).rejects.toMatchObject({ status: 409 })
  const someoneElse = await world.signedInAgain(omar)
  const twice = await Promise.allSettled([1, 2].map(() => decideIt(someoneElse, appealId, 'upheld')))
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await decisionsAbout(someoneElse, ben)).decisions[0]!.state).toBe('in_force')
})

test('someone who approved something else decides the appeal', async () => {
  const world = await anyWorld()
  const { ines, omar, ben, id } = await decided(world)
  await decide(ines, await world.dater({ firstName: 'Ada' }), { kind: 'ban' })
  const [approval] = (await omar.client.listApprovals({ query: { open: 'true' } })).data.approvals
  await omar.client.approve({ params: { id: approval!._id } })
  const { _id: appealId } = await appeal(ben, id)
  const [seen] = await waiting(omar)
  expect([seen!.mayDecide, seen!.deciders.map(({ _id }) => _id)]).toEqual(['now', [ines.user._id]])
  expect(await decideIt(omar, appealId, 'upheld')).toMatchObject({ state: 'upheld', samePerson: false })
})

test('the only administrator decides after a day, it is marked, and the member knows from the start', async () => {
  const world = await anyWorld()
  const ines = await world.administrator()
  const ben = await world.dater({ firstName: 'Ben' })
  // A colleague who can't sign in doesn't count as another decider.
  const { user: omar } = await world.administrator()
  await world.query(`update accounts set state = 'suspended' where id = '${omar._id}'`)
  const params = { id: ben.user._id }
  const { notice } = (await ines.client.previewDecision({ params, body: inputOf() })).data
  const { _id: id } = await decide(ines, ben)
  await settle(world)
  const [, mail] = await world.mailsTo(ben.email, 2)
  const [own] = (await ben.client.listMyDecisions()).data.decisions
  for (const text of [notice.text, mail!.text, own!.statement.join()]) expect(text).toContain('we’ll review it again')
  const { _id: appealId } = await appeal(ben, id)
  expect((await waiting(ines))[0]).toMatchObject({ mayDecide: 'later', mayDecideAt: expect.any(String) })
  await expect(decideIt(ines, appealId, 'upheld')).rejects.toMatchObject({ status: 409 })
  world.turnClock(hours(24))
  const again = await world.signedInAgain(ines)
  expect(await decideIt(again, appealId, 'upheld')).toMatchObject({ state: 'upheld', samePerson: true })
  const { client } = await world.signedInAgain(ben)
  expect((await client.listMyAppeals()).data.appeals).toMatchObject([{ state: 'upheld', samePerson: true }])
  expect((await world.mailsTo(ben.email, 3))[2]!.text).toContain('because no one else could')
  const { entries } = (await again.client.listAudit({ query: { action: 'appeal.upheld', actor: ines.user._id } })).data
  expect(entries).toMatchObject([{ reason, details: { samePerson: true } }])
})

test('an appeal is possible once, within six months, and only by the person concerned', async () => {
  const world = await anyWorld()
  const { ben, id } = await decided(world, 'warn')
  const eve = await world.dater({ firstName: 'Eve' })
  await expect(appeal(eve, id)).rejects.toMatchObject({ status: 404 })
  await expect(appeal(ben, randomUUID())).rejects.toMatchObject({ status: 404 })
  const both = await Promise.allSettled([1, 2].map(() => appeal(ben, id)))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [own] = (await ben.client.listMyAppeals()).data.appeals
  const params = { id: own!._id }
  await expect(eve.client.writeInMyAppeal({ params, body: { message: 'Hi' } })).rejects.toMatchObject({ status: 404 })
  await expect(eve.client.listAppeals()).rejects.toMatchObject({ status: 403 })
  expect((await eve.client.listMyAppeals()).data.appeals).toEqual([])
  await world.query('delete from appeals')
  await world.query(`update decisions set in_force_at = now() - interval '7 months'`)
  await expect(appeal(ben, id)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('6-month') })
})

test('open appeals begin with the one that has waited longest, and all appeals with the newest', async () => {
  const world = await anyWorld()
  const ines = await world.administrator()
  const ids: string[] = []
  for (let nth = 0; nth < 3; nth++) {
    const { ben, id } = await decided(world, 'warn')
    await appeal(ben, id)
    ids.push((await ben.client.listMyAppeals()).data.appeals[0]!._id)
  }
  const walk = async (open?: 'true') => {
    const seen: string[] = []
    for (let before = ''; ;) {
      const { appeals, nextBefore } = (
        await ines.client.listAppeals({
          query: { limit: '1', ...(open ? { open } : {}), ...(before ? { before } : {}) },
        })
      ).data
      seen.push(...appeals.map(({ _id }) => _id))
      if (!nextBefore) return seen
      before = nextBefore
    }
  }
  expect(await walk('true')).toEqual(ids)
  expect(await walk()).toEqual(ids.toReversed())
})

test('the reporter appeals a rejected report, and overturning opens it again', async () => {
  const world = await anyWorld()
  const [ines, omar] = [await world.administrator(), await world.administrator()]
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const { _id: id } = await report(ada, ben)
  const params = { id }
  const appealIt = (person: Person) => person.client.appealReport({ params, body: { message } })
  await expect(appealIt(ada)).rejects.toMatchObject({ status: 409 })
  const notices = async () => (await ada.client.listNotifications()).data.notifications.map(({ text }) => text)
  await ines.client.setReportStatus({ params, body: { status: 'rejected' } })
  expect((await notices())[0]).toContain('You can appeal this within 6 months.')
  const { endedAt } = (await ada.client.getReport({ params })).data.report
  expect(endedAt).not.toBeNull()
  world.turnClock(60_000)
  await ines.client.replyToReport({ params, body: { message: 'We looked at all of it.', isInternal: false } })
  const { report: answered } = (await ada.client.getReport({ params })).data
  expect(answered).toMatchObject({ endedAt })
  expect(answered.updatedAt).not.toBe(endedAt)
  await expect(appealIt(ben)).rejects.toMatchObject({ status: 404 })
  const { _id: appealId } = (await appealIt(ada)).data.appeal
  expect((await waiting(ines))[0]).toMatchObject({ by: 'reporter', mayDecide: 'someone-else', report: { _id: id } })
  await decideIt(omar, appealId, 'overturned')
  const { report: open } = (await ada.client.getReport({ params })).data
  expect(open).toMatchObject({ status: 'in_progress', endedAt: null })
  expect((await ada.client.listMyAppeals()).data.appeals).toMatchObject([{ reportId: id, state: 'overturned', reason }])
  // Each report has only one appeal, so the second rejection offers none.
  await ines.client.setReportStatus({ params, body: { status: 'rejected' } })
  expect((await notices())[0]).toBe('We reviewed your report and didn’t find a violation')
})

test('a message that staff have not read keeps them from deciding', async () => {
  const world = await anyWorld()
  const { omar, ben, id } = await decided(world, 'warn')
  const { _id: appealId } = await appeal(ben, id)
  const [seen] = await waiting(omar)
  await ben.client.writeInMyAppeal({ params: { id: appealId }, body: { message: 'One more thing.' } })
  await expect(decideIt(omar, appealId, 'upheld', seen!.version)).rejects.toMatchObject({ status: 409 })
})

test('an appeal goes with the decision that is undone, whichever way that is', async () => {
  const world = await anyWorld()
  const ines = await world.administrator()
  const ways = [
    (id: string) => ines.client.undoDecision({ params: { id } }),
    (_: string, { user }: Person) => ines.client.activateUser({ params: { id: user._id }, body: {} }),
  ]
  for (const undo of ways) {
    const ben = await world.dater({ firstName: 'Ben' })
    const { _id: id } = await decide(ines, ben, { kind: 'suspend', days: 30 })
    await appeal(await world.signedInAgain(ben), id)
    await undo(id, ben)
    expect((await decisionsAbout(ines, ben)).decisions).toMatchObject([{ state: 'undone' }])
    expect(await waiting(ines)).toEqual([])
  }
})
