import { expect, test } from 'vitest'
import { oneTimeCode } from '../one-time-code.ts'
import { days } from '../../src/infra/clock.ts'
import { challengeOf, signInWith, withPasskey, type Device } from '../passkeys.ts'
import type { Person } from '../people.ts'
import { disownLink, isIn, login, moveTo, NEXT, resetLink, SPENT, startHome, thiefOf, weapons } from '../taking-back.ts'
import { shared } from '../world.ts'

// “This wasn’t me”: someone with the password changed the ways to sign in, and the owner takes the account back.

const here = shared(startHome)

test.each(Object.entries(weapons))(
  'the owner takes the account back from a thief who added a %s',
  async (_, weapon) => {
    const at = await here()
    const { world } = at
    const ada = await world.member()
    const thief = await thiefOf(world, ada)
    const signIn = await weapon.add(at, thief)
    expect(await signIn(ada.email, ada.password)).toBe(true)
    const evil = `evil.${ada.email}`
    await moveTo(world, { ...thief, client: thief.client }, evil)
    const token = await disownLink(world, ada.email, weapon.mail)

    const { data } = await world.client().openRecovery({ body: { token } })
    await expect(thief.client.getProfile()).rejects.toMatchObject({ status: 401 })
    expect(data).toMatchObject({ email: ada.email, hasPassword: true, credentials: [{ suspended: true }] })
    expect(await signIn(ada.email, ada.password)).toBe(false)
    await world.client().finishRecovery({ body: { recoveryToken: data.recoveryToken, keep: [], password: NEXT } })
    const { user } = (await login(world, ada.email, NEXT)).data
    expect(user).toMatchObject({ _id: ada.user._id, email: ada.email, isEmailVerified: true })
    expect(await signIn(ada.email, NEXT)).toBe(false)
    await expect(login(world, evil, ada.password)).rejects.toMatchObject({ status: 401 })
  },
)

test.each(Object.entries(weapons))('a reset by email ends a new %s', async (_, weapon) => {
  const at = await here()
  const { world } = at
  const ada = await world.member()
  const signIn = await weapon.add(at, await thiefOf(world, ada))
  await world.client().resetPassword({ body: { token: await resetLink(world, ada.email), password: NEXT } })
  expect((await login(world, ada.email, NEXT)).data.user._id).toBe(ada.user._id)
  expect(await signIn(ada.email, NEXT)).toBe(false)
})

test('what is older than 30 days stays, after the owner’s link and after a reset', async () => {
  const at = await here()
  const { world } = at
  const ada = await world.member()
  const { device } = await withPasskey(ada, 'Old key')
  const { secret } = (await ada.client.startSecondFactor()).data
  const code = () => oneTimeCode(world, secret)
  await ada.client.confirmSecondFactor({ body: { code: await code() } })
  await world.query(`update passkeys set created_at = now() - interval '31 days' where account_id = '${ada.user._id}';
    update second_factors set confirmed_at = now() - interval '31 days' where account_id = '${ada.user._id}'`)
  await withPasskey(ada, 'New key')
  const token = await disownLink(world, ada.email, 'New key')
  const { data } = await world.client().openRecovery({ body: { token } })
  expect(data.credentials.map(({ kind, name, suspended }) => [kind, name, suspended])).toEqual([
    ['passkey', 'New key', true],
    ['passkey', 'Old key', false],
    ['second-factor', '', false],
  ])
  await world.client().finishRecovery({ body: { recoveryToken: data.recoveryToken, keep: [], password: NEXT } })
  // Access to the mailbox isn't enough, because the older factor still counts.
  await expect(login(world, ada.email, NEXT)).rejects.toMatchObject({ code: 'second_factor_required' })
  await world
    .client()
    .resetPassword({ body: { token: await resetLink(world, ada.email), password: 'cedar window thirteen' } })
  await expect(login(world, ada.email, 'cedar window thirteen')).rejects.toMatchObject({
    code: 'second_factor_required',
  })
  expect((await signInWith(world, device)).user._id).toBe(ada.user._id)
})

test('a reset keeps newer ways to sign in for a code that is older, and for no other', async () => {
  const { world } = await here()
  const ada = await world.member()
  const { secret } = (await ada.client.startSecondFactor()).data
  const { recoveryCodes } = (await ada.client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } }))
    .data
  const { device } = await withPasskey(ada)
  const reset = async (code: string) =>
    world.client().resetPassword({ body: { token: await resetLink(world, ada.email), password: NEXT, code } })
  await expect(reset(recoveryCodes[0]!)).rejects.toMatchObject({ code: 'invalid_credentials' })
  await world.query(
    `update second_factors set confirmed_at = now() - interval '31 days' where account_id = '${ada.user._id}'`,
  )
  await expect(reset('000000')).rejects.toMatchObject({ code: 'invalid_credentials' })
  await reset(recoveryCodes[1]!)
  expect((await signInWith(world, device)).user._id).toBe(ada.user._id)
})

