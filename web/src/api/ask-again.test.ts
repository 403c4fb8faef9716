import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { untilAskedAgain } from './ask-again.ts'

/** A query after it has been asked for as often as it is told how that ended. */
async function askedFor(...ends: readonly ('answered' | 'refused')[]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  for (const end of ends) {
    const queryFn = async () => {
      if (end === 'refused') throw new Error('Refused')
      return 'an answer'
    }
    await queryClient.prefetchQuery({ queryKey: ['listMatches'], queryFn, staleTime: 0 })
  }
  return queryClient.getQueryCache().find({ queryKey: ['listMatches'] })!
}

test('an answer that could not be renewed is asked for again within 15 seconds', async () => {
  const until = untilAskedAgain(await askedFor('answered', 'refused'))
  expect(until).toBeGreaterThanOrEqual(5000)
  expect(until).toBeLessThanOrEqual(15_000)
})

test('an answer that is new is not asked for again, and a first one is left to whoever looks at it', async () => {
  expect(untilAskedAgain(await askedFor('answered', 'refused', 'answered'))).toBe(false)
  expect(untilAskedAgain(await askedFor('refused'))).toBe(false)
})
