import { expect, test } from 'vitest'
import { oneTimeCode } from '../one-time-code.ts'
import { applyAddressChanges } from '../../src/features/identity/address/address.ts'
import { startProviders } from '../fake-providers.ts'
import { codeIn, tokenIn } from '../outbox.ts'
import { startHere, signInWith, withPasskey } from '../passkeys.ts'
import type { Person } from '../people.ts'
import { shared, until, type World } from '../world.ts'

const anyWorld = shared(startHere)

/** Changes an address as staff who were tricked would, which must not hand over the account. */
const changeAddress = async (world: World, { user, email }: Person, to = `other.${email}`) => {
  const ines = await world.administrator()
  const { data } = await ines.client.editUser({ params: { id: user._id }, body: { email: to } })
  return { ...data, ines, to }
}
/** Simulates the passing of a day without expiring sessions. */
const aDayLater = async (world: World, { user }: Person) => {
  await world.query(
    `update address_changes set takes_effect_at = takes_effect_at - interval '24 hours'
      where account_id = '${user._id}'`,
  )
  await applyAddressChanges(world.deps)
}
const letter = (world: World, address: string, part: string) =>
  until(async () => (await world.mailsTo(address)).findLast(({ text }) => text.includes(part)))
const emailOf = async ({ client }: Person) => (await client.getProfile()).userData.user

test('an address that staff change waits a day, and the owner is told at once and can keep theirs', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const { user, emailChange, ines, to } = await changeAddress(world, ada)
  expect(user).toMatchObject({ email: ada.email, isEmailVerified: true })
  expect(emailChange).toMatchObject({ email: to, by: expect.stringContaining('Ines') })
  expect(Date.parse(emailChange!.takesEffectAt) - Date.parse(emailChange!.askedAt)).toBe(24 * 3_600_000)
  const params = { id: ada.user._id }
  expect((await ines.client.getUser({ params })).data.emailChange).toEqual(emailChange)
  expect((await ines.client.getDossier({ params, reason: 'She asked.' })).data.emailChange).toEqual(emailChange)
  await applyAddressChanges(world.deps)
  expect(await emailOf(ada)).toMatchObject({ email: ada.email, isEmailVerified: true })

  const notice = await letter(world, ada.email, '/settings/email/keep')
  expect(notice.text).toContain(to)
  const body = { token: tokenIn(notice) }
  expect(await world.client().keepEmail({ body })).toEqual({ done: true })
  await expect(world.client().keepEmail({ body })).rejects.toMatchObject({ code: 'invalid_secret' })
  await letter(world, ada.email, 'We won’t change your email')
  await aDayLater(world, ada)
  // The account wasn't taken over, so her sessions and password stay.
  expect(await emailOf(ada)).toMatchObject({ email: ada.email, isEmailVerified: true })
  await world.client().login({ body: { email: ada.email, password: ada.password } })
  expect((await ines.client.getUser({ params })).data).not.toHaveProperty('emailChange')
  const { entries } = (await ines.client.listAudit({ query: { subject: ada.user._id } })).data
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['address-change.requested', 'address-change.objected']),
  )
})

test('the link in the mailbox that staff set proves the address and nothing more', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const { device } = await withPasskey(ada, 'Her phone')
  const { secret } = (await ada.client.startSecondFactor()).data
  await ada.client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } })
  const { to } = await changeAddress(world, ada)
  await aDayLater(world, ada)
  expect(await emailOf(ada)).toMatchObject({ email: to, isEmailVerified: false })

  const token = tokenIn(await letter(world, to, '/verify-email'))
  const refusal = { status: 403, code: 'sign_in_required' }
  await expect(world.client().verifyEmail({ body: { token } })).rejects.toMatchObject(refusal)
  expect(await emailOf(ada)).toMatchObject({ email: to, isEmailVerified: true })
  expect((await ada.client.getSecondFactor()).data).toMatchObject({ enabled: true })
  expect((await ada.client.listIdentities()).data.hasPassword).toBe(true)
  await expect(world.client().login({ body: { email: to, password: ada.password } })).rejects.toMatchObject({
    code: 'second_factor_required',
  })
  expect((await signInWith(world, device)).user._id).toBe(ada.user._id)
})

test('a code from that mailbox confirms the address for who is signed in, and opens no session elsewhere', async () => {
  const world = await anyWorld()
  const codeFor = async (person: Person) => {
    const { to } = await changeAddress(world, person)
    await aDayLater(world, person)
    return { to, code: codeIn(await letter(world, to, '/verify-email')) }
  }
  const [ada, ben] = [await world.dater(), await world.dater()]
  const { user } = await ada.client.verifyEmail({ body: { code: (await codeFor(ada)).code } })
  expect(user).toMatchObject({ _id: ada.user._id, isEmailVerified: true })
  const { to, code } = await codeFor(ben)
  const { verificationToken } = (await world.client().login({ body: { email: to, password: ben.password } })).data
  await expect(
    world.client().verifyEmail({ body: { code, verificationToken: verificationToken! } }),
  ).rejects.toMatchObject({ code: 'sign_in_required' })
  expect((await emailOf(ben)).isEmailVerified).toBe(true)
})

