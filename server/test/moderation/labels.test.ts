import { expect, test } from 'vitest'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { report } from '../deciding.ts'
import type { Person } from '../people.ts'
import { ownExport } from '../own-export.ts'
import { shared, startWorld } from '../world.ts'

// Labels that staff give to users and reports.

const anyWorld = shared(startWorld)

const on = (kind: 'users' | 'reports', id: string) => ({ kind, id })
const names = (labels: readonly { name: string }[] | undefined) => labels?.map(({ name }) => name)

test('staff label users and reports, find them by their labels, and the log names who did it', async () => {
  const world = await anyWorld()
  const [ines, mara] = [await world.administrator(), await world.staff('moderator')]
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const sent = await report(ada, ben)
  const add = async ({ client }: Person, kind: 'users' | 'reports', id: string, name: string) =>
    (await client.addLabel({ params: on(kind, id), body: { name, tone: 'warning' } })).data.labels
  await add(mara, 'users', ben.user._id, 'Repeat reporter')
  const [label] = await add(ines, 'users', ben.user._id, 'repeat REPORTER')
  expect(label).toEqual({ _id: expect.any(String), name: 'Repeat reporter', tone: 'warning' })
  expect(await add(mara, 'reports', sent._id, 'Repeat reporter')).toEqual([label])
  const all = (await mara.client.listLabels()).data.labels
  expect(all.filter(({ name }) => /repeat reporter/i.test(name))).toEqual([label])
  const users = async (query: object) => (await ines.client.listUsers({ query })).data
  const found = await users({ label: label!._id })
  expect([found.users.map(({ _id }) => _id), found.pagination.total]).toEqual([[ben.user._id], 1])
  expect(found.users[0]!.labels).toEqual([label])
  expect((await mara.client.getUser({ params: { id: ben.user._id } })).data.user.labels).toEqual([label])
  const reports = (await mara.client.listReports({ query: { label: label!._id } })).data.reports
  expect(reports.map(({ _id, labels }) => [_id, labels])).toEqual([[sent._id, [label]]])
  const params = { ...on('users', ben.user._id), labelId: label!._id }
  expect((await mara.client.removeLabel({ params })).data.labels).toEqual([])
  expect((await users({ label: label!._id })).users).toEqual([])
  const { entries } = (await ines.client.listAudit({ query: { subject: ben.user._id } })).data
  expect(
    entries.filter(({ action }) => action.includes('label')).map(({ action, details }) => [action, details]),
  ).toEqual([
    ['account.label-removed', { before: 'Repeat reporter', after: null }],
    ['account.label-added', { before: null, after: 'Repeat reporter' }],
  ])
})

test('a user has at most 10 labels, each of at most 30 characters', async () => {
  const world = await anyWorld()
  const [mara, ben] = [await world.staff('moderator'), await world.dater()]
  const params = on('users', ben.user._id)
  const add = (name: string) => mara.client.addLabel({ params, body: { name } })
  await expect(add('x'.repeat(31))).rejects.toMatchObject({ status: 400 })
  await expect(add('  ')).rejects.toMatchObject({ status: 400 })
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, nth) => add(`Label ${nth}`)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  await expect(add('One more')).rejects.toMatchObject({ status: 409 })
  // A refused label isn't left over.
  const all = names((await mara.client.listLabels()).data.labels)!
  expect(all.filter((name) => /^(Label|One more)/.test(name))).toHaveLength(10)
})

test('no label tells who reported or blocked a colleague, and the team itself has none', async () => {
  const world = await startWorld()
  const [ines, member] = [await world.administrator(), await world.dater({ firstName: 'Mara' })]
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await report(ada, member)
  await ines.client.setRole({ params: { id: member.user._id }, body: { role: 'moderator' } })
  const mara = await world.signedInAgain(member)
  const add = ({ client }: Person, to: Person) =>
    client.addLabel({ params: on('users', to.user._id), body: { name: 'Slow', tone: 'warning' } })
  // The member who reported her looks like anyone else.
  for (const person of [ada, ben]) expect(names((await add(mara, person)).data.labels)).toEqual(['Slow'])
  for (const [by, to] of [
    [ines, mara],
    [mara, mara],
  ] as const)
    await expect(add(by, to)).rejects.toMatchObject({ status: 409 })
  await ines.client.setRole({ params: { id: ben.user._id }, body: { role: 'support' } })
  expect((await ines.client.getUser({ params: { id: ben.user._id } })).data.user.labels).toEqual([])
  const label = (await ines.client.listLabels()).data.labels[0]!._id
  const found = (await ines.client.listUsers({ query: { label } })).data.users
  expect(found.map(({ _id }) => _id)).toEqual([ada.user._id])
})

test('administrators rename and delete labels, which others only use', async () => {
  const world = await anyWorld()
  const [ines, mara, ben] = [await world.administrator(), await world.staff('moderator'), await world.dater()]
  const add = async (name: string) =>
    (await mara.client.addLabel({ params: on('users', ben.user._id), body: { name } })).data.labels
  await add('Press')
  const [label] = (await add('Scams')).filter(({ name }) => name === 'Scams')
  const params = { labelId: label!._id }
  await expect(mara.client.editLabel({ params, body: { name: 'Fraud' } })).rejects.toMatchObject({ status: 403 })
  await expect(ines.client.editLabel({ params, body: { name: 'press' } })).rejects.toMatchObject({ status: 409 })
  await ines.client.editLabel({ params, body: { name: 'Fraud', tone: 'danger' } })
  const labelsOfBen = async () => (await ines.client.getUser({ params: { id: ben.user._id } })).data.user.labels
  expect(await labelsOfBen()).toMatchObject([{ name: 'Fraud', tone: 'danger' }, { name: 'Press' }])
  await ines.client.deleteLabel({ params })
  expect(names(await labelsOfBen())).toEqual(['Press'])
  await expect(ines.client.deleteLabel({ params })).rejects.toMatchObject({ status: 404 })
})

test('members and analysts see no labels, and labels leave with the account', async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ines, analyst] = [await world.administrator(), await world.staff('analyst')]
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const sent = await report(ada, ben)
  const body = { name: 'Tells tall tales' }
  const { labels } = (await ines.client.addLabel({ params: on('users', ada.user._id), body })).data
  await ines.client.addLabel({ params: on('reports', sent._id), body })
  for (const { client } of [analyst, ada]) {
    await expect(client.listLabels()).rejects.toMatchObject({ status: 403 })
    await expect(client.addLabel({ params: on('users', ben.user._id), body })).rejects.toMatchObject({ status: 403 })
  }
  const seen = [
    await analyst.client.listUsers({ query: {} }),
    await ada.client.getReport({ params: { id: sent._id } }),
    await ada.client.getProfile(),
    Object.values(await ownExport(world, ada)).map((file) => Buffer.from(file).toString()),
  ]
  expect(JSON.stringify(seen)).not.toMatch(/label|tall tales/i)
  await expect(analyst.client.listUsers({ query: { label: labels[0]!._id } })).rejects.toMatchObject({ status: 403 })
  await ada.client.deleteAccount({ body: { password: ada.password } } as never)
  await world.query(`update accounts set deletion_due_at = now() where id = '${ada.user._id}'`)
  await eraseDue(world.deps)
  expect((await world.query('select from account_labels')).rowCount).toBe(0)
})