test('the owner keeps some suspended ways to sign in and removes others', async () => {
  const at = await here()
  const { world } = at
  const ada = await world.member()
  const { device: own } = await withPasskey(ada, 'My phone')
  const { secret } = (await ada.client.startSecondFactor()).data
  const { recoveryCodes } = (await ada.client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } }))
    .data
  const { device: evil } = await withPasskey(ada, 'Evil key')
  const { data } = await world
    .client()
    .openRecovery({ body: { token: await disownLink(world, ada.email, 'Evil key') } })
  const keep = data.credentials.flatMap(({ _id, name }) => (name === 'Evil key' ? [] : [_id]))
  expect(keep).toHaveLength(2)
  const body = { recoveryToken: data.recoveryToken, keep, password: NEXT }
  await world.client().finishRecovery({ body })
  await expect(world.client().finishRecovery({ body })).rejects.toMatchObject(SPENT)
  expect((await signInWith(world, own)).user._id).toBe(ada.user._id)
  expect(await isIn(signInWith(world, evil))).toBe(false)
  const challenge = await challengeOf(world, { ...ada, password: NEXT })
  await world.client().secondFactor({ body: { challenge, code: recoveryCodes[3]! } })
})

test('no one keeps what belongs to another account', async () => {
  const { world } = await here()
  const [ada, ben] = [await world.member(), await world.member({ firstName: 'Ben' })]
  const opened = async (person: Person, name: string) => {
    const { device } = await withPasskey(person, name)
    const token = await disownLink(world, person.email, name)
    return { device, ...(await world.client().openRecovery({ body: { token } })).data }
  }
  const [of, other] = [await opened(ada, 'Key of Ada'), await opened(ben, 'Key of Ben')]
  const keep = [other.credentials[0]!._id]
  await world.client().finishRecovery({ body: { recoveryToken: of.recoveryToken, keep, password: NEXT } })
  expect(await isIn(signInWith(world, other.device))).toBe(false)
  expect(await isIn(signInWith(world, of.device))).toBe(false)
  const mine = [other.credentials[0]!._id]
  await world.client().finishRecovery({ body: { recoveryToken: other.recoveryToken, keep: mine } })
  expect((await signInWith(world, other.device)).user._id).toBe(ben.user._id)
})

test('an account without a password or anything to keep needs a new password', async () => {
  const { world } = await here()
  const ada = await world.member()
  await withPasskey(ada, 'Only key')
  const { data } = await world
    .client()
    .openRecovery({ body: { token: await disownLink(world, ada.email, 'Only key') } })
  const body = { recoveryToken: data.recoveryToken, keep: [] }
  await expect(world.client().finishRecovery({ body })).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(world.client().finishRecovery({ body: { ...body, password: 'password' } })).rejects.toMatchObject({
    code: 'weak_password',
  })
  await world.client().finishRecovery({ body: { ...body, password: NEXT } })
})

test('suspended ways to sign in confirm nothing, and are listed nowhere', async () => {
  const { world } = await here()
  const ada = await world.member()
  const { device } = await withPasskey(ada, 'Evil key')
  const { data } = await world
    .client()
    .openRecovery({ body: { token: await disownLink(world, ada.email, 'Evil key') } })
  await world.client().finishRecovery({ body: { recoveryToken: data.recoveryToken, keep: [], password: NEXT } })
  const { client } = { client: world.client((await login(world, ada.email, NEXT)).data.token) }
  expect((await client.listPasskeys()).data.passkeys).toEqual([])
  expect((await client.startStepUpByPasskey()).data.passkey).toBeNull()
  expect(await isIn(signInWith(world, device))).toBe(false)
})

test('a link works once, even if it is opened twice at the same moment, and expires after 30 days', async () => {
  const { world } = await startHome()
  const ada = await world.member()
  await withPasskey(ada, 'First key')
  await withPasskey(ada, 'Second key')
  const links = [
    await disownLink(world, ada.email, 'First key'),
    await disownLink(world, ada.email, 'Second key'),
  ] as const
  const opened = await Promise.allSettled(
    [links[0], links[0], links[1], links[1]].map((token) => world.client().openRecovery({ body: { token } })),
  )
  // A link voids the other one, unless both are opened at the same moment.
  const won = opened.filter(({ status }) => status === 'fulfilled').length
  expect([1, 2]).toContain(won)
  for (const token of links) await expect(world.client().openRecovery({ body: { token } })).rejects.toMatchObject(SPENT)
  const ben = await world.member({ firstName: 'Ben' })
  await withPasskey(ben, 'Key of Ben')
  const token = await disownLink(world, ben.email, 'Key of Ben')
  await expect(world.client().resetPassword({ body: { token, password: NEXT } })).rejects.toMatchObject(SPENT)
  await expect(world.client().finishRecovery({ body: { recoveryToken: token, keep: [] } })).rejects.toMatchObject(SPENT)
  world.turnClock(days(30) + 1000)
  await expect(world.client().openRecovery({ body: { token } })).rejects.toMatchObject(SPENT)
})

test('a request that was under way when the account was taken back changes nothing any more', async () => {
  const { world } = await here()
  for (let round = 0; round < 5; round++) {
    const ada = await world.member()
    const { device: first } = await withPasskey(ada, 'Evil key')
    const token = await disownLink(world, ada.email, 'Evil key')
    const added: Device[] = []
    const adding = Array.from({ length: 4 }, () =>
      withPasskey(ada).then(
        ({ device }) => added.push(device),
        () => {},
      ),
    )
    const [{ data }] = await Promise.all([world.client().openRecovery({ body: { token } }), ...adding])
    await world.client().finishRecovery({ body: { recoveryToken: data.recoveryToken, keep: [], password: NEXT } })
    for (const device of [first, ...added]) expect(await isIn(signInWith(world, device))).toBe(false)
    const { rows } = await world.query(`select id from passkeys where account_id = '${ada.user._id}'`)
    expect(rows).toEqual([])
  }
})
