import { expect, test } from 'vitest'
import { proof, rounds } from '../proofs.ts'
import { shared, startWorld } from '../world.ts'

const anyWorld = shared(startWorld)

test('tabs that refresh concurrently get the same successor, and no one is signed out', async () => {
  const world = await anyWorld()
  for (let round = 0; round < rounds(20, 1000); round++) {
    let { refreshToken } = await world.member()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => world.client().refreshToken({ body: { refreshToken } })),
    )
    const successors = new Set(answers.map(({ data }) => data.refreshToken))
    expect(successors.size).toBe(1)
    refreshToken = [...successors][0]!
    expect((await world.client().refreshToken({ body: { refreshToken } })).data.token).toBeTruthy()
  }
  proof(`${rounds(20, 1000)} times 50 concurrent refreshes: one successor each time, nobody signed out`)
})
