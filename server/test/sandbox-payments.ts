import type { World } from './world.ts'

// What members do on the sandbox's payment page, and the sandbox's clock.

const post = (world: World, path: string, body: object) =>
  world.request(`/dev/payments/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

export const pay = (world: World, clientSecret: string | null, card = 'success', more: object = {}) =>
  post(world, 'pay', { clientSecret, card, ...more })

export const pass = (world: World, days: number) => post(world, 'clock', { days })
