import { expect } from 'vitest'
import { authenticator } from './authenticator.ts'
import type { Person } from './people.ts'
import { startWorld, type World, type WorldOptions } from './world.ts'

// People with passkeys. Browsers see the site at http://localhost:4999; requests go to the server's real port.

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

/** The challenge of a password sign-in that waits for the second factor. */
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
