import { expect } from 'vitest'
import { authenticator } from './authenticator.ts'
import type { Person } from './people.ts'
import { startWorld, type World, type WorldOptions } from './world.ts'

// People with passkeys. The site stands at http://localhost:4999 for all that a browser can tell; the calls reach it by its port.

export const ORIGIN = 'http://localhost:4999'
export const startHere = ({ env, ...options }: WorldOptions = {}) =>
  startWorld({ ...options, env: { PUBLIC_URL: ORIGIN, ...env } })

export type Device = ReturnType<typeof authenticator>

export async function withPasskey({ client }: Pick<Person, 'client'>, name?: string) {
  const device = authenticator(ORIGIN)
  const body = { passkey: device.create((await client.startPasskey()).data), ...(name ? { name } : {}) }
  return { device, passkey: (await client.addPasskey({ body })).data.passkey }
}

export async function signInWith(world: World, device: Device) {
  const { data } = await world.client().startPasskeySignIn()
  return (await world.client().signInWithPasskey({ body: { passkey: device.get(data) } })).data
}

/** The challenge with which a sign-in by password stops before the second factor. */
export const challengeOf = (world: World, { email, password }: Person): Promise<string> =>
  world
    .client()
    .login({ body: { email, password } })
    .then(
      () => Promise.reject(new Error('signed in without a second factor')),
      (error: { code: string; details: { challenge: string } }) => {
        expect(error.code).toBe('second_factor_required')
        return error.details.challenge
      },
    )
