import { expect, test } from 'vitest'
import { days } from '../../src/infra/clock.ts'
import { tokenIn } from '../outbox.ts'
import { present } from '../../../scripts/present.ts'
import { shared, startWorld, until } from '../world.ts'

const anyWorld = shared(startWorld)

test('changing a password requires the current one and signs out everywhere else', async () => {
  const world = await anyWorld()
  const { client, email, password } = await world.member()
  const other = await world.client().login({ body: { email, password } })
  await expect(
    client.changePassword({ body: { currentPassword: 'wrong', password: 'cedar window thirteen' } }),
  ).rejects.toMatchObject({ code: 'invalid_credentials' })
  await client.changePassword({ body: { currentPassword: password, password: 'cedar window thirteen' } })
  await expect(client.getProfile()).resolves.toBeTruthy()
  await expect(world.client(other.data.token).getProfile()).rejects.toMatchObject({ status: 401 })
  await expect(world.client().login({ body: { email, password } })).rejects.toMatchObject({ status: 401 })
})

test('a new address counts once verified, and the old one can undo the change', async () => {
  const world = await anyWorld()
  const { client, email, password } = await world.member()
  const next = `new.${email}`
  await client.changeEmail({ body: { email: next, password } })
  expect((await client.getProfile()).userData.user.email).toBe(email)
  const link = { body: { token: tokenIn((await world.mailsTo(next))[0]!) } }
  // The person who receives the email can't confirm an account that isn't theirs.
  const stranger = await world.member()
  for (const other of [world.client(), stranger.client])
    await expect(other.confirmEmail(link)).rejects.toMatchObject({ code: 'sign_in_required' })
  expect((await client.getProfile()).userData.user.email).toBe(email)
  await client.confirmEmail(link)
  expect((await client.getProfile()).userData.user).toMatchObject({ email: next, isEmailVerified: true })
  const notice = (await world.mailsTo(email, 2))[1]!
  expect(notice.text).toContain(next)
  await world.client().undoEmail({ body: { token: tokenIn(notice) } })
  await expect(client.getProfile()).rejects.toMatchObject({ status: 401 })
  const reset = tokenIn((await world.mailsTo(email, 3))[2]!)
  await world.client().resetPassword({ body: { token: reset, password: 'cedar window thirteen' } })
  const again = await world.client().login({ body: { email, password: 'cedar window thirteen' } })
  expect(again.data.user.email).toBe(email)
})

test("an address of another account can't be taken over, and asking does not reveal it", async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.member(), await world.member()]
  expect(await ada.client.changeEmail({ body: { email: ben.email, password: ada.password } })).toEqual({ done: true })
  const next = `late.${ada.email}`
  await ada.client.changeEmail({ body: { email: next, password: ada.password } })
  const token = tokenIn((await world.mailsTo(next))[0]!)
  await world.deps.db
    .updateTable('accounts')
    .set({ email: next, email_key: next })
    .where('id', '=', ben.user._id)
    .execute()
  await expect(ada.client.confirmEmail({ body: { token } })).rejects.toMatchObject({
    status: 409,
    code: 'already_exists',
  })
  await expect(ada.client.confirmEmail({ body: { token } })).rejects.toMatchObject({ status: 409 })
})

test('deleting an account signs it out and leaves 30 days to come back', async () => {
  const world = await anyWorld()
  const { client, email, password } = await world.member()
  await expect(client.deleteAccount({ body: { password: 'wrong' } })).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
  const { data } = await client.deleteAccount({ body: { password } })
  expect(new Date(data.deletionDueAt).getTime()).toBeCloseTo(present().getTime() + days(30), -5)
  await expect(client.getProfile()).rejects.toMatchObject({ status: 401 })
  const back = await world.client().login({ body: { email, password } })
  expect(back.data.user).toMatchObject({ state: 'deleting', isActive: false, deletionDueAt: data.deletionDueAt })
  const restricted = world.client(back.data.token)
  await expect(restricted.listIdentities()).rejects.toMatchObject({
    code: 'account_restricted',
    message: 'Your account is set to be deleted. You can keep it, or download your data.',
  })
  await restricted.restoreAccount()
  const kept = (await restricted.getProfile()).userData.user
  expect(kept).toMatchObject({ state: 'active', isActive: true })
  expect(kept).not.toHaveProperty('deletionDueAt')
  await expect(restricted.restoreAccount()).rejects.toMatchObject({ status: 409 })
})

