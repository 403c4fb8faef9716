import { expect, test } from 'vitest'
import { decide, decisionsAbout, FACTS, report } from '../deciding.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// A decision that waits for approval, as the person who may approve it sees it.

async function moderator(world: World, ines: Person): Promise<Person> {
  const mara = await world.dater({ firstName: 'Mara' })
  await ines.client.setRole({ params: { id: mara.user._id }, body: { role: 'moderator' } })
  return world.signedInAgain(mara)
}

async function scene() {
  const world = await startWorld({ eavesdrop: false })
  const ines = await world.administrator()
  const [mara, ada, eve] = [await moderator(world, ines), await world.dater(), await world.dater({ firstName: 'Eve' })]
  const { _id: reportId } = await report(ada, eve)
  const decision = await decide(mara, eve, { kind: 'ban', fraud: true, reportId })
  return { world, ines, mara, eve, reportId, decision, params: { id: decision._id } }
}

const newest = async ({ client }: Person) => (await client.listApprovals({ query: {} })).data.approvals[0]!

test('an administrator sees the grounds, effects and email of a ban before approving it, and can then undo it', async () => {
  const { ines, mara, eve, reportId, decision, params } = await scene()
  expect(decision.state).toBe('waiting')
  const request = await newest(ines)
  expect(request.decision).toMatchObject({ facts: FACTS, fraud: true, reportId, undoUntil: null })
  const { data: preview } = await ines.client.previewWaiting({ params })
  expect(preview.effects).toContain('1 open report about them is resolved.')
  expect(preview.effects.at(-1)).toMatch(/^You have 1 minute to undo this/)
  expect(preview.notice.text).toContain(FACTS)
  await expect(mara.client.previewWaiting({ params })).rejects.toMatchObject({ status: 403 })
  const { approval } = (await ines.client.approve({ params: { id: request._id } })).data
  expect(approval.decision!.undoUntil).not.toBeNull()
  await expect(ines.client.previewWaiting({ params })).rejects.toMatchObject({ status: 409 })
  await ines.client.undoDecision({ params, ifMatch: approval.decision!.version })
  expect((await decisionsAbout(ines, eve)).decisions).toMatchObject([{ state: 'undone' }])
  expect((await newest(ines)).decision!.undoUntil).toBeNull()
})

test('someone who asks for approval learns who gives it, and nothing of a minute that hasn’t begun', async () => {
  const { ines, mara, world } = await scene()
  const ben = await world.dater({ firstName: 'Ben' })
  const body = { kind: 'ban', rule: 6, category: 'scam', facts: FACTS } as const
  const asked = { params: { id: ben.user._id }, body }
  const { effects } = (await mara.client.previewDecision(asked)).data
  expect(effects[0]).toBe('Nothing happens until an administrator approves it.')
  expect(effects.join(' ')).not.toMatch(/1 minute/)
  await world.administrator()
  expect((await ines.client.previewDecision(asked)).data.effects[0]).toBe(
    'Nothing happens until another administrator approves it.',
  )
})

test('the most urgent open report about someone suggests the violation, until it is decided', async () => {
  const { ines, eve, world } = await scene()
  const [cleo, ben] = [await world.dater({ firstName: 'Cleo' }), await world.dater({ firstName: 'Ben' })]
  const asked = async (about: Person) => (await decisionsAbout(ines, about)).reported
  expect(await asked(eve)).toEqual({ problem_type: 'Harassment', detail: null })
  expect(await asked(ben)).toBeNull()
  const about = { userId: ben.user._id, description: 'Sent me a photo of a child.' }
  const { report: other } = (
    await cleo.client.createReport({ body: { ...about, problem_type: 'Other', detail: 'spam' } })
  ).data
  const body = { ...about, problem_type: 'Inappropriate Content', detail: 'underage' } as const
  const { report } = (await cleo.client.createReport({ body })).data
  expect(await asked(ben)).toEqual({ problem_type: 'Inappropriate Content', detail: 'underage' })
  await decide(ines, ben, { kind: 'warn', reportId: report._id })
  expect(await asked(ben)).toEqual({ problem_type: 'Other', detail: 'spam' })
  await decide(ines, ben, { kind: 'warn', reportId: other._id })
  expect(await asked(ben)).toBeNull()
})

test('rules are named in the language of the reader, and reports in their notices', async () => {
  const { world, ines, eve } = await scene()
  const headers = { authorization: `Bearer ${ines.token}`, 'accept-language': 'de' }
  const read = async (path: string) => (await (await world.request(`/api/v1${path}`, { headers })).json()).data
  const [decision] = (await read(`/admin/users/${eve.user._id}/decisions`)).decisions
  expect(decision.rule).toEqual({ number: 6, title: expect.stringMatching(/Geld/) })
  expect((await read('/admin/approvals')).approvals[0].decision.rule).toBe(decision.rule.title)
})
