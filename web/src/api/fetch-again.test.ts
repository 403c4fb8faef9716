import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { untilFetchedAgain } from './fetch-again.ts'
import { CallFailed } from './failure.ts'

const answer = 'an answer'
const noAnswer = new CallFailed('no-answer')
const refusal = (status: number) => new CallFailed('answer', '', { status, data: undefined })

async function fetched(...outcomes: readonly (string | CallFailed)[]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  for (const outcome of outcomes) {
    const queryFn = async () => {
      if (outcome instanceof CallFailed) throw outcome
      return outcome
    }
    await queryClient.prefetchQuery({ queryKey: ['listMatches'], queryFn, staleTime: 0 })
  }
  return queryClient.getQueryCache().find({ queryKey: ['listMatches'] })!
}

test.each([noAnswer, refusal(503)])(
  'an answer that could not be refreshed is fetched again within 15 seconds',
  async (failure) => {
    const until = untilFetchedAgain(await fetched(answer, failure))
    expect(until).toBeGreaterThanOrEqual(5000)
    expect(until).toBeLessThanOrEqual(15_000)
  },
)

test('a fresh answer is not fetched again, and neither is a first one that failed', async () => {
  expect(untilFetchedAgain(await fetched(answer, noAnswer, answer))).toBe(false)
  expect(untilFetchedAgain(await fetched(noAnswer))).toBe(false)
})

test.each([403, 404, 410])('a refusal with %i is not fetched again', async (status) => {
  expect(untilFetchedAgain(await fetched(answer, refusal(status)))).toBe(false)
})
