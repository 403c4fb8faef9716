import { expect, test } from 'vitest'
import { report } from '../deciding.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// Nobody on the team judges themselves, a colleague, or someone whom they reported.

async function withRole(world: World, ines: Person, person: Person, role: 'moderator' | 'support') {
  await ines.client.setRole({ params: { id: person.user._id }, body: { role } })
  const { data } = await world.client().login({ body: { email: person.email, password: person.password } })
  return world.client(data.token)
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
  for (const id of [about, own]) {
    const params = { id }
    await expect(moderator.getReportEvidence({ params, reason })).rejects.toMatchObject(gone)
    await expect(moderator.getReportPair({ params })).rejects.toMatchObject(gone)
    await expect(moderator.getPairMessages({ params, reason })).rejects.toMatchObject(gone)
    await expect(moderator.getReportHistory({ params })).rejects.toMatchObject(gone)
    await expect(moderator.watchReport({ params })).rejects.toMatchObject(gone)
    await expect(moderator.setReportStatus({ params, body: { status: 'rejected' } })).rejects.toMatchObject(gone)
    await expect(moderator.setReportPriority({ params, body: { priority: 'other' } })).rejects.toMatchObject(gone)
    const note = { message: 'Nothing here.', isInternal: true }
    await expect(moderator.replyToReport({ params, body: note })).rejects.toMatchObject(gone)
  }
  await expect(moderator.getReport({ params: { id: about } })).rejects.toMatchObject(gone)
  await expect(moderator.getReportConversation({ params: { id: about } })).rejects.toMatchObject(gone)
  // Their own report is theirs to read, as a member's.
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
