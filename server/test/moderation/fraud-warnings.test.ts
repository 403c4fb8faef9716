import { expect, test } from 'vitest'
import { cleanUp } from '../../src/features/delivery/index.ts'
import { advanceDecisions } from '../../src/features/moderation/decisions/jobs.ts'
import { hours } from '../../src/infra/clock.ts'
import { FACTS, inputOf, settle } from '../deciding.ts'
import { banForFraud, overturn, release, startScam, told, warned, write } from '../frauds.ts'
import type { Person } from '../people.ts'
import { until } from '../world.ts'

// When someone is banned for fraud, everyone who received messages from them is warned once.

test('staff see who would be warned by which rules, and each text; it tells readers nothing about others', async () => {
  const { world, ines, sam, ben, cleo, dora } = await startScam()
  await world.query(`update accounts set language = 'de' where id = '${cleo.user._id}'`)
  const params = { id: sam.user._id }
  const reason = 'They ask for gift cards.'
  const needed = { code: 'reason_required' }
  await expect(ines.client.previewFraudWarning({ params })).rejects.toMatchObject(needed)
  const { data } = await ines.client.previewFraudWarning({ params, reason })
  expect(data).toEqual({
    received: 2,
    answered: 1,
    readers: [
      { _id: ben.user._id, name: 'Ben Marlowe', ruleSet: 'answered', language: 'en' },
      { _id: cleo.user._id, name: 'Cleo Marlowe', ruleSet: 'received', language: 'de' },
    ],
  })
  const noticeFor = async ({ user }: Person) =>
    (await ines.client.previewFraudNotice({ params: { ...params, readerId: user._id } })).data.notice
  const [toBen, toCleo] = [await noticeFor(ben), await noticeFor(cleo)]
  expect(toBen).toMatchObject({ language: 'en', subject: 'A warning about Sam · Kindred' })
  expect(toBen.text).toContain('Call your bank')
  expect(toCleo.language).toBe('de')
  expect(toCleo.text).not.toBe(toBen.text)
  expect(toBen.text + toCleo.text).not.toMatch(/Marlowe|gift card\?|report|2 people|three/)
  await expect(noticeFor(dora)).rejects.toMatchObject({ status: 404 })
  await expect(ben.client.previewFraudWarning({ params })).rejects.toMatchObject({ status: 403 })
  const looks = (await ines.client.listAudit({ query: { subject: sam.user._id } })).data.entries
  const seen = looks.filter(({ action }) => action === 'fraud-warning.previewed')
  expect(new Set(seen.map(({ reason: given }) => given))).toEqual(new Set([reason]))
  expect(seen.map(({ details }) => details)).toEqual([
    { reader: dora.user._id },
    { reader: cleo.user._id },
    { reader: ben.user._id },
    {},
  ])
  const { effects } = (
    await ines.client.previewDecision({ params, body: inputOf({ kind: 'ban', fraud: true, facts: FACTS }) })
  ).data
  expect(effects).toContainEqual(expect.stringContaining('2 people who received messages from them will be warned'))
})

test('no one can preview warnings about themselves, and a moderator can’t preview any about the team', async () => {
  const { world, ines, june, sam, ben } = await startScam()
  await world.query(`update accounts set staff_role = 'moderator' where id = '${sam.user._id}'`)
  const moderator = (await world.signedInAgain(sam)).client
  const reason = 'They ask for gift cards.'
  const own = { params: { id: sam.user._id }, reason }
  const team = { params: { id: june.user._id }, reason }
  await expect(moderator.previewFraudWarning(own)).rejects.toMatchObject({ status: 409 })
  await expect(
    moderator.previewFraudNotice({ params: { ...own.params, readerId: ben.user._id }, reason }),
  ).rejects.toMatchObject({ status: 409 })
  await expect(moderator.previewFraudWarning(team)).rejects.toMatchObject({ status: 403 })
  await expect(
    moderator.previewDecision({ params: team.params, body: inputOf({ kind: 'ban', fraud: true }) }),
  ).rejects.toMatchObject({ status: 403 })
  expect((await ines.client.previewFraudWarning(own)).data.received).toBe(2)
  const actions = (await ines.client.listAudit({ query: { actor: sam.user._id } })).data.entries
  expect(actions.filter(({ action }) => action.startsWith('fraud'))).toEqual([])
})

