import { expect, test } from 'vitest'
import { applyDue } from '../../src/features/moderation/approvals/jobs.ts'
import { days } from '../../src/infra/clock.ts'
import { finished, isAdmin, mailed, pass, role, sharedWithoutTeam } from '../approving.ts'
import { decide, inputOf, stateOf } from '../deciding.ts'
import type { Person } from '../people.ts'
import type { World } from '../world.ts'

// No administrator can restrict, demote or change another one alone, whatever the order of requests.

const anyWorld = sharedWithoutTeam({ eavesdrop: false })

const idOf = ({ user }: Person) => ({ id: user._id })
const newest = async ({ client }: Person) => (await client.listApprovals({ query: {} })).data.approvals[0]!
const approve = async (by: Person, asked: Person) => by.client.approve({ params: { id: (await newest(asked))._id } })

const stand = async (world: World, id: string) =>
  (
    await world.query(`select a.state, a.first_name, a.is_admin, a.staff_role, a.limited_until,
        (select count(*)::int from sessions s where s.account_id = a.id and s.ended_at is null) as sessions,
        (select count(*)::int from decisions d where d.subject_id = a.id and d.state = 'in_force') as decisions
      from accounts a where id = '${id}'`)
  ).rows[0]

const changes: Record<string, (by: Person, whom: Person) => Promise<unknown>> = {
  deactivates: (by, whom) => by.client.deactivateUser({ params: idOf(whom), body: { reason: 'Left.' } }),
  warns: (by, whom) => decide(by, whom, { kind: 'warn' }),
  limits: (by, whom) => decide(by, whom, { kind: 'limit', days: 7 }),
  suspends: (by, whom) => decide(by, whom, { kind: 'suspend', days: 7 }),
  bans: (by, whom) => decide(by, whom, { kind: 'ban' }),
  renames: (by, whom) => by.client.editUser({ params: idOf(whom), body: { firstName: 'Renamed' } }),
  'signs out': (by, whom) => by.client.endSessionsOf({ params: idOf(whom) }),
  demotes: (by, whom) => role(by, whom, false),
  'makes a moderator of': (by, whom) => by.client.setRole({ params: idOf(whom), body: { role: 'moderator' } }),
  'deactivates in bulk': (by, whom) =>
    by.client.startBatch({ body: { about: 'users', action: 'deactivate', ids: [whom.user._id] } }),
}

test.each(Object.keys(changes))('an administrator %s another one only once a third one approves', async (way) => {
  const world = await anyWorld()
  const [ines, june, kay] = [await world.administrator(), await world.administrator(), await world.administrator()]
  const before = await stand(world, june.user._id)
  await changes[way]!(ines, june)
  expect(await stand(world, june.user._id)).toEqual(before)
  const request = await newest(ines)
  expect(request).toMatchObject({ outcome: null, takesEffectAt: null, canDecide: false, requestedBy: idOfOne(ines) })
  const params = { id: request._id }
  await expect(ines.client.approve({ params })).rejects.toMatchObject({ status: 403 })
  await expect(june.client.approve({ params })).rejects.toMatchObject({ status: 403 })
  await mailed(world, kay, 'needs your approval')
  expect((await kay.client.approve({ params })).data.approval.outcome).toBe('approved')
  if (way === 'deactivates in bulk') await finished(ines, request.batch!._id)
  expect(await stand(world, june.user._id)).not.toEqual(before)
})

const idOfOne = ({ user }: Person) => expect.objectContaining({ _id: user._id })

test.each(Object.keys(changes))(
  'of two administrators, one %s the other after 72 hours, unless they object',
  async (way) => {
    const world = await anyWorld()
    const [ines, june] = [await world.administrator(), await world.administrator()]
    const before = await stand(world, june.user._id)
    await changes[way]!(ines, june)
    const request = await newest(ines)
    expect(new Date(request.takesEffectAt!).getTime() - new Date(request.requestedAt).getTime()).toBe(days(3))
    await mailed(world, ines, 'takes effect in 72 hours')
    const mail = await mailed(world, june, 'No other administrator can approve it')
    expect(mail!.text).toContain('/objections')
    await pass(world, 71.9)
    await applyDue(world.deps)
    expect(await stand(world, june.user._id)).toEqual(before)
    expect((await june.client.listObjections()).data.requests).toMatchObject([{ _id: request._id }])
    await june.client.objectTo({ params: { id: request._id }, body: { reason: 'I’m still here.' } })
    await pass(world, 1)
    await applyDue(world.deps)
    expect(await stand(world, june.user._id)).toEqual(before)
    expect(await newest(ines)).toMatchObject({ outcome: 'declined', decidedBy: idOfOne(june) })
    await mailed(world, ines, 'I’m still here.')
    // A second request without an objection takes effect.
    await changes[way]!(ines, june)
    await pass(world, 72)
    await applyDue(world.deps)
    const again = await newest(ines)
    expect(again.outcome).toBe('automatic')
    if (again.batch) await finished(ines, again.batch._id)
    expect(await stand(world, june.user._id)).not.toEqual(before)
  },
)

