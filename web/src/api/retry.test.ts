import { expect, test } from 'vitest'
import { CallFailed } from './failure.ts'
import { withRetry } from './retry.ts'

function failing(times: number, error: unknown) {
  const pauses: number[] = []
  let calls = 0
  const result = withRetry(
    async () => {
      if (++calls <= times) throw error
      return 'done'
    },
    1,
    async (milliseconds) => void pauses.push(milliseconds),
  )
  return { result, pauses, calls: () => calls }
}

const answer = (status: number) => new CallFailed('answer', '', { status, data: undefined })

test('a call that fails twice is tried a third time, after one second and then two', async () => {
  const { result, pauses, calls } = failing(2, answer(503))
  expect(await result).toBe('done')
  expect([calls(), pauses]).toEqual([3, [1000, 2000]])
})

test('a retry waits as long as the server asks', async () => {
  const busy = new CallFailed('answer', '', { status: 503, data: undefined, retryAfter: 3 })
  const { result, pauses } = failing(2, busy)
  expect(await result).toBe('done')
  expect(pauses).toEqual([3000, 3000])
})

test('a server that asks for a long wait is retried after ten seconds', async () => {
  const away = new CallFailed('answer', '', { status: 503, data: undefined, retryAfter: 3600 })
  const { result, pauses } = failing(2, away)
  expect(await result).toBe('done')
  expect(pauses).toEqual([10_000, 10_000])
})

test('there are at most three attempts', async () => {
  const { result, calls } = failing(5, new CallFailed('no-answer'))
  await expect(result).rejects.toMatchObject({ kind: 'no-answer' })
  expect(calls()).toBe(3)
})

test.each([400, 401, 404, 409, 429, 499])('a %i is never retried', async (status) => {
  const { result, calls } = failing(5, answer(status))
  await expect(result).rejects.toMatchObject({ status })
  expect(calls()).toBe(1)
})