test('a reset from that mailbox removes no passkey and no second factor', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  // The passkey and second factor are older than any change, so they aren't taken for a thief's.
  await withPasskey(ada, 'Her phone')
  const { secret } = (await ada.client.startSecondFactor()).data
  await ada.client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } })
  await world.query(`update passkeys set created_at = created_at - interval '60 days'`)
  await world.query(`update second_factors set confirmed_at = confirmed_at - interval '60 days'`)
  const { to } = await changeAddress(world, ada)
  await aDayLater(world, ada)
  await world.client().forgotPassword({ body: { email: to } })
  const token = tokenIn(await letter(world, to, '/reset-password'))
  await world.client().resetPassword({ body: { token, password: 'cedar window thirteen' } })
  await expect(world.client().login({ body: { email: to, password: 'cedar window thirteen' } })).rejects.toMatchObject({
    code: 'second_factor_required',
  })
  const { rows } = await world.query(`select id from passkeys where account_id = '${ada.user._id}'`)
  expect(rows).toHaveLength(1)
})

test('an identity with the address that staff set is no way into the account', async () => {
  const outside = await startProviders()
  const world = await startHere({ env: outside.env })
  const ada = await world.dater()
  const { secret } = (await ada.client.startSecondFactor()).data
  await ada.client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } })
  await changeAddress(world, ada, 'mira@gmail.com')
  await aDayLater(world, ada)
  const { address } = (await world.client().startProvider({ params: { provider: 'google' } })).data
  const tokenId = await outside.googleToken(new URL(address).searchParams.get('nonce')!)
  await expect(world.client().google({ body: { tokenId } })).rejects.toMatchObject({ status: 409 })
  expect((await ada.client.getSecondFactor()).data).toMatchObject({ enabled: true })
})

test('after the change, the link in the old mailbox brings the address back', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const { to } = await changeAddress(world, ada)
  const tooLate = { token: tokenIn(await letter(world, ada.email, '/settings/email/keep')) }
  await aDayLater(world, ada)
  // The person who reads the new mailbox becomes the account's owner.
  await world.client().forgotPassword({ body: { email: to } })
  const reset = tokenIn(await letter(world, to, '/reset-password'))
  await world.client().resetPassword({ body: { token: reset, password: 'cedar window thirteen' } })
  const taken = (await world.client().login({ body: { email: to, password: 'cedar window thirteen' } })).data
  await expect(world.client().keepEmail({ body: tooLate })).rejects.toMatchObject({ code: 'invalid_secret' })
  const body = { token: tokenIn(await letter(world, ada.email, 'now go to')) }
  expect(await world.client().undoEmail({ body })).toEqual({ done: true })
  await expect(world.client(taken.token).getProfile()).rejects.toMatchObject({ status: 401 })
  const back = tokenIn(await letter(world, ada.email, '/reset-password'))
  await world.client().resetPassword({ body: { token: back, password: 'orchard kettle seven' } })
  const { data } = await world.client().login({ body: { email: ada.email, password: 'orchard kettle seven' } })
  expect(data.user).toMatchObject({ _id: ada.user._id, email: ada.email, isEmailVerified: true })
})

test('staff can cancel a change that waits, and a second one asks the proven address again', async () => {
  const world = await anyWorld()
  const [ada, mara] = [await world.dater(), await world.staff('support')]
  const params = { id: ada.user._id }
  await changeAddress(world, ada)
  expect(await mara.client.cancelEmailChange({ params })).toEqual({ done: true })
  await expect(mara.client.cancelEmailChange({ params })).rejects.toMatchObject({ status: 409 })
  await aDayLater(world, ada)
  expect((await emailOf(ada)).email).toBe(ada.email)

  const { to } = await changeAddress(world, ada, `typo.${ada.email}`)
  await aDayLater(world, ada)
  const undo = tokenIn(await letter(world, ada.email, 'now go to'))
  // The typo was never verified, so the previous address is still the proven one.
  const { to: next } = await changeAddress(world, ada, `right.${ada.email}`)
  expect((await emailOf(ada)).email).toBe(to)
  const second = await letter(world, ada.email, next)
  expect(await world.client().keepEmail({ body: { token: tokenIn(second) } })).toEqual({ done: true })
  expect(await world.client().undoEmail({ body: { token: undo } })).toEqual({ done: true })
  const { rows } = await world.query(`select email from accounts where id = '${ada.user._id}'`)
  expect(rows).toEqual([{ email: ada.email }])
})

test('a change that waits ends if the owner chooses an address, or another account takes it', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater()]
  await changeAddress(world, ada)
  const own = `mine.${ada.email}`
  await ada.client.changeEmail({ body: { email: own, password: ada.password } })
  await ada.client.confirmEmail({ body: { token: tokenIn((await world.mailsTo(own))[0]!) } })
  await aDayLater(world, ada)
  expect(await emailOf(ada)).toMatchObject({ email: own, isEmailVerified: true })

  const { to } = await changeAddress(world, ben)
  await world.newcomer({ email: to })
  await aDayLater(world, ben)
  expect(await emailOf(ben)).toMatchObject({ email: ben.email, isEmailVerified: true })
  await letter(world, ben.email, 'We won’t change your email')
})
