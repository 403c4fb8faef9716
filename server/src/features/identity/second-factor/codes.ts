import { randomInt } from 'node:crypto'
import { verify } from 'otplib'

const DRIFT = 30
const RECOVERY_CODES = 10
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** The time step of a valid code after the last one used, or undefined. Saving the step makes each code work once. */
export async function stepOf(secret: string, code: string, after: number, now: Date): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = await verify({ secret, token: code, epoch, epochTolerance: DRIFT, afterTimeStep: after })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

export const recoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, recoveryCode)

/** Four groups of six letters make a search for the code of a hash infeasible. */
function recoveryCode(): string {
  const group = () => Array.from({ length: 6 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return Array.from({ length: 4 }, group).join('-')
}
