import { ApiError } from '@kindred/contract'
import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

// Argon2id, as costly as a sign-in may be. Each check takes 46 MiB, so only a few run at a time and a queue is bounded:
// a flood of sign-ins is refused instead of eating the memory.

const strong = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 } as const
const AT_ONCE = 4
const WAITING = 200

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Takes as long, and says no, where there is no hash to compare with. */
  matches: (kept: string | null | undefined, password: string) => Promise<boolean>
}

/** `memory`, in KiB, for tests about something else: they make thousands of accounts. */
export async function openPasswords(memory: number = strong.memoryCost): Promise<Passwords> {
  const cost = { ...strong, memoryCost: memory }
  const inTurn = turns(AT_ONCE, WAITING)
  const nobodys = await hash(randomBytes(16).toString('hex'), cost)
  return {
    hash: (password) => inTurn(() => hash(password.normalize('NFKC'), cost)),
    matches: async (kept, password) => {
      const right = await inTurn(() => verify(kept ?? nobodys, password.normalize('NFKC')))
      return right && kept != null
    },
  }
}

/** Lets a few run at once and some wait; refuses the rest. */
function turns(atOnce: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new ApiError('unavailable', 'Too many people are signing in right now. Please try again in a moment.', {
          retryAfter: 3,
        })
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    running++
    try {
      return await work()
    } finally {
      running--
      queue.shift()?.()
    }
  }
}
