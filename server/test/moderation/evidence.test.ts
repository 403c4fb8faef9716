import { expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mediaFolder } from '../../src/config.ts'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { dropEvidence } from '../../src/features/moderation/evidence/jobs.ts'
import { copyOf } from '../../src/features/moderation/evidence/evidence.ts'
import { verifyEvidence } from '../../src/features/moderation/evidence/read-evidence.ts'
import { monitor } from '../../src/features/moderation/index.ts'
import { cleanUp } from '../../src/features/moderation/jobs.ts'
import { sweepDroppedFiles } from '../../src/features/profiles/pictures/jobs.ts'
import { days } from '../../src/infra/clock.ts'
import { inputOf } from '../deciding.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

// Evidence preserves the subject of a report, and every change to the evidence is detected.

const anyWorld = shared(startWorld)

const [description, reason] = ['Writes to me again and again.', 'Report 12 says so.']

const report = async ({ client }: Person, about: object) =>
  (await client.createReport({ body: { problem_type: 'Harassment', description, ...about } })).data.report

const say = async ({ client }: Person, id: string, text: string) =>
  (await client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text } })).data.message

/** Ada reports Ben, who has a stored photo and wrote to her. */
async function reported(world: World) {
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const ben = await world.dater({ firstName: 'Ben' })
  await ben.client.editProfile({ body: { bio: 'Sends gold from Ghana.' } })
  const { public_id: photo } = await world.picture(ben, 1, { placeholder: 'blurred' })
  await world.deps.storage.put(`${photo}/large.webp`, Buffer.from('a photo of Ben'))
  const match = await world.matched(ada, ben)
  await say(ben, match, 'Send money, my dear.')
  const { _id: id } = await report(ada, { userId: ben.user._id })
  return { ada, ben, ines, photo, match, id }
}

const evidenceOf = async ({ client }: Person, id: string) =>
  (await client.getReportEvidence({ params: { id }, reason })).data.evidence

const erase = async (world: World, { client, password }: Person) => {
  await client.deleteAccount({ body: { password } })
  world.turnClock(days(31))
  await eraseDue(world.deps)
  await sweepDroppedFiles(world.deps)
}

const tamper = (world: World, statement: string) => world.query(`set session_replication_role = replica; ${statement}`)

