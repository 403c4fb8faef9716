import { CallFailed } from './failure.ts'

const ATTEMPTS = 3
const BASE_DELAY = 1000
/** The longest delay, even if the server asks for a longer one, because no one waits that long for a page. */
const LONGEST_DELAY = 10_000

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** The server understood the request and refused it, so a retry can't help. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof CallFailed && error.status !== undefined && error.status >= 400 && error.status < 500

/**
 * The only place that retries: three attempts, one and then two seconds apart or as long as the server asks for, and
 * never after a 4xx. Use it only for requests that are safe to repeat: reads, and writes with an id from the client.
 */
export async function withRetry<T>(call: () => Promise<T>, attempt = 1, pause = wait): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isRefusal(error) || attempt >= ATTEMPTS) throw error
    const requested = error instanceof CallFailed ? (error.retryAfter ?? 0) * 1000 : 0
    await pause(Math.max(BASE_DELAY * 2 ** (attempt - 1), Math.min(requested, LONGEST_DELAY)))
    return withRetry(call, attempt + 1, pause)
  }
}