test('who got a note with a like is warned, too, and who answered it with messages by the other rules', async () => {
  const { world, ines, sam, dora } = await startScam()
  const [edda, fay] = [await world.dater({ firstName: 'Edda' }), await world.dater({ firstName: 'Fay' })]
  const note = 'Write to me on Telegram, my dear.'
  for (const { user } of [edda, fay]) await sam.client.choose({ body: { userId: user._id, action: 'like', note } })
  await write(fay, await world.matched(fay, sam))
  const { readers } = (
    await ines.client.previewFraudWarning({ params: { id: sam.user._id }, reason: 'They sent notes.' })
  ).data
  const ruleSets = Object.fromEntries(readers.map(({ _id, ruleSet }) => [_id, ruleSet]))
  expect([ruleSets[edda.user._id], ruleSets[fay.user._id], ruleSets[dora.user._id]]).toEqual([
    'received',
    'answered',
    undefined,
  ])
})

test('a warning that is held waits until it is released, and reaches each reader once, whatever dies', async () => {
  const { world, ines, june, sam, ben, cleo, dora } = await startScam()
  const { params } = await banForFraud({ ines, june, sam })
  await settle(world)
  const body = { reason: 'The bank is still checking.' }
  const hold = (seen?: number) => ines.client.holdFraudWarning({ params, body, ...(seen && { ifMatch: seen }) })
  const unseen = { status: 400, message: 'Send the version that you last saw as If-Match.' }
  await expect(hold()).rejects.toMatchObject(unseen)
  await expect(june.client.releaseFraudWarning({ params })).rejects.toMatchObject(unseen)
  const held = (await hold(1)).data.warning
  expect(held).toMatchObject({ state: 'held', holdReason: 'The bank is still checking.', sent: 0 })
  await expect(hold(held.version)).rejects.toMatchObject({ status: 409 })
  await expect(june.client.releaseFraudWarning({ params, ifMatch: held.version - 1 })).rejects.toMatchObject({
    status: 409,
  })
  world.turnClock(hours(13))
  await advanceDecisions(world.deps)
  expect(await warned(world, ben)).toEqual([])
  const later = await world.signedInAgain(june)
  const released = await Promise.allSettled([1, 2, 3].map(() => release(later, params)))
  expect(released.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  const late = { params, body, ifMatch: held.version + 1 }
  await expect(later.client.holdFraudWarning(late)).rejects.toMatchObject({ status: 409 })
  await world.query('alter table notifications add constraint fall check (false) not valid')
  await advanceDecisions(world.deps).catch(() => {})
  await world.query('alter table notifications drop constraint fall')
  await Promise.all([advanceDecisions(world.deps), advanceDecisions(world.deps)])
  await advanceDecisions(world.deps)
  await until(async () => (await warned(world, cleo)).length === 1 && (await warned(world, ben)).length === 1)
  const texts = [await told(await world.signedInAgain(ben)), await told(await world.signedInAgain(dora))]
  expect(texts).toEqual([[expect.stringContaining('We banned Sam, who sent you messages.')], []])
  const { warning } = (await later.client.getFraudWarning({ params })).data
  expect(warning).toMatchObject({ state: 'sent', sent: 2 })
  expect(warning.log.map(({ reader, ruleSet, mail }) => `${reader.name}, ${ruleSet}, ${mail}`).toSorted()).toEqual([
    'Ben Marlowe, answered, sent',
    'Cleo Marlowe, received, sent',
  ])
  await expect(release(later, params)).rejects.toMatchObject({ status: 409 })
  const { entries } = (await later.client.listAudit({ query: { subject: sam.user._id } })).data
  expect(entries.map(({ action }) => action).slice(0, 3)).toEqual([
    'fraud-warning.sent',
    'fraud-warning.released',
    'fraud-warning.held',
  ])
})

test('the delivery log says what became of each email, even once the email is deleted', async () => {
  const { world, ines, june, sam, ben, cleo } = await startScam()
  const { params } = await banForFraud({ ines, june, sam })
  await settle(world)
  const { mailer } = world.deps
  const send = mailer.send.bind(mailer)
  mailer.send = (mail) => (mail.to === cleo.email ? Promise.reject(new Error('refused')) : send(mail))
  await release(ines, params)
  await advanceDecisions(world.deps)
  const log = async () =>
    (await ines.client.getFraudWarning({ params })).data.warning.log
      .map(({ reader, mail }) => `${reader.name}: ${mail}`)
      .toSorted()
  const known = ['Ben Marlowe: sent', 'Cleo Marlowe: failed']
  await until(async () => (await log()).join() === known.join())
  await advanceDecisions(world.deps)
  await world.query(`update mails set created_at = created_at - interval '31 days' where account_id in
    ('${ben.user._id}', '${cleo.user._id}')`)
  await cleanUp(world.deps)
  mailer.send = send
  expect((await world.query(`select from mails where account_id = '${ben.user._id}'`)).rowCount).toBe(0)
  expect(await log()).toEqual(known)
})

test('without a hold it goes out within 24 hours; a hold ends by itself', async () => {
  const { world, ines, june, sam, ben } = await startScam()
  const other = await startScam()
  await banForFraud({ ines, june, sam })
  const { params } = await banForFraud(other)
  await other.ines.client.holdFraudWarning({ params, ifMatch: 1, body: { reason: 'Still checking.' } })
  await settle(world)
  expect(await warned(world, ben)).toEqual([])
  world.turnClock(hours(12))
  await advanceDecisions(world.deps)
  await until(async () => (await warned(world, ben)).length === 1)
  expect(await warned(world, other.ben)).toEqual([])
  world.turnClock(hours(60))
  await advanceDecisions(world.deps)
  await until(async () => (await warned(world, other.ben)).length === 1)
})

test('an undo, an early end or an overturn cancels the warning, and no one is notified', async () => {
  const { world, ines, june, sam, ben, cleo } = await startScam()
  const undone = await banForFraud({ ines, june, sam })
  await ines.client.undoDecision(undone)
  const lifted = await banForFraud({ ines, june, sam })
  await settle(world)
  await ines.client.liftDecision({ ...lifted, body: { reason: 'It was someone else.' } })
  const overturned = await banForFraud({ ines, june, sam })
  await settle(world)
  await overturn(world, sam, overturned)
  world.turnClock(hours(80))
  await advanceDecisions(world.deps)
  const staff = await world.signedInAgain(ines)
  for (const decision of [undone, lifted, overturned]) {
    expect((await staff.client.getFraudWarning(decision)).data.warning).toMatchObject({ state: 'canceled', sent: 0 })
    await expect(release(staff, decision.params)).rejects.toMatchObject({ status: 409 })
  }
  expect([await warned(world, ben), await warned(world, cleo)]).toEqual([[], []])
  expect(await told(await world.signedInAgain(ben))).toEqual([])
})

test('when a ban is lifted after its warnings went out, each reader hears that at once, and not that it was wrong', async () => {
  const { world, ines, june, sam, ben, cleo } = await startScam()
  const { params } = await banForFraud({ ines, june, sam })
  await settle(world)
  await release(ines, params)
  await advanceDecisions(world.deps)
  await ines.client.liftDecision({ params, body: { reason: 'They paid it back.' } })
  const mailsTo = async ({ email }: Person, start: string) =>
    (await world.mailsTo(email, 0)).flatMap(({ subject, text }) => (subject.startsWith(start) ? [text] : []))
  const lifted = 'We’ve lifted the ban on Sam'
  // Only the queued job can have sent these emails, because the minute isn't over.
  await until(async () => (await mailsTo(ben, lifted)).length === 1 && (await mailsTo(cleo, lifted)).length === 1)
  await advanceDecisions(world.deps)
  expect((await mailsTo(ben, lifted)).join(' ')).not.toMatch(/mistake|sorry|paid/)
  expect(await told(await world.signedInAgain(ben))).toEqual([expect.stringContaining(lifted)])
  const { warning } = (await ines.client.getFraudWarning({ params })).data
  expect(warning).toMatchObject({ state: 'sent', sent: 2, correctedAt: expect.any(String) })
  await overturn(world, sam, { params })
  const wrong = 'We were wrong about Sam'
  await until(async () => (await mailsTo(ben, wrong)).length === 1 && (await mailsTo(cleo, wrong)).length === 1)
  expect([await mailsTo(ben, lifted), await mailsTo(cleo, lifted)]).toMatchObject([{ length: 1 }, { length: 1 }])
  expect(await told(await world.signedInAgain(ben))).toEqual([expect.stringContaining('was a mistake')])
})

test('when a ban is overturned after its warnings went out, each reader gets one correction', async () => {
  const { world, ines, june, sam, ben, cleo, dora } = await startScam()
  const { params } = await banForFraud({ ines, june, sam })
  await settle(world)
  await release(ines, params)
  await advanceDecisions(world.deps)
  await overturn(world, sam, { params })
  await Promise.all([advanceDecisions(world.deps), advanceDecisions(world.deps)])
  await advanceDecisions(world.deps)
  const mailsTo = async ({ email }: Person) =>
    (await world.mailsTo(email, 0)).flatMap(({ subject }) => (subject.startsWith('Confirm') ? [] : [subject]))
  await until(async () => (await mailsTo(ben)).length === 2 && (await mailsTo(cleo)).length === 2)
  expect((await mailsTo(ben)).toSorted()).toEqual([
    'A warning about Sam · Kindred',
    'We were wrong about Sam · Kindred',
  ])
  const [text] = (await world.mailsTo(ben.email, 0)).flatMap((mail) => (/wrong/.test(mail.subject) ? [mail.text] : []))
  expect(text).toContain('the ban was a mistake')
  expect(text).not.toMatch(/cousin|Marlowe|appeal/)
  expect(await mailsTo(dora)).toEqual([])
  expect(await told(await world.signedInAgain(ben))).toEqual([
    expect.stringContaining('Our warning about Sam was a mistake'),
  ])
  const { warning } = (await ines.client.getFraudWarning({ params })).data
  expect(warning).toMatchObject({ state: 'sent', sent: 2, correctedAt: expect.any(String) })
})

test('a correction waits while another ban for fraud applies', async () => {
  const { world, ines, june, sam, ben } = await startScam()
  const first = await banForFraud({ ines, june, sam })
  await settle(world)
  await release(ines, first.params)
  await advanceDecisions(world.deps)
  await world.query(
    `create function stumble() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`,
  )
  await world.query(`create trigger stumble before update on fraud_notices for each row
    when (new.corrected_at is not null) execute function stumble()`)
  await ines.client.liftDecision({ ...first, body: { reason: 'They paid it back.' } })
  const second = await banForFraud({ ines, june, sam })
  await world.query(`drop trigger stumble on fraud_notices`)
  await settle(world)
  const correctedAt = async () => (await ines.client.getFraudWarning(first)).data.warning.correctedAt
  expect(await correctedAt()).toBeNull()
  expect(await told(await world.signedInAgain(ben))).toEqual([expect.stringContaining('We banned Sam')])
  await ines.client.liftDecision({ ...second, body: { reason: 'It was someone else.' } })
  await advanceDecisions(world.deps)
  expect(await correctedAt()).not.toBeNull()
  expect(await told(await world.signedInAgain(ben))).toEqual([expect.stringContaining('We’ve lifted the ban on Sam')])
})

test('someone who joins the team later reads neither the warning about them nor who decided about them', async () => {
  const { world, ines, ...people } = await startScam()
  const decision = await banForFraud({ ines, ...people })
  await ines.client.liftDecision({ ...decision, body: { reason: 'The bank was wrong.' } })
  await world.query(`update accounts set staff_role = 'moderator' where id = '${people.sam.user._id}'`)
  const sam = await world.signedInAgain(people.sam)
  const params = { id: sam.user._id }
  const gone = { status: 404 }
  await expect(sam.client.getFraudWarning(decision)).rejects.toMatchObject(gone)
  await expect(sam.client.holdFraudWarning({ ...decision, body: { reason: 'Leave it.' } })).rejects.toMatchObject(gone)
  await expect(sam.client.releaseFraudWarning(decision)).rejects.toMatchObject(gone)
  expect((await sam.client.listDecisions({ params })).data.decisions).toEqual([])
  expect((await ines.client.listDecisions({ params })).data.decisions).toMatchObject([{ kind: 'ban', state: 'lifted' }])
  expect((await ines.client.getFraudWarning(decision)).data.warning.state).toBe('canceled')
})