test('a report freezes the profile, the photos and the conversation, and shows then beside now', async () => {
  const world = await startWorld()
  const { ben, ines, photo, match, id } = await reported(world)
  await ben.client.editProfile({ body: { bio: 'Bakes bread.' } })
  await ben.client.deletePicture({ params: { publicId: photo } })
  await say(ben, match, 'Later.')
  const { public_id: added } = await world.picture(ben, 2)
  const { content, now, about } = await evidenceOf(ines, id)
  expect(about).toBe(ben.user._id)
  expect(content.profile).toMatchObject({ firstName: 'Ben', bio: 'Sends gold from Ghana.' })
  expect(content.pictures.find(({ publicId }) => publicId === photo)).toMatchObject({
    from: 'profile',
    placeholder: 'blurred',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(content.messages).toMatchObject([{ by: 'reported', text: 'Send money, my dear.', isReported: false }])
  expect(now?.profile.bio).toBe('Bakes bread.')
  expect(now?.pictures).not.toContain(photo)
  expect(now?.pictures).toContain(added)
  const messageId = content.messages[0]!._id
  expect(now?.messages).toEqual([{ _id: messageId, text: 'Send money, my dear.', isDeleted: false }])
  await ben.client.editMessage({ params: { id: match, messageId }, body: { text: 'Nice weather.' } })
  const edited = await evidenceOf(ines, id)
  expect(edited.now?.messages).toEqual([{ _id: messageId, text: 'Nice weather.', isDeleted: false }])
  await ben.client.deleteMessage({ params: { id: match, messageId } })
  const deleted = await evidenceOf(ines, id)
  expect(deleted.now?.messages).toEqual([{ _id: messageId, text: null, isDeleted: true }])
  expect(deleted.content).toEqual(content)
  expect(content.profile).not.toHaveProperty('interestedIn')
})

test('a reported message comes with ten before and ten after it, without a reported one the last twenty', async () => {
  const world = await anyWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  const match = await world.matched(ada, ben)
  const sent = []
  for (let at = 0; at < 25; at++) sent.push(await say(at % 2 ? ada : ben, match, `Message ${at}`))
  const around = await evidenceOf(ines, (await report(ada, { messageId: sent[12]!._id }))._id)
  expect(around.content.messages.map(({ text }) => text)).toEqual(sent.slice(2, 23).map(({ text }) => text))
  expect(around.content.messages.filter(({ isReported }) => isReported)).toMatchObject([
    { text: 'Message 12', by: 'reported' },
  ])
  const last = await evidenceOf(ines, (await report(ada, { userId: ben.user._id }))._id)
  expect(last.content.messages.map(({ text }) => text)).toEqual(sent.slice(5).map(({ text }) => text))
})

test('evidence needs a reason, and each look at it or at a picture is in the audit log', async () => {
  const world = await anyWorld()
  const { ada, ines, photo, id } = await reported(world)
  const params = { id, publicId: photo }
  await expect(ines.client.getReportEvidence({ params: { id } })).rejects.toMatchObject({ code: 'reason_required' })
  await expect(ines.client.getEvidencePicture({ params })).rejects.toMatchObject({ code: 'reason_required' })
  await expect(ada.client.getReportEvidence({ params: { id }, reason })).rejects.toMatchObject({ status: 403 })
  await evidenceOf(ines, id)
  const { picture } = (await ines.client.getEvidencePicture({ params })).data
  expect(Buffer.from(picture.split(',')[1]!, 'base64').toString()).toBe('a photo of Ben')
  await ines.client.getEvidencePicture({ params })
  const { entries } = (await ines.client.listAudit({ query: { actor: ines.user._id } })).data
  expect(entries.filter(({ action }) => action === 'evidence.picture-opened')).toMatchObject([
    { reason, details: { report: id, picture: photo } },
    { reason },
  ])
  expect(entries.filter(({ action }) => action === 'evidence.opened')).toHaveLength(1)
  for (const other of [
    { id: randomUUID(), publicId: photo },
    { id, publicId: 'a'.repeat(32) },
  ])
    await expect(ines.client.getEvidencePicture({ params: other, reason })).rejects.toMatchObject({ status: 404 })
})

test('evidence outlives the account, until a year later the report and then the evidence are removed', async () => {
  const world = await startWorld({ eavesdrop: false })
  const { ben, photo, id } = await reported(world)
  await erase(world, ben)
  const again = await world.administrator()
  const { content, now } = await evidenceOf(again, id)
  expect([content.profile.bio, now]).toEqual(['Sends gold from Ghana.', null])
  expect((await again.client.getEvidencePicture({ params: { id, publicId: photo } })).data.picture).toMatch(/^data:/)
  expect(await verifyEvidence(world.deps)).toMatchObject({ checked: 1, copies: 1, problem: null })
  await world.query(`update reports set status = 'closed', closed_at = now() + interval '31 days'`)
  world.turnClock(days(300))
  await cleanUp(world.deps)
  await dropEvidence(world.deps)
  expect((await world.query('select from evidence_contents')).rowCount).toBe(1)
  world.turnClock(days(70))
  await cleanUp(world.deps)
  await dropEvidence(world.deps)
  const { rows } = await world.query('select id, (select count(*)::int from evidence_contents) as left from evidence')
  expect(rows).toMatchObject([{ left: 0 }])
  expect(await world.deps.storage.get(copyOf((rows as { id: string }[])[0]!.id, photo))).toBeNull()
  expect(await verifyEvidence(world.deps)).toMatchObject({ checked: 1, deleted: 1, problem: null })
})

test('a legal hold beats erasure and retention until an administrator lifts it', async () => {
  const world = await startWorld({ eavesdrop: false })
  const { ada, ben, ines, id } = await reported(world)
  const params = { id: ben.user._id }
  await expect(ada.client.setLegalHold({ params, body: { reason } })).rejects.toMatchObject({ status: 403 })
  const both = await Promise.allSettled([1, 2].map(() => ines.client.setLegalHold({ params, body: { reason } })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await ines.client.getLegalHold({ params })).data.hold).toMatchObject({ reason, setBy: 'Ines Marlowe' })
  await expect(ines.client.deleteReport({ params: { id } })).rejects.toMatchObject({ status: 409 })
  await erase(world, ben)
  const state = async () =>
    (await world.query(`select state from accounts where id = '${ben.user._id}'`)).rows[0].state as string
  expect(await state()).toBe('deleting')
  await world.query(`update reports set status = 'closed', closed_at = now() - interval '1 day'`)
  world.turnClock(days(400))
  await cleanUp(world.deps)
  await dropEvidence(world.deps)
  const again = await world.administrator()
  expect((await evidenceOf(again, id)).content.profile.firstName).toBe('Ben')
  await again.client.liftLegalHold({ params, body: { reason: 'The case is closed.' } })
  await expect(again.client.liftLegalHold({ params, body: { reason } })).rejects.toMatchObject({ status: 409 })
  await eraseDue(world.deps)
  expect(await state()).toBe('erased')
  const { entries } = (await again.client.listAudit()).data
  expect(entries.filter(({ action }) => action.startsWith('hold.')).map(({ action }) => action)).toEqual([
    'hold.lifted',
    'hold.set',
  ])
})

test('a report by a rule freezes the same, also what another rule finds while it is open', async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ada, eve, ines] = [await world.dater(), await world.dater({ firstName: 'Eve' }), await world.administrator()]
  const { public_id: photo } = await world.picture(eve, 1)
  await world.deps.storage.put(`${photo}/large.webp`, Buffer.from('a photo of Eve'))
  const match = await world.matched(ada, eve)
  const hello = await say(ada, match, 'Hi Eve!')
  const scam = await say(eve, match, 'Add me on Telegram, my dear, I will show you how I trade bitcoin.')
  await monitor(world.deps)
  const [found] = (await ines.client.listReports()).data.reports
  const params = { id: found!._id }
  expect(found).toMatchObject({ byRule: true, hasFrozen: true })
  await eve.client.editMessage({ params: { id: match, messageId: scam._id }, body: { text: 'Nice weather.' } })
  await eve.client.deletePicture({ params: { publicId: photo } })
  const first = await evidenceOf(ines, params.id)
  expect(first.content.messages).toMatchObject([
    { _id: hello._id, by: 'reporter', isReported: false },
    { _id: scam._id, by: 'reported', text: expect.stringContaining('bitcoin'), isReported: true },
  ])
  expect(first.now?.messages.at(-1)).toMatchObject({ text: 'Nice weather.' })
  expect((await ines.client.getEvidencePicture({ params: { ...params, publicId: photo }, reason })).data).toBeTruthy()
  const { pair } = (await ines.client.getReportPair({ params })).data
  expect([pair?.reporter._id, pair?.reported._id, pair?.match?.messages]).toEqual([ada.user._id, eve.user._id, 2])
  expect((await ines.client.getPairMessages({ params, reason })).data.messages).toHaveLength(2)

  const copies = []
  for (const name of ['Bea', 'Cleo', 'Dora', 'Edda', 'Fay']) {
    const id = await world.matched(eve, await world.dater({ firstName: name }))
    copies.push(await say(eve, id, `Hello ${name}! Your smile is the nicest one I have seen here all week`))
  }
  await monitor(world.deps)
  await monitor(world.deps)
  await erase(world, eve)
  const { content, now } = await evidenceOf(await world.administrator(), params.id)
  expect(now).toBeNull()
  expect(content.messages.map(({ _id }) => _id)).toEqual([...first.content.messages, ...copies].map(({ _id }) => _id))
  expect(content.messages.filter(({ isReported }) => isReported)).toHaveLength(6)
  expect(await verifyEvidence(world.deps)).toMatchObject({ checked: 2, problem: null })
  const files = readdirSync(mediaFolder(world.config), { recursive: true }).map(String)
  // The deleted photo, in both parts.
  expect(files.filter((file) => /evidence\w+\./.test(file))).toHaveLength(2)
})

