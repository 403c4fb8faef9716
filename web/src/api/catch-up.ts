import type { QueryClient } from '@tanstack/react-query'

const ROUNDS = 3
const ROUND_AFTER = 10_000

/** Not all at the same moment: thousands of pages may do this at once. */
const wait = () => new Promise<void>((resolve) => setTimeout(resolve, ROUND_AFTER * (0.5 + Math.random())))

/** Asks again for what is shown and couldn't be had. */
export const askForFailed = (queryClient: QueryClient): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })

/**
 * Asks anew for all that is shown. A server that thousands return to at once may refuse some of it three times: that is
 * asked for again a while later, because nothing else would show that it is old.
 */
export async function catchUp(queryClient: QueryClient, pause = wait): Promise<void> {
  await queryClient.invalidateQueries()
  for (let round = 0; round < ROUNDS; round++) {
    await pause()
    await askForFailed(queryClient)
  }
}
