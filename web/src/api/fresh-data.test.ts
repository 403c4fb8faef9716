import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { setFreshData, patchInvalidateQueries } from './fresh-data.ts'

function looking() {
  const queryClient = new QueryClient()
  patchInvalidateQueries(queryClient)
  const coming: ((answer: string) => void)[] = []
  const options = {
    queryKey: ['getStatus'] as const,
    queryFn: () => new Promise<string>((resolve) => coming.push(resolve)),
    staleTime: 30_000,
  }
  const observer = new QueryObserver(queryClient, options)
  return { queryClient, coming, options, observer, stop: observer.subscribe(() => {}) }
}

test('a change during the first question asks once more, and only the later answer counts', async () => {
  const { queryClient, coming, observer, stop } = looking()
  const asked = queryClient.invalidateQueries({ queryKey: ['getStatus'] })
  expect(coming).toHaveLength(2)
  coming[1]?.('after the change')
  coming[0]?.('before the change')
  await asked
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after the change', fetchStatus: 'idle' })
  stop()
})

test('screens that wait for the first answer get the later one', async () => {
  const { queryClient, coming, options, stop } = looking()
  const waiting = queryClient.fetchQuery(options)
  void queryClient.invalidateQueries()
  coming[0]?.('before the change')
  coming[1]?.('after the change')
  expect(await waiting).toBe('after the change')
  stop()
})

test('a change that asks for nothing again leaves the first question alone', async () => {
  const { queryClient, coming, observer, stop } = looking()
  const first = observer.refetch()
  await queryClient.invalidateQueries({ refetchType: 'none' })
  coming[0]?.('the first')
  await first
  expect(observer.getCurrentResult()).toMatchObject({ data: 'the first', fetchStatus: 'idle' })
  stop()
})

test('an unused answer is dropped if it was requested before the change', async () => {
  const { queryClient, coming, options, stop } = looking()
  stop()
  await queryClient.invalidateQueries()
  coming[0]?.('before the change')
  const now = queryClient.fetchQuery(options)
  coming[1]?.('after the change')
  expect(await now).toBe('after the change')
})

test('an answer to a change is not undone by a question from before it', async () => {
  const { queryClient, coming, options, observer, stop } = looking()
  coming[0]?.('at first')
  await queryClient.fetchQuery(options)
  const again = observer.refetch()
  setFreshData(queryClient, options.queryKey, 'after the change')
  coming[1]?.('before the change')
  await again
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after the change', fetchStatus: 'idle' })
  stop()
})
