import { expect, test } from 'vitest'
import { oneTimeCode } from '../one-time-code.ts'
import { authenticator } from '../authenticator.ts'
import { ORIGIN, withPasskey } from '../passkeys.ts'
import type { Person } from '../people.ts'
import { googleToken, letters, login, NEXT, startHome, thiefOf } from '../taking-back.ts'
import { shared, type World } from '../world.ts'

// If the account has a stronger factor, the password alone can't change credentials.

const here = shared(startHome)
const REFUSED = { status: 403, code: 'step_up_required' }

/** Every route that changes how someone signs in. A missing one would bypass the others. */
const changes: Record<string, (person: Person) => Promise<unknown>> = {
  startPasskey: ({ client }) => client.startPasskey(),
  addPasskey: ({ client }) => {
    const challenge = { challenge: 'AAAA', rp: { id: 'localhost' }, user: { id: 'AAAA' } } as never
    return client.addPasskey({ body: { passkey: authenticator(ORIGIN).create(challenge) } })
  },
  removePasskey: ({ client, user }) => client.removePasskey({ params: { id: user._id } }),
  startSecondFactor: ({ client }) => client.startSecondFactor(),
  confirmSecondFactor: ({ client }) => client.confirmSecondFactor({ body: { code: '000000' } }),
  removeSecondFactor: ({ client }) => client.removeSecondFactor(),
  linkGoogle: ({ client }) => client.linkGoogle({ body: { tokenId: 'x' } }),
  linkFacebook: ({ client }) => client.linkFacebook({ body: { accessToken: 'x' } }),
  unlinkProvider: ({ client }) => client.unlinkProvider({ params: { provider: 'google' } }),
  changeEmail: ({ client, email, password }) => client.changeEmail({ body: { email: `evil.${email}`, password } }),
  changePassword: ({ client, password }) =>
    client.changePassword({ body: { currentPassword: password, password: NEXT } }),
  // Deleting the account ends every way in.
  deleteAccount: ({ client, password }) => client.deleteAccount({ body: { password } }),
}
const outcomes = (person: Person) =>
  Promise.all(
    Object.entries(changes).map(async ([name, change]) => {
      const code = await change(person).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      return [name, code] as const
    }),
  )
const refusedAll = Object.keys(changes).map((name) => [name, 'step_up_required'])

/** Makes the last confirmation 16 minutes old. */
const outdate = (world: World, { user }: Person) =>
  world.query(
    `update sessions set elevated_at = now() - interval '16 minutes', factor_at = now() - interval '16 minutes' where account_id = '${user._id}'`,
  )

test('where there is a passkey, the password changes no credentials, and the passkey does', async () => {
  const { world } = await here()
  const ada = await world.member()
  const { device, passkey } = await withPasskey(ada)
  const thief = await thiefOf(world, ada)
  expect(await outcomes(thief)).toEqual(refusedAll)
  await thief.client.stepUp({ body: { password: ada.password } })
  expect(await outcomes(thief)).toEqual(refusedAll)
  await expect(thief.client.startPasskey()).rejects.toMatchObject({ ...REFUSED, details: { factor: true } })
  // The owner's older session isn't enough either, until they confirm with the passkey.
  await outdate(world, ada)
  await ada.client.stepUp({ body: { password: ada.password } })
  expect(await outcomes(ada)).toEqual(refusedAll)
  const question = (await ada.client.startStepUpByPasskey()).data.passkey!
  await ada.client.stepUpByPasskey({ body: { passkey: device.get(question) } })
  await ada.client.removePasskey({ params: { id: passkey._id } })
})

test('where two-step verification is on, a change needs a code and not just the password', async () => {
  const { world } = await here()
  const ada = await world.member()
  const { secret } = (await ada.client.startSecondFactor()).data
  const { recoveryCodes } = (await ada.client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } }))
    .data
  await outdate(world, ada)
  expect(await outcomes(ada)).toEqual(refusedAll)
  await ada.client.stepUp({ body: { code: recoveryCodes[0]! } })
  await ada.client.changePassword({ body: { currentPassword: ada.password, password: NEXT } })
  await expect(
    ada.client.changeEmail({ body: { email: `next.${ada.email}`, password: ada.password } }),
  ).rejects.toMatchObject({ code: 'invalid_credentials' })
  await ada.client.removeSecondFactor()
  await letters(world, ada.email, 'Two-step verification was turned off')
})

test('where Google is linked, the password changes no credentials, and that Google account does', async () => {
  const at = await here()
  const { world } = at
  const ada = await world.member()
  const sub = `ada.${ada.user._id}`
  await ada.client.linkGoogle({ body: { tokenId: await googleToken(at, sub) } })
  const thief = await thiefOf(world, ada)
  expect(await outcomes(thief)).toEqual(refusedAll)
  await expect(
    thief.client.stepUpByGoogle({ body: { tokenId: await googleToken(at, 'another') } }),
  ).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(await outcomes(thief)).toEqual(refusedAll)
  await outdate(world, ada)
  await ada.client.stepUpByGoogle({ body: { tokenId: await googleToken(at, sub) } })
  await withPasskey(ada)
  await ada.client.unlinkProvider({ params: { provider: 'google' } })
  await letters(world, ada.email, 'account was unlinked')
})

test('a Google account can’t confirm someone else’s identity, or replace a code', async () => {
  const at = await here()
  const { world } = at
  const [ada, ben] = [await world.member(), await world.member({ firstName: 'Ben' })]
  const sub = `ben.${ben.user._id}`
  await ben.client.linkGoogle({ body: { tokenId: await googleToken(at, sub) } })
  const stepUp = async ({ client }: Person) => client.stepUpByGoogle({ body: { tokenId: await googleToken(at, sub) } })
  await expect(stepUp(ada)).rejects.toMatchObject({ code: 'invalid_credentials' })
  const { secret } = (await ben.client.startSecondFactor()).data
  await ben.client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } })
  await expect(stepUp(ben)).rejects.toMatchObject({ code: 'invalid_credentials' })
})

test('where the password is all there is, it is enough', async () => {
  const { world } = await here()
  const ada = await world.member()
  const again = { ...ada, client: world.client((await login(world, ada.email, ada.password)).data.token) }
  const body = { currentPassword: ada.password, password: NEXT }
  expect(await again.client.changePassword({ body })).toEqual({ done: true })
  expect((await withPasskey(again, 'My phone')).passkey.name).toBe('My phone')
})
