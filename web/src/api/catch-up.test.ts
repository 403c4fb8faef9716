import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { catchUp } from './catch-up.ts'

/** A page that shows two answers, of which one fails so many times when it is asked for anew. */
async function pageWith(failures: number) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const asked = { listMatches: 0, listLikes: 0 }
  const observers = (['listMatches', 'listLikes'] as const).map((call) => {
    const queryFn = async () => {
      const time = asked[call]++
      if (call === 'listLikes' && time > 0 && time <= failures) throw new Error('Refused')
      return time
    }
    return new QueryObserver(queryClient, { queryKey: [call], queryFn })
  })
  for (const observer of observers) observer.subscribe(() => {})
  await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'pending' })
  return { queryClient, asked, statuses: () => observers.map((observer) => observer.getCurrentResult().status) }
}

test('a page that catches up asks for everything once, and again for what was refused until it has it', async () => {
  const { queryClient, asked, statuses } = await pageWith(2)
  let pauses = 0
  await catchUp(queryClient, async () => void pauses++)
  expect(asked).toEqual({ listMatches: 2, listLikes: 4 })
  expect(statuses()).toEqual(['success', 'success'])
  expect(pauses).toBe(3)
})

test('a page that catches up stops asking after three rounds', async () => {
  const { queryClient, asked, statuses } = await pageWith(9)
  await catchUp(queryClient, async () => {})
  expect(asked).toEqual({ listMatches: 2, listLikes: 5 })
  expect(statuses()).toEqual(['success', 'error'])
})