test('the server can only add evidence', async () => {
  const world = await anyWorld()
  await reported(world)
  for (const statement of [
    `update evidence set hash = ''`,
    `delete from evidence`,
    `update evidence_contents set content = '{}'`,
    'truncate evidence_contents',
  ])
    await expect(world.query(`set role kindred_app; ${statement}`)).rejects.toThrow(/permission denied/)
})

/** Three reports. Tests undo their changes to the evidence. */
const threeReports = shared(async () => {
  const world = await startWorld()
  const { ada } = await reported(world)
  for (const firstName of ['Cleo', 'Dan']) await report(ada, { userId: (await world.dater({ firstName })).user._id })
  await world.query('create table kept as table evidence; create table kept_contents as table evidence_contents')
  return world
})
const undone = `delete from evidence; delete from evidence_contents; insert into evidence table kept;
  insert into evidence_contents table kept_contents`
const middle = '(select id from evidence where place = 2)'

test.each([
  ['a message', `update evidence_contents set content = replace(content, 'dear', 'beer')`, 'The content of'],
  ['who was reported', 'update evidence set about_id = gen_random_uuid() where place = 2', 'was changed'],
  ['the time', `update evidence set at = at + interval '1 second' where place = 2`, 'was changed'],
  ['a removed row', 'delete from evidence where place = 2', 'is missing'],
  ['the last row', 'delete from evidence where place = 3', 'but its content is still there'],
  [
    'the last row with its content',
    `delete from evidence_contents where evidence_id in (select id from evidence where place = 3); delete from evidence where place = 3`,
    'cut off or rewritten',
  ],
  ['a row put before another', `update evidence set previous = '' where id = ${middle}`, 'does not follow'],
])('verifying finds tampering: %s', async (_what, statement, found) => {
  const world = await threeReports()
  expect(await verifyEvidence(world.deps)).toMatchObject({ checked: 3, copies: 1, problem: null })
  await tamper(world, statement)
  expect((await verifyEvidence(world.deps)).problem).toContain(found)
  await tamper(world, undone)
})

