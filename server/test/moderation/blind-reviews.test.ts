import { describe, expect, test } from 'vitest'
import { decide, decisionsAbout, FACTS, report, settle } from '../deciding.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

const REASON = 'She asked him for money, and he said no.'
const waitingFor = async ({ client }: Person) => (await client.listWaitingLooks({ query: {} })).data.waiting
const looksOf = async ({ client }: Person) => (await client.listBlindReviews({ query: {} })).data.looks
const FOR_ANOTHER = 'Another administrator has to decide this.'
const gone = { status: 404 }

/** A decision that can no longer be undone. */
async function decided(world: World, by: Person, about: Person, input: Parameters<typeof decide>[2] = {}) {
  const decision = await decide(by, about, input)
  await overIsTheMinute(world, decision._id)
  return decision
}

async function overIsTheMinute(world: World, id: string) {
  await world.query(`update decisions set in_force_at = in_force_at - interval '2 minutes' where id = '${id}'`)
  await settle(world)
}

describe('blind reviews', () => {
  const anyWorld = shared(async () => {
    const world = await startWorld({ env: { SECOND_LOOK_PERCENT: '100' } })
    const [ines, mara, max] = [
      await world.administrator(),
      await world.staff('moderator'),
      await world.staff('moderator'),
    ]
    return { world, ines, mara, max }
  })

  test('someone else judges the case blind, and then both see both answers', async () => {
    const { world, ines, mara, max } = await anyWorld()
    const [ada, eve] = [await world.dater(), await world.dater({ firstName: 'Eve' })]
    await world.matched(ada, eve)
    await world.query(`update profiles set bio = 'Send me gift cards.' where account_id = '${eve.user._id}'`)
    const { _id: reportId } = await report(ada, eve)
    const decision = await decided(world, mara, eve, { kind: 'suspend', days: 30, reportId })
    // Neither the decider nor any other role gets the review.
    expect(await waitingFor(mara)).toEqual([])
    await expect(ada.client.listWaitingLooks({ query: {} })).rejects.toMatchObject({ status: 403 })
    const [look, ...more] = await waitingFor(max)
    expect([look, more]).toEqual([expect.objectContaining({ name: 'Eve Marlowe' }), []])
    const params = { id: look!._id }
    const body = { kind: 'ban' as const, rule: 6, reason: REASON }
    await expect(mara.client.getBlindReviewCase({ params })).rejects.toMatchObject(gone)
    await expect(mara.client.answerBlindReview({ params, body })).rejects.toMatchObject(gone)
    await expect(max.client.getBlindReviewCase({ params: { id: reportId } })).rejects.toMatchObject(gone)
    await expect(max.client.raiseBlindReview({ params, body: { note: 'No.' } })).rejects.toMatchObject({ status: 409 })
    expect(await looksOf(max)).toEqual([])
    expect((await max.client.getWorkQueue()).data.secondLooks).toBe(1)
    expect((await mara.client.getWorkQueue()).data.secondLooks).toBe(0)

    const opened = (await max.client.getBlindReviewCase({ params })).data.case
    expect(opened).toMatchObject({
      profile: { firstName: 'Eve', bio: 'Send me gift cards.' },
      reports: [{ type: 'Harassment', description: 'They keep asking me for money.' }],
      strikes: 0,
      frozen: { reportId },
    })
    for (const hidden of [FACTS, 'suspended', 'Mara', mara.user._id, decision._id, ada.user._id])
      expect(JSON.stringify(opened)).not.toContain(hidden)

    for (const wrong of [{ kind: 'none' }, { rule: undefined }, { rule: 30 }] as const)
      await expect(max.client.answerBlindReview({ params, body: { ...body, ...wrong } })).rejects.toMatchObject({
        status: 400,
      })
    const both = await Promise.allSettled([
      max.client.answerBlindReview({ params, body }),
      ines.client.answerBlindReview({ params, body: { ...body, reason: 'I would have banned her.' } }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [answered] = await looksOf(mara)
    expect(answered).toMatchObject({
      state: 'answered',
      decision: { _id: decision._id, kind: 'suspend', facts: FACTS, by: { _id: mara.user._id } },
      answer: { kind: 'ban', rule: { number: 6 } },
      sameKind: false,
      sameRule: true,
    })
    expect(await looksOf(max)).toEqual([answered])
    const { rows } = await world.query(`select d.state, a.state as account from decisions d
      join accounts a on a.id = d.subject_id where d.id = '${decision._id}'`)
    expect(rows).toEqual([{ state: 'in_force', account: 'suspended' }])
    await expect(max.client.getBlindReviewCase({ params })).rejects.toMatchObject(gone)
    const audited = (await ines.client.listAudit({ query: { subject: eve.user._id } })).data.entries
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['second-look.drawn', 'second-look.opened', 'second-look.answered']),
    )
  })

  test('staff who read the decision are no longer asked, and other lists keep it from those who are', async () => {
    const { world, ines, mara, max } = await anyWorld()
    const [otto, eve, ada] = [await world.staff('administrator'), await world.dater(), await world.dater()]
    await world.matched(ada, eve)
    const { _id: reportId } = await report(ada, eve)
    const decision = await decide(mara, eve, { kind: 'ban', reportId })
    const [asked] = (await ines.client.listApprovals({ query: { open: 'true' } })).data.approvals
    await ines.client.approve({ params: { id: asked!._id } })
    await overIsTheMinute(world, decision._id)
    const params = { id: (await waitingFor(otto))[0]!._id }
    const more = [await world.staff('moderator'), await world.staff('moderator'), await world.staff('moderator')]
    const readers = [...more, await world.staff('moderator'), max]
    const [ways, ofReport] = [{ params: { id: eve.user._id } }, { params: { id: reportId } }]
    const reads = [
      () => readers[0]!.client.listDecisions(ways),
      () => readers[1]!.client.getReportHistory(ofReport),
      // Both routes show the account's state, which reveals the decision.
      () => readers[2]!.client.getUser(ways),
      () => readers[3]!.client.getDossier({ ...ways, reason: REASON }),
      () => max.client.getReport(ofReport),
    ]
    for (const [at, reader] of readers.entries()) {
      expect(await waitingFor(reader)).toMatchObject([{ _id: params.id }])
      await reads[at]!()
      expect(await waitingFor(reader)).toEqual([])
      await expect(reader.client.getBlindReviewCase({ params })).rejects.toMatchObject(gone)
    }
    const seenBy = async ({ client, token }: Person) => {
      // Reading earlier entries about her, such as the look at the evidence, would make them a reader of the decision.
      const decided = { subject: eve.user._id, action: 'decision.ban' }
      const about = [decided, { subject: reportId }].map((query) => client.listAudit({ query }))
      const entries = (await Promise.all(about)).flatMap(({ data }) => data.entries)
      const { approvals } = (await client.listApprovals({ query: {} })).data
      const headers = { authorization: `Bearer ${token}`, 'x-reason': 'A yearly count.' }
      const file = await (await world.request('/api/v1/admin/audit/export.csv', { headers })).text()
      return JSON.stringify([entries, approvals, file])
    }
    const kept = await seenBy(otto)
    for (const hidden of [decision._id, `report.status,,${reportId}`]) expect(kept).not.toContain(hidden)
    expect(await waitingFor(otto)).toMatchObject([{ _id: params.id }])
    const known = await seenBy(ines)
    for (const shown of [decision._id, `report.status,,${reportId}`]) expect(known).toContain(shown)
    await otto.client.answerBlindReview({ params, body: { kind: 'warn', rule: 6, reason: REASON } })
    expect(await seenBy(otto)).toContain(decision._id)
  })

  test('a disagreement goes to an administrator who did not decide, and the shares are counted', async () => {
    const { world, ines, mara, max } = await anyWorld()
    const before = (await ines.client.getAgreement()).data.agreement
    const [eve, fay] = [await world.dater({ firstName: 'Eve' }), await world.dater({ firstName: 'Fay' })]
    await decided(world, ines, eve)
    const id = (await waitingFor(max))[0]!._id
    await max.client.answerBlindReview({ params: { id }, body: { kind: 'none', reason: 'She told a joke.' } })
    await decided(world, max, fay, { rule: 3 })
    const same = (await waitingFor(mara))[0]!._id
    const agreed = { kind: 'warn' as const, rule: 3, reason: 'She did not stop.' }
    await mara.client.answerBlindReview({ params: { id: same }, body: agreed })
    const note = 'Please look at this again.'
    await expect(mara.client.raiseBlindReview({ params: { id: same }, body: { note } })).rejects.toMatchObject({
      status: 409,
    })
    const [raised, again] = await Promise.allSettled([
      max.client.raiseBlindReview({ params: { id }, body: { note } }),
      mara.client.raiseBlindReview({ params: { id }, body: { note } }),
    ])
    expect([raised.status, again.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await ines.client.getWorkQueue()).data.secondLooks).toBe(1)
    await expect(max.client.closeBlindReview({ params: { id }, body: { note } })).rejects.toMatchObject({ status: 403 })
    // If there is another administrator, only that one can close the review.
    const otto = await world.staff('administrator')
    await expect(ines.client.closeBlindReview({ params: { id }, body: { note } })).rejects.toMatchObject({
      message: FOR_ANOTHER,
    })
    await otto.client.closeBlindReview({ params: { id }, body: { note: 'I lifted the warning.' } })
    const [closed] = await looksOf(ines)
    expect(closed).toMatchObject({ _id: same, state: 'answered' })
    expect((await looksOf(ines))[1]).toMatchObject({
      _id: id,
      state: 'closed',
      closed: { note: 'I lifted the warning.' },
    })
    expect((await ines.client.listBlindReviews({ query: { raised: 'true' } })).data.looks).toEqual([])
    const after = (await ines.client.getAgreement()).data.agreement
    expect([after.answered - before.answered, after.agreed - before.agreed]).toEqual([2, 1])
    expect(after.byKind).toContainEqual({ kind: 'warn', answered: 2, agreed: 1 })
    expect(after.byRule).toContainEqual(expect.objectContaining({ rule: 3, answered: 1, agreed: 1 }))
  })

  test('who raised a disagreement, or approved the ban, leaves it to another administrator', async () => {
    const { world, ines, mara, max } = await anyWorld()
    const [otto, eve] = [await world.staff('administrator'), await world.dater({ firstName: 'Eve' })]
    const decision = await decide(mara, eve, { kind: 'ban' })
    const [asked] = (await ines.client.listApprovals({ query: { open: 'true' } })).data.approvals
    await ines.client.approve({ params: { id: asked!._id } })
    await overIsTheMinute(world, decision._id)
    const params = { id: (await waitingFor(max))[0]!._id }
    await max.client.answerBlindReview({ params, body: { kind: 'warn', rule: 6, reason: REASON } })
    await otto.client.raiseBlindReview({ params, body: { note: 'Please look at this again.' } })
    const body = { note: 'It was right.' }
    // Ines approved the ban and Otto raised the disagreement, so neither can close it while a third one could.
    const ute = await world.staff('administrator')
    for (const { client } of [ines, otto])
      await expect(client.closeBlindReview({ params, body })).rejects.toMatchObject({ message: FOR_ANOTHER })
    await ute.client.closeBlindReview({ params, body })
  })

  test('no one reviews a decision about themselves, someone they reported, or a report they worked on', async () => {
    const { world, ines, mara, max } = await anyWorld()
    const otto = await world.staff('administrator')
    const [ada, eve] = [await world.dater(), await world.dater({ firstName: 'Eve', lastName: 'Quill' })]
    // Only administrators review decisions about the team.
    await decided(world, ines, max, { kind: 'warn' })
    expect([await waitingFor(max), await waitingFor(mara), await waitingFor(ines)]).toEqual([[], [], []])
    const [about] = await waitingFor(otto)
    expect(about).toMatchObject({ name: 'Mara Marlowe' })
    await otto.client.answerBlindReview({
      params: { id: about!._id },
      body: { kind: 'warn', rule: 6, reason: 'The same as before.' },
    })
    expect((await looksOf(max)).map(({ _id }) => _id)).not.toContain(about!._id)
    // Max worked on the report before Ines decided.
    await world.matched(ada, eve)
    const { _id: reportId } = await report(ada, eve)
    await max.client.setReportStatus({ params: { id: reportId }, body: { status: 'in_progress' } })
    await decided(world, ines, eve, { reportId })
    expect([await waitingFor(max), await waitingFor(ines)]).toEqual([[], []])
    expect(await waitingFor(mara)).toMatchObject([{ name: 'Eve Quill' }])
    // Reviews about an erased account are no longer offered.
    await world.query(`update accounts set state = 'erased' where id = '${eve.user._id}'`)
    expect(await waitingFor(mara)).toEqual([])
  })

  test('what a decision took off a profile is part of the case', async () => {
    const { world, ines, mara } = await anyWorld()
    const eve = await world.dater({ firstName: 'Eve' })
    await world.query(`update profiles set bio = 'Call me: 555 0100' where account_id = '${eve.user._id}'`)
    await decided(world, ines, eve, { kind: 'hide', hide: { bio: true } })
    const [look] = await waitingFor(mara)
    const opened = (await mara.client.getBlindReviewCase({ params: { id: look!._id } })).data.case
    expect(opened).toMatchObject({ profile: { bio: 'Call me: 555 0100' }, frozen: null, reports: [] })
    expect(opened.pictures).toHaveLength(1)
  })
})

test('no decision is selected if no one could review it blind, and one that everyone has read is dropped', async () => {
  const world = await startWorld({ env: { SECOND_LOOK_PERCENT: '100' } })
  const [ines, eve] = [await world.administrator(), await world.dater({ firstName: 'Eve' })]
  await decided(world, ines, eve)
  await world.staff('support')
  await decided(world, ines, eve)
  const drawn = async () => (await world.query('select id from blind_reviews')).rows.length
  expect(await drawn()).toBe(0)
  const mara = await world.staff('moderator')
  const decision = await decide(ines, eve)
  await ines.client.undoDecision({ params: { id: decision._id } })
  await settle(world)
  expect(await drawn()).toBe(0)
  // A decision that staff read within the minute, in the list or in the audit log, isn't selected either.
  const early = await decide(ines, eve)
  await decisionsAbout(mara, eve)
  await overIsTheMinute(world, early._id)
  expect(await drawn()).toBe(0)
  await decided(world, ines, eve)
  expect(await drawn()).toBe(1)
  await decisionsAbout(mara, eve)
  expect(await drawn()).toBe(0)
  const otto = await world.staff('administrator')
  const logged = await decide(ines, eve)
  await Promise.all([decisionsAbout(mara, eve), otto.client.listAudit()])
  await overIsTheMinute(world, logged._id)
  expect(await drawn()).toBe(0)
})