/** Two administrators, one of whom deactivated the other while she was away. */
async function withOneAway() {
  const world = await anyWorld()
  const [ines, june, ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  await changes.deactivates!(ines, june)
  await pass(world, 72)
  await applyDue(world.deps)
  expect(await stateOf(ines, june)).toBe('deactivated')
  return { world, ines, june, ada }
}

test('a restricted administrator signs in to a restricted session and objects to what waits', async () => {
  const { world, ines, june, ada } = await withOneAway()
  const { approval } = (await role(ines, ada, true)).data
  expect(new Date(approval!.takesEffectAt!).getTime() - new Date(approval!.requestedAt).getTime()).toBe(days(3))
  const mail = await mailed(world, june, 'make Ada')
  expect(mail!.text).toContain('/objections')
  const { client: restricted } = await world.signedInAgain(june)
  await expect(restricted.listApprovals({ query: {} })).rejects.toMatchObject({
    status: 403,
    code: 'account_restricted',
  })
  expect((await restricted.listObjections()).data.requests).toMatchObject([
    { _id: approval!._id, kind: 'role', role: 'administrator', target: idOfOne(ada), requestedBy: idOfOne(ines) },
  ])
  await restricted.objectTo({ params: { id: approval!._id }, body: {} })
  expect((await restricted.listObjections()).data.requests).toEqual([])
  await pass(world, 72)
  await applyDue(world.deps)
  expect(await isAdmin(ines, ada)).toBe(false)
  const { entries } = (await ines.client.listAudit({ query: { action: 'approval.declined', subject: ada.user._id } }))
    .data
  expect(entries).toMatchObject([{ actor: idOfOne(june), subject: idOfOne(ada) }])
})

test('a second account that became an administrator by waiting approves nothing while an older one is left', async () => {
  const { world, ines, june, ada } = await withOneAway()
  await role(ines, ada, true)
  await pass(world, 72)
  await applyDue(world.deps)
  const second = await world.signedInAgain(ada)
  expect(await isAdmin(ines, ada)).toBe(true)
  // Removing June, the only one who can object, has to wait, and she can still object.
  for (const [by, other] of [
    [ines, second],
    [second, ines],
  ] as const) {
    const { approval } = (await role(by, june, false)).data
    expect(approval!.takesEffectAt).not.toBeNull()
    const params = { id: approval!._id }
    await expect(other.client.approve({ params })).rejects.toMatchObject({ status: 403 })
    expect(await newest(other)).toMatchObject({ canDecide: false })
    await (await world.signedInAgain(june)).client.objectTo({ params, body: {} })
  }
  expect(await isAdmin(ines, june)).toBe(true)
  // After the operator removes June by the command line, the second account is an administrator like any other.
  await world.query(`update accounts set is_admin = false where id = '${june.user._id}'`)
  const { approval } = (await role(ines, await world.dater(), true)).data
  expect((await second.client.approve({ params: { id: approval!._id } })).data.approval.outcome).toBe('approved')
})

test('anyone who was an administrator when a request was made may object to it, whatever their role is now', async () => {
  const world = await anyWorld()
  const [ines, june, kay] = [await world.administrator(), await world.administrator(), await world.administrator()]
  const ada = await world.dater()
  const { approval } = (await role(ines, ada, true)).data
  await role(kay, june, false)
  await approve(ines, kay)
  const { client: former } = await world.signedInAgain(june)
  expect((await former.getProfile()).userData.user.isAdmin).toBe(false)
  await former.objectTo({ params: { id: approval!._id }, body: {} })
  await expect(kay.client.approve({ params: { id: approval!._id } })).rejects.toMatchObject({ status: 409 })
  // A former administrator learns nothing about later requests.
  const later = (await role(ines, ada, true)).data.approval!
  expect((await former.listObjections()).data.requests).toEqual([])
  await expect(former.objectTo({ params: { id: later._id }, body: {} })).rejects.toMatchObject({ status: 404 })
})

test('to everyone else, a request is like one that does not exist', async () => {
  const world = await anyWorld()
  const [ines, , ada] = [await world.administrator(), await world.administrator(), await world.dater()]
  const { approval } = (await role(ines, ada, true)).data
  const mara = await world.staff('moderator')
  for (const person of [ada, mara, ines]) {
    expect((await person.client.listObjections()).data.requests).toEqual([])
    const answers = []
    for (const id of [approval!._id, '00000000-0000-4000-8000-000000000000'])
      answers.push(
        await person.client.objectTo({ params: { id }, body: {} }).catch(({ status, message }) => [status, message]),
      )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject([404, expect.any(String)])
  }
  expect((await newest(ines)).outcome).toBeNull()
})

test('a decision about an administrator ends early only with approval, and is not undone alone', async () => {
  const world = await anyWorld()
  const [ines, june, kay] = [await world.administrator(), await world.administrator(), await world.administrator()]
  const decision = await decide(ines, june, { kind: 'suspend', days: 30 })
  expect(decision.state).toBe('waiting')
  await approve(kay, ines)
  const params = { id: decision._id }
  await expect(ines.client.undoDecision({ params })).rejects.toMatchObject({ status: 409 })
  const { decision: kept, approval } = (await ines.client.liftDecision({ params, body: { reason: 'A mistake.' } })).data
  expect([kept.state, approval]).toMatchObject([
    'in_force',
    { kind: 'account', accountAction: 'lift', reason: 'A mistake.' },
  ])
  await expect(ines.client.liftDecision({ params, body: { reason: 'A mistake.' } })).rejects.toMatchObject({
    status: 409,
  })
  await expect(ines.client.activateUser({ params: idOf(june), body: {} })).resolves.toMatchObject({
    data: { user: { state: 'suspended' }, approval: { accountAction: 'activate' } },
  })
  await kay.client.approve({ params: { id: approval!._id } })
  expect(await stateOf(ines, june)).toBe('active')
})

test('a bulk action skips who became an administrator since it began, and undoing one needs approval again', async () => {
  const world = await anyWorld()
  const [ines, june, kay] = [await world.administrator(), await world.administrator(), await world.administrator()]
  const ids = [june.user._id]
  const body = { about: 'users', action: 'deactivate', ids } as const
  expect((await ines.client.previewBatch({ body })).data.needs).toBe('approval')
  const { batch } = (await ines.client.startBatch({ body })).data
  expect(batch.waiting).toBe(true)
  await approve(kay, ines)
  await finished(ines, batch._id)
  const undo = (await ines.client.undoBatch({ params: { id: batch._id } })).data.batch
  expect(undo).toMatchObject({ waiting: true, undoes: batch._id })
  // The batch was started while Ada was still a member.
  const ada = await world.administrator()
  const { rows } = await world.query(`insert into batches (about, action, made_by, made_at, refused)
    values ('users', 'deactivate', '${ines.user._id}', now(), '[]') returning id`)
  const batchId = rows[0].id as string
  await world.query(`insert into batch_items (batch_id, subject_id) values ('${batchId}', '${ada.user._id}')`)
  await world.deps.db.transaction().execute((tx) => world.deps.jobs.add(tx, 'batch', { batchId }))
  await finished(ines, batchId)
  expect((await ines.client.getBatch({ params: { id: batchId } })).data.batch.refused).toEqual([
    { why: 'Another administrator has to approve this.', count: 1 },
  ])
  expect(await stateOf(ines, ada)).toBe('active')
})

test('a request shows what would change until it is decided, and the same can’t wait twice', async () => {
  const world = await anyWorld()
  const [ines, june, kay] = [await world.administrator(), await world.administrator(), await world.administrator()]
  const rename = () => ines.client.editUser({ params: idOf(june), body: { firstName: 'Juno', bio: 'Bakes.' } })
  expect((await rename()).data).toMatchObject({
    user: { firstName: 'Ines' },
    approval: {
      kind: 'account',
      accountAction: 'edit',
      edits: expect.toSatisfy((edits: { field: string }[]) => edits.length === 2),
    },
  })
  await expect(rename()).rejects.toMatchObject({ status: 409 })
  await approve(kay, ines)
  expect((await newest(ines)).edits).toEqual([])
  expect((await ines.client.getUser({ params: idOf(june) })).data.user).toMatchObject({
    firstName: 'Juno',
    bio: 'Bakes.',
  })
  const { entries } = (await ines.client.listAudit({ query: { subject: june.user._id, action: 'account.edited' } }))
    .data
  expect(entries).toMatchObject([{ actor: idOfOne(ines), details: { firstName: { before: 'Ines', after: 'Juno' } } }])
})

test('a sole administrator changes their own account, and members and the team, at once', async () => {
  const world = await anyWorld()
  const [ines, mara, ada] = [await world.administrator(), await world.staff('moderator'), await world.dater()]
  await ines.client.editUser({ params: idOf(ines), body: { lastName: 'Own' } })
  await ines.client.deactivateUser({ params: idOf(mara), body: {} })
  await ines.client.decide({ params: idOf(ada), body: inputOf({ kind: 'suspend', days: 3 }) })
  expect([await stateOf(ines, mara), await stateOf(ines, ada)]).toEqual(['deactivated', 'suspended'])
  await world.administrator()
  expect((await ines.client.editUser({ params: idOf(ines), body: { lastName: 'Again' } })).data).not.toHaveProperty(
    'approval',
  )
})
