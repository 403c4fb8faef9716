import { registration } from './people.ts'
import { type World } from './world.ts'

export const invited = (world: World, invitation?: string, more: { email?: string } = {}) =>
  world.client().register({ body: { ...registration(), ...more, ...(invitation ? { invitation } : {}) } })