test('after 30 days only an empty row and a receipt are left, and the address is free', async () => {
  const world = await startWorld()
  const { client, email, password, user } = await world.member()
  await client.deleteAccount({ body: { password } })
  world.turnClock(days(29))
  const { eraseDue } = await import('../../src/features/leaving/erasure.ts')
  await eraseDue(world.deps)
  await expect(world.client().login({ body: { email, password } })).resolves.toBeTruthy()
  world.turnClock(days(2))
  await eraseDue(world.deps)
  await expect(world.client().login({ body: { email, password } })).rejects.toMatchObject({ status: 401 })
  const row = await world.deps.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', user._id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    state: 'erased',
    email: null,
    password_hash: null,
    first_name: 'Deleted',
    date_of_birth: null,
  })
  await until(async () =>
    (await world.mailsTo(email)).some(({ subject }) => subject === 'Your Kindred account was deleted'),
  )
  await expect(world.member({ email })).resolves.toBeTruthy()
})

test('requesting deletion and canceling it does not lift a ban', async () => {
  const world = await anyWorld()
  const person = await world.member()
  await world.setState(person, 'banned')
  const { data } = await world.client().login({ body: { email: person.email, password: person.password } })
  await world.client(data.token).deleteAccount({ body: { password: person.password } })
  const back = await world.client().login({ body: { email: person.email, password: person.password } })
  await world.client(back.data.token).restoreAccount()
  expect((await world.client(back.data.token).getProfile()).userData.user.state).toBe('banned')
})

test('consents are stored with version and date, and can be withdrawn unless the account requires them', async () => {
  const world = await anyWorld()
  const { client } = await world.member({ acceptSpecialCategory: false })
  const kinds = async () =>
    (await client.listConsents()).data.consents.filter(({ withdrawnAt }) => !withdrawnAt).map(({ kind }) => kind)
  expect((await kinds()).sort()).toEqual(['age', 'terms'])
  await client.setConsent({ params: { kind: 'special_category' }, body: { given: true } })
  await client.setConsent({ params: { kind: 'special_category' }, body: { given: true } })
  expect((await kinds()).sort()).toEqual(['age', 'special_category', 'terms'])
  await client.setConsent({ params: { kind: 'special_category' }, body: { given: false } })
  const { consents } = (await client.listConsents()).data
  expect(consents.find(({ kind }) => kind === 'special_category')).toMatchObject({
    withdrawnAt: expect.any(String),
    version: '2026-11-01',
  })
  await expect(client.setConsent({ params: { kind: 'terms' }, body: { given: false } })).rejects.toMatchObject({
    status: 409,
  })
  await expect(world.newcomer({ acceptTerms: false })).rejects.toMatchObject({
    status: 400,
    details: { errors: [{ path: 'acceptTerms' }] },
  })
})

test('the audit log is append-only', async () => {
  const world = await startWorld()
  const { client, password } = await world.member()
  await client.changePassword({ body: { currentPassword: password, password: 'cedar window thirteen' } })
  const rows = await world.deps.db.selectFrom('audit_log').selectAll().execute()
  expect(rows).toMatchObject([{ action: 'password.changed' }])
  await expect(world.deps.db.updateTable('audit_log').set({ action: 'nothing' }).execute()).rejects.toThrow(
    'permission denied',
  )
  await expect(world.deps.db.deleteFrom('audit_log').execute()).rejects.toThrow('permission denied')
  // Triggers keep even the tables' owner from changing the log by accident.
  for (const statement of ["update audit_log set action = 'nothing'", 'delete from audit_log', 'truncate audit_log'])
    await expect(world.query(statement)).rejects.toThrow('only ever added to')
})
