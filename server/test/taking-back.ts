import { oneTimeCode } from './one-time-code.ts'
import { startProviders } from './fake-providers.ts'
import { tokenIn } from './outbox.ts'
import { ORIGIN, signInWith, withPasskey } from './passkeys.ts'
import type { Person } from './people.ts'
import { startWorld, until, type World } from './world.ts'

// A thief with a password, and the owner who takes the account back.

export const startHome = async () => {
  const outside = await startProviders()
  return { outside, world: await startWorld({ env: { ...outside.env, PUBLIC_URL: ORIGIN } }) }
}

export const NEXT = 'orchard kettle seven'
export const SPENT = { status: 400, code: 'invalid_secret' }

export const letters = (world: World, address: string, part: string, count = 1) =>
  until(async () => {
    const found = (await world.mailsTo(address)).filter(({ text }) => text.includes(part))
    return found.length >= count ? found : undefined
  })
export const disownLink = async (world: World, address: string, about: string) =>
  tokenIn((await letters(world, address, about))[0]!)
export const resetLink = async (world: World, email: string) => {
  const before = (await world.mailsTo(email)).filter(({ text }) => text.includes('/reset-password')).length
  await world.client().forgotPassword({ body: { email } })
  return tokenIn((await letters(world, email, '/reset-password', before + 1)).at(-1)!)
}
export const login = (world: World, email: string, password: string) =>
  world.client().login({ body: { email, password } })
export async function moveTo(world: World, { client, password }: Person, email: string) {
  await client.changeEmail({ body: { email, password } })
  await client.confirmEmail({ body: { token: tokenIn((await letters(world, email, '/settings/email#'))[0]!) } })
}

export type Home = Awaited<ReturnType<typeof startHome>>
/** A credential that a thief adds. `add` returns a sign-in with it, which resolves to true if it succeeds. */
type Weapon = {
  add: (at: Home, thief: Person) => Promise<(email: string, password: string) => Promise<boolean>>
  mail: string
}
export const isIn = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  )

export const googleToken = async ({ world, outside }: Home, sub: string) => {
  const { address } = (await world.client().startProvider({ params: { provider: 'google' } })).data
  return outside.googleToken(new URL(address).searchParams.get('nonce')!, { sub, email: `${sub}@evil.example` })
}
export const weapons: Record<string, Weapon> = {
  passkey: {
    mail: 'Evil key',
    add: async ({ world }, thief) => {
      const { device } = await withPasskey(thief, 'Evil key')
      return () => isIn(signInWith(world, device))
    },
  },
  'two-step verification': {
    mail: 'Two-step verification was turned on',
    add: async ({ world }, thief) => {
      const { secret } = (await thief.client.startSecondFactor()).data
      const { recoveryCodes } = (
        await thief.client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } })
      ).data
      // A recovery code is only asked for if the password alone doesn't sign in.
      return async (email, password) => {
        const refused = await login(world, email, password).then(
          () => null,
          (error: { details: { challenge?: string } }) => error,
        )
        const challenge = refused?.details.challenge
        return (
          challenge !== undefined && isIn(world.client().secondFactor({ body: { challenge, code: recoveryCodes[0]! } }))
        )
      }
    },
  },
  'Google account': {
    mail: 'A Google account was linked',
    add: async (at, thief) => {
      const sub = `evil.${thief.user._id}`
      await thief.client.linkGoogle({ body: { tokenId: await googleToken(at, sub) } })
      return async () => {
        const { data } = await at.world.client().google({ body: { tokenId: await googleToken(at, sub) } })
        return data.user._id === thief.user._id
      }
    },
  },
}

/** Signs in as someone else with the owner's password. */
export async function thiefOf(world: World, owner: Person): Promise<Person> {
  const { token } = (await login(world, owner.email, owner.password)).data
  return { ...owner, token, client: world.client(token) }
}
