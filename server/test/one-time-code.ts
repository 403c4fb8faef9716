import { generate } from 'otplib'
import type { World } from './world.ts'

/** The code that an authenticator app shows at the world's time, or some seconds later. */
export const oneTimeCode = ({ deps }: World, secret: string, ahead = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(deps.clock.now().getTime() / 1000) + ahead })
