import { expect, test } from 'vitest'
import { decide, report } from '../deciding.ts'
import type { Person } from '../people.ts'
import { startWorld, until, type World } from '../world.ts'

// Team members can't decide about themselves, a colleague, or someone they reported.

async function withRole(world: World, ines: Person, person: Person, role: 'moderator' | 'support') {
  await ines.client.setRole({ params: { id: person.user._id }, body: { role } })
  return (await world.signedInAgain(person)).client
}

test('a moderator neither sees nor handles reports about the team or their own', async () => {
  const world = await startWorld()
  const [ines, max, ada, zoe] = [
    await world.administrator(),
    await world.dater({ firstName: 'Max' }),
    await world.dater(),
    await world.dater({ firstName: 'Zoe' }),
  ]
  await world.matched(ada, max)
  await world.matched(zoe, max)
  const { _id: about } = await report(ada, max)
  const moderator = await withRole(world, ines, max, 'moderator')
  const body = { problem_type: 'Harassment' as const, description: 'She was rude to me.', userId: zoe.user._id }
  const own = (await moderator.createReport({ body })).data.report._id
  const gone = { status: 404 }
  const reason = 'I look into this case.'
  const nobodys = '00000000-0000-4000-8000-000000000000'
  await expect(moderator.releaseReport({ params: { id: nobodys } })).rejects.toMatchObject(gone)
  for (const id of [about, own]) {
    const params = { id }
    await expect(moderator.getReportEvidence({ params, reason })).rejects.toMatchObject(gone)
    await expect(moderator.getReportPair({ params })).rejects.toMatchObject(gone)
    await expect(moderator.getPairMessages({ params, reason })).rejects.toMatchObject(gone)
    await expect(moderator.getReportHistory({ params })).rejects.toMatchObject(gone)
    await expect(moderator.watchReport({ params })).rejects.toMatchObject(gone)
    await expect(moderator.releaseReport({ params })).rejects.toMatchObject(gone)
    await expect(moderator.setReportStatus({ params, body: { status: 'rejected' } })).rejects.toMatchObject(gone)
    await expect(moderator.setReportPriority({ params, body: { priority: 'other' } })).rejects.toMatchObject(gone)
    const note = { message: 'Nothing here.', isInternal: true }
    await expect(moderator.replyToReport({ params, body: note })).rejects.toMatchObject(gone)
  }
  await expect(moderator.getReport({ params: { id: about } })).rejects.toMatchObject(gone)
  await expect(moderator.getReportConversation({ params: { id: about } })).rejects.toMatchObject(gone)
  // They can read their own report, like any member.
  expect((await moderator.getReport({ params: { id: own } })).data.report._id).toBe(own)
  expect((await moderator.listReports({ query: {} })).data.reports).toEqual([])
  expect((await moderator.claimNextReport({})).data.report).toBeNull()
  const facts = { kind: 'warn' as const, rule: 1, category: 'harassment' as const, facts: 'She was rude to me.' }
  await expect(
    moderator.decide({ params: { id: zoe.user._id }, body: { ...facts, reportId: own } }),
  ).rejects.toMatchObject(gone)
  expect((await ines.client.listReports({ query: {} })).data.reports).toHaveLength(2)

  await ines.client.setReportStatus({ params: { id: about }, body: { status: 'rejected' } })
  const { appeal } = (
    await ada.client.appealReport({ params: { id: about }, body: { message: 'He has written to me again since.' } })
  ).data
  expect((await moderator.listAppeals({ query: {} })).data.appeals).toEqual([])
  const params = { id: appeal._id }
  await expect(moderator.answerAppeal({ params, body: { message: 'Drop it.' } })).rejects.toMatchObject(gone)
  const upheld = { outcome: 'upheld' as const, reason: 'There is nothing to this.' }
  await expect(moderator.decideAppeal({ params, body: upheld })).rejects.toMatchObject(gone)
})