test('verifying finds a copy of a photo that was changed or removed', async () => {
  const world = await startWorld()
  const { photo } = await reported(world)
  const { rows } = await world.query('select id from evidence')
  const key = copyOf((rows as { id: string }[])[0]!.id, photo)
  await world.deps.storage.put(key, Buffer.from('another photo'))
  expect((await verifyEvidence(world.deps)).problem).toContain('was changed')
  await world.deps.storage.remove(key)
  expect((await verifyEvidence(world.deps)).problem).toContain('is missing')
})

test('a second report about the same thing leaves no copies, and a broken storage doesn’t keep anyone from reporting', async () => {
  const world = await startWorld()
  const { ada, ben, ines, photo, id } = await reported(world)
  expect((await report(ada, { userId: ben.user._id }))._id).toBe(id)
  const files = readdirSync(mediaFolder(world.config), { recursive: true }).map(String)
  expect(files.filter((file) => /evidence\w+\./.test(file))).toHaveLength(1)
  const { get } = world.deps.storage
  world.deps.storage.get = () => Promise.reject(new Error('no disk'))
  const cleo = await world.dater({ firstName: 'Cleo' })
  const second = await report(cleo, { userId: ben.user._id })
  world.deps.storage.get = get
  const { content } = await evidenceOf(ines, second._id)
  expect(content.pictures.find(({ publicId }) => publicId === photo)?.sha256).toBeNull()
  expect(await verifyEvidence(world.deps)).toMatchObject({ checked: 2, problem: null })
})

