import { normalized, ApiError } from '@kindred/contract'
import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { openTurns } from './turns.ts'

// Passwords are hashed with Argon2id, at the highest cost that a sign-in can bear. Each check takes 46 MiB, so only a
// few run at a time and the queue is bounded: a flood of sign-ins is refused instead of exhausting the memory.

const strong = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 } as const
const AT_ONCE = 4
const WAITING = 200

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Without a hash to compare with, takes just as long and returns false. */
  matches: (stored: string | null | undefined, password: string) => Promise<boolean>
  /** Takes about as long as the last comparison, and costs nothing. */
  pretend: () => Promise<void>
}

/** Tests that create thousands of accounts pass a smaller `memory`, in KiB. */
export async function openPasswords(memory: number = strong.memoryCost): Promise<Passwords> {
  const cost = { ...strong, memoryCost: memory }
  const turns = openTurns(AT_ONCE)
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (turns.waiting() < WAITING) return turns.inTurn(work)
    throw new ApiError('unavailable', 'Too many people are signing in right now. Please try again in a moment.', {
      retryAfter: 3,
    })
  }
  let lastTook = 0
  const unusedHash = await hash(randomBytes(16).toString('hex'), cost)
  return {
    hash: (password) => inTurn(() => hash(normalized(password, 'NFKC'), cost)),
    matches: async (stored, password) => {
      const began = performance.now()
      const isMatch = await inTurn(() => verify(stored ?? unusedHash, normalized(password, 'NFKC')))
      lastTook = performance.now() - began
      return isMatch && stored != null
    },
    pretend: () => setTimeout(lastTook),
  }
}