test('support changes no addresses, and only administrators look at what is private of the team', async () => {
  const world = await startWorld()
  const [ines, max, ada] = [await world.administrator(), await world.dater({ firstName: 'Max' }), await world.dater()]
  const support = await withRole(world, ines, max, 'support')
  const email = 'taken.over@people.example'
  await expect(support.editUser({ params: { id: ada.user._id }, body: { email } })).rejects.toMatchObject({
    status: 403,
  })
  expect((await support.editUser({ params: { id: ada.user._id }, body: { bio: 'Bakes.' } })).data.user.bio).toBe(
    'Bakes.',
  )
  const params = { id: ines.user._id }
  await expect(support.getDossier({ params, reason: 'I look into this.' })).rejects.toMatchObject({ status: 403 })
})

test('an administrator neither sees nor handles reports about themselves once there is another one', async () => {
  const world = await startWorld()
  const [ada, max] = [await world.dater(), await world.dater({ firstName: 'Max' })]
  await world.query(`update accounts set is_admin = true where id = '${max.user._id}'`)
  await world.matched(ada, max)
  const params = { id: (await report(ada, max))._id }
  const reason = 'I look into this case.'
  expect((await max.client.getReport({ params })).data.report._id).toBe(params.id)
  const otto = await world.administrator()
  const gone = { status: 404 }
  const { client } = max
  await expect(client.getReport({ params })).rejects.toMatchObject(gone)
  await expect(client.getReportConversation({ params })).rejects.toMatchObject(gone)
  await expect(client.getReportEvidence({ params, reason })).rejects.toMatchObject(gone)
  await expect(client.getReportPair({ params })).rejects.toMatchObject(gone)
  await expect(client.setReportStatus({ params, body: { status: 'rejected' } })).rejects.toMatchObject(gone)
  await expect(client.deleteReport({ params })).rejects.toMatchObject(gone)
  const selection = { about: 'reports', action: 'rejected', reason: 'Nothing here.' } as const
  const body = { ...selection, ids: [params.id] }
  const id = (await client.startBatch({ body })).data.batch._id
  await until(async () => (await client.getBatch({ params: { id } })).data.batch.finishedAt !== null)
  expect((await client.listReports({ query: {} })).data.reports).toEqual([])
  expect((await client.claimNextReport({})).data.report).toBeNull()
  expect((await otto.client.listReports({ query: {} })).data.reports).toMatchObject([{ status: 'pending' }])
  expect((await otto.client.getReportEvidence({ params, reason })).data).toBeDefined()
})

test('the log and its file don’t tell anyone on the team who reported them or who decided about them', async () => {
  const world = await startWorld()
  const [ines, ada, otto] = [await world.administrator(), await world.dater(), await world.dater({ firstName: 'Otto' })]
  await world.matched(ada, otto)
  const { _id: id } = await report(ada, otto)
  await ines.client.getReportEvidence({ params: { id }, reason: 'I look into this case.' })
  await decide(ines, otto, { reportId: id })
  await ada.client.appealReport({ params: { id }, body: { message: 'He has written to me again since.' } })
  const { _id: other } = await report(ada, otto)
  await ines.client.deleteReport({ params: { id: other } })
  await world.query(`update accounts set is_admin = true where id = '${otto.user._id}'`)
  const about = [
    'evidence.frozen',
    'evidence.opened',
    'decision.warn',
    'report.status',
    'report.deleted',
    'appeal.made',
  ]
  const told = async ({ client, token }: Person) => {
    const { entries } = (await client.listAudit({ query: { limit: '100' } })).data
    const headers = { authorization: `Bearer ${token}`, 'x-reason': 'A yearly count.' }
    const file = await (await world.request('/api/v1/admin/audit/export.csv', { headers })).text()
    const listed = about.filter((name) => entries.some(({ action }) => action === name))
    return [listed, about.filter((name) => file.includes(`,${name},`)), file.includes(ada.user._id)]
  }
  expect(await told(ines)).toEqual([about, about, true])
  expect(await told(otto)).toEqual([[], [], false])
})