test('thousands of reports that were closed over a year ago are deleted at once, except under a legal hold', async () => {
  const world = await startWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  await ada.client.createReport({ body: { problem_type: 'Bug Report', description: 'The button is gone.' } })
  const held = await report(ada, { userId: ben.user._id })
  await ines.client.setLegalHold({ params: { id: ben.user._id }, body: { reason: 'A court asked for it.' } })
  const columns = `reporter_id, problem_type, description, priority, priority_rank, priority_parts, evidence, created_at,
    updated_at, clocks_from, first_due_at, resolve_due_at`
  await world.query(`insert into reports (${columns}) select ${columns} from reports r, generate_series(1, 2100)
    where r.about_id is null`)
  await world.query(`update reports set status = 'closed', closed_at = now() - interval '366 days'`)
  await cleanUp(world.deps)
  expect((await world.query('select id from reports')).rows).toEqual([{ id: held._id }])
})

test('a decision that cites a report waits until its author has opened the evidence, and what was added to it', async () => {
  const world = await anyWorld()
  const { ben, ines, id } = await reported(world)
  const mara = await world.staff('moderator')
  const [params, body] = [{ id: ben.user._id }, inputOf({ kind: 'suspend', days: 3, reportId: id })]
  const unopened = { status: 409, code: 'evidence_unopened', message: 'Look at the evidence of this report first.' }
  const apply = ({ client }: Person) => client.decide({ params, body })
  await expect(apply(mara)).rejects.toMatchObject(unopened)
  await expect(mara.client.decide({ params, body: { ...body, facts: 'We saw it all.' } })).rejects.toMatchObject(
    unopened,
  )
  // A colleague's look, one at another report, and a reason without a look don't count.
  await evidenceOf(ines, id)
  const other = await report(await world.dater({ firstName: 'Cleo' }), { userId: ben.user._id })
  await evidenceOf(mara, other._id)
  await mara.client.getReport({ params: { id }, reason })
  await expect(apply(mara)).rejects.toMatchObject(unopened)
  expect((await mara.client.previewDecision({ params, body })).data.needs).toBe('none')
  await evidenceOf(mara, id)
  // A monitoring rule has sealed more since then.
  await tamper(world, `update audit_log set at = at - interval '1 hour' where actor_id = '${mara.user._id}'`)
  await expect(apply(mara)).rejects.toMatchObject(unopened)
  await evidenceOf(mara, id)
  expect((await apply(mara)).data.decision).toMatchObject({ state: 'in_force', source: 'report' })
  // Without a report, a decision cites no evidence.
  expect((await ines.client.decide({ params, body: inputOf() })).data.decision.source).toBe('own')
})

test('a HEAD request doesn’t open evidence, and unread reports can’t be closed in bulk', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const { ben, ines, id } = await reported(world)
  const headers = { authorization: `Bearer ${ines.token}`, 'x-reason': reason }
  const head = await world.request(`/api/v1/reports/report/${id}/evidence`, { method: 'HEAD', headers })
  expect(head.status).toBe(405)
  const body = inputOf({ kind: 'warn', reportId: id })
  await expect(ines.client.decide({ params: { id: ben.user._id }, body })).rejects.toMatchObject({ status: 409 })
  const close = (report: string) =>
    ines.client.setReportStatus({ params: { id: report }, body: { status: 'rejected', reason: 'Nothing here.' } })
  const ids: string[] = []
  for (let nth = 0; nth < 21; nth++)
    ids.push((await report(await world.dater(), { userId: (await world.dater()).user._id }))._id)
  for (const each of ids.slice(0, 20)) await close(each)
  await expect(close(ids[20]!)).rejects.toMatchObject({ status: 429 })
  await evidenceOf(ines, ids[20]!)
  await close(ids[20]!)
})

test('what can’t be reported, and what is added to an open report, doesn’t use up a member’s reports', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  for (let nth = 0; nth < 21; nth++) {
    await expect(report(ada, { userId: randomUUID() })).rejects.toMatchObject({ status: 404 })
    await report(ada, { userId: ben.user._id })
  }
  expect((await report(ada, { userId: (await world.dater()).user._id }))._id).toBeTruthy()
})
