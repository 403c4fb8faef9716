import { CallFailed } from './failure.ts'

const ATTEMPTS = 3
const BASE_DELAY = 1000

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * The one place where anything is tried again: three attempts, a second and then two apart, never on a 4xx. Only for
 * calls that are safe to repeat: reads, and writes that carry an id of the client's.
 */
export async function withRetry<T>(call: () => Promise<T>, attempt = 1, pause = wait): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const refused =
      error instanceof CallFailed && error.status !== undefined && error.status >= 400 && error.status < 500
    if (refused || attempt >= ATTEMPTS) throw error
    await pause(BASE_DELAY * 2 ** (attempt - 1))
    return withRetry(call, attempt + 1, pause)
  }
}