test('only administrators can review their own photos, or list a fake one', async () => {
  const world = await startWorld()
  const [ada, max, zoe, ines] = [
    await world.dater(),
    await world.dater({ firstName: 'Max' }),
    await world.dater({ firstName: 'Zoe' }),
    await world.administrator(),
  ]
  await world.query(`update accounts set staff_role = 'moderator' where id = '${max.user._id}'`)
  await world.picture(max, 1, { review: 'held' })
  await world.query(`insert into photo_checks (account_id, pose, second_pose, status, asked_at, sent_at, public_id)
    select account_id, 'left', 'right', 'waiting', now(), now(), public_id from pictures where account_id = '${max.user._id}' limit 1`)
  const same = async (one: Person, other: Person) => {
    const { rows } = await world.query(`insert into duplicate_photos
      (account_id, public_id, fingerprint, other_id, other_public_id, why, distance, found_at)
      values ('${one.user._id}', 'one', repeat('01', 32)::bit(64), '${other.user._id}', 'other', 'several_accounts', 0, now())
      returning id`)
    return { id: (rows[0] as { id: string }).id }
  }
  const { held, checks } = (await ines.client.listWaitingPictures()).data
  const own = { status: 409 }
  await expect(
    max.client.decidePhotoCheck({ params: { id: checks[0]!._id }, body: { accepted: true } }),
  ).rejects.toMatchObject(own)
  await expect(max.client.reviewPicture({ params: { id: held[0]!._id }, body: { shown: true } })).rejects.toMatchObject(
    own,
  )
  const fake = { outcome: 'fake' as const, note: 'A model.' }
  for (const params of [await same(max, ada), await same(zoe, max)])
    await expect(max.client.decideDuplicatePhoto({ params, body: fake, ifMatch: 1 })).rejects.toMatchObject(own)
  const params = await same(ada, zoe)
  await expect(
    max.client.decideDuplicatePhoto({ params, body: { ...fake, remember: true }, ifMatch: 1 }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(max.client.decideDuplicatePhoto({ params, body: fake })).rejects.toMatchObject({ status: 400 })
  expect((await ines.client.listWatchlistPhotos()).data.listed).toEqual([])
  expect((await max.client.decideDuplicatePhoto({ params, body: fake, ifMatch: 1 })).data.picture.state).toBe('fake')
  await ines.client.decidePhotoCheck({ params: { id: checks[0]!._id }, body: { accepted: true } })
})

test('staff who have to do with someone as a member leave the account to others on the team', async () => {
  const world = await startWorld()
  const people = ['Max', 'Cat', 'Dan', 'Eve', 'Fay', 'Gil', 'Hal'] as const
  const [max, cat, dan, eve, fay, gil, hal] = await Promise.all(people.map((firstName) => world.dater({ firstName })))
  const [ines, otto] = [await world.administrator(), await world.dater({ firstName: 'Otto' })]
  await world.query(`update accounts set staff_role = 'moderator' where id = '${max!.user._id}'`)
  await world.query(`update accounts set is_admin = true where id = '${otto.user._id}'`)
  await world.matched(max!, cat!)
  await report(dan!, max!)
  await report(dan!, otto)
  await report(max!, eve!)
  await max!.client.block({ body: { userId: fay!.user._id } })
  await gil!.client.block({ body: { userId: max!.user._id } })

  const involved = { status: 409, message: 'Someone else on the team has to handle this person’s account.' }
  const { client } = max!
  for (const { user } of [cat!, dan!, eve!, fay!, gil!]) {
    const params = { id: user._id }
    await expect(decide(max!, { user })).rejects.toMatchObject(involved)
    await expect(client.deactivateUser({ params, body: {} })).rejects.toMatchObject(involved)
  }
  const reason = 'I look into this case.'
  const body = { kind: 'warn', rule: 1, category: 'harassment', facts: '' } as const
  for (const { user } of [cat!, eve!, fay!]) {
    const params = { id: user._id }
    await expect(client.getDossier({ params, reason })).rejects.toMatchObject(involved)
    await expect(client.revealUser({ params, body: { reason } })).rejects.toMatchObject(involved)
    await expect(client.previewDecision({ params, body })).rejects.toMatchObject(involved)
  }
  // A refusal here would reveal who reported or blocked the reader.
  for (const { user } of [dan!, gil!])
    expect((await client.getDossier({ params: { id: user._id }, reason })).data.user._id).toBe(user._id)
  await decide(max!, hal!)
  await decide(ines, dan!)
  const params = { id: dan!.user._id }
  await expect(otto.client.editUser({ params, body: { bio: 'Rude.' } })).rejects.toMatchObject(involved)
  await expect(otto.client.endSessionsOf({ params })).rejects.toMatchObject(involved)

  const selection = { about: 'users' as const, action: 'deactivate' as const, ids: [dan!.user._id] }
  const { _id: id } = (await otto.client.startBatch({ body: selection })).data.batch
  const batch = async () => (await otto.client.getBatch({ params: { id } })).data.batch
  await until(async () => (await batch()).finishedAt !== null)
  expect(await batch()).toMatchObject({
    done: 0,
    refused: [{ why: 'It was skipped for another reason.', count: 1 }],
  })
  // The only administrator may act anyway.
  await world.setState(ines, 'deactivated')
  expect((await otto.client.deactivateUser({ params, body: {} })).data.user.isActive).toBe(false)
})

test('figures, previews and other counts tell staff of no report that the list keeps from them', async () => {
  const world = await startWorld()
  const [ada, max, zoe] = [await world.dater(), await world.dater({ firstName: 'Max' }), await world.dater()]
  const [ines, otto] = [await world.administrator(), await world.dater({ firstName: 'Otto' })]
  await world.query(`update accounts set staff_role = 'moderator' where id = '${max.user._id}'`)
  await world.query(`update accounts set is_admin = true where id = '${otto.user._id}'`)
  await report(ada, max)
  const { _id: about } = await report(ada, otto)
  const { _id: own } = await report(otto, ada)
  await report(otto, zoe)
  await ada.client.block({ body: { userId: max.user._id } })
  await world.query(`update reports set first_due_at = now() - interval '1 hour'`)

  const figures = async ({ client }: Person, { user }: Person) => {
    const { blockedBy, reportsAbout, reportsBy } = (await client.getUserFigures({ params: { id: user._id } })).data
    return [blockedBy, reportsAbout, reportsBy]
  }
  const all = (reader: Person) => Promise.all([max, otto, ada].map((person) => figures(reader, person)))
  expect(await all(ines)).toEqual([
    [1, 1, 0],
    [0, 1, 2],
    [0, 1, 2],
  ])
  expect([await figures(max, max), await figures(max, ada)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
  expect(await all(otto)).toEqual([
    [1, 1, 0],
    [0, 0, 2],
    [0, 1, 1],
  ])
  const counted = async ({ client }: Person) => [
    (await client.listReports({ query: {} })).data.pagination.total,
    (await client.getReportStatistics()).data.total,
    (await client.getWorkQueue()).data.overdueReports,
  ]
  expect([await counted(ines), await counted(otto), await counted(max)]).toEqual([
    [4, 4, 4],
    [3, 3, 3],
    [0, 0, 0],
  ])
  const body = { kind: 'warn', rule: 1, category: 'harassment', facts: '' } as const
  const preview = async ({ client }: Person) =>
    (await client.previewDecision({ params: { id: zoe.user._id }, body })).data.effects.join(' ')
  expect([await preview(ines), await preview(max)]).toEqual([
    expect.stringContaining('open report'),
    expect.not.stringContaining('open report'),
  ])
  const pair = async ({ client }: Person) =>
    (await client.getReportPair({ params: { id: own } })).data.pair!.reported.reports.map(({ _id }) => _id)
  expect([await pair(ines), await pair(otto)]).toEqual([[about], []])

  const rejecting = { about: 'reports', action: 'rejected' } as const
  const previewed = async ({ client }: Person, selected: object) =>
    (await client.previewBatch({ body: { ...rejecting, ...selected } })).data.will
  for (const selected of [{ ids: [about] }, { filters: { user: otto.user._id, search: 'money' } }])
    expect([await previewed(ines, selected), await previewed(otto, selected)]).toEqual(
      'ids' in selected ? [1, 0] : [3, 2],
    )
  const { _id: id } = (await ines.client.startBatch({ body: { ...rejecting, ids: [about] } })).data.batch
  const people = async ({ client }: Person) =>
    (await client.listBatchPeople({ params: { id }, query: {} })).data.people.map(({ _id }) => _id)
  expect([await people(ines), await people(otto)]).toEqual([[about], []])
})
