import type { ApiError } from '@kindred/contract'
import { expect, test } from 'vitest'
import { observe, type CallName } from '../observed.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// The limit on how many different people an account can see per day.

const BITS = 8192
const bitOf = ({ user }: Person) => Number.parseInt(user._id.slice(-8), 16) % BITS

/** Pretends that the member has already seen a thousand others today. */
async function useUp(world: World, viewer: Person, unseen: Person[]): Promise<void> {
  const free = new Set(unseen.map(bitOf))
  const bits = Array.from({ length: BITS }, (_, bit) => (bit <= 1000 + free.size && !free.has(bit) ? '1' : '0')).join(
    '',
  )
  await world.query(
    `insert into views (viewer_id, day, seen) values ('${viewer.user._id}', '${world.deps.clock.now().toISOString()}'::date, '${bits}')
     on conflict (viewer_id) do update set seen = excluded.seen`,
  )
}

const lookAt = ({ client }: Person, { user }: Person) => client.getPerson({ params: { id: user._id } })

test('a member sees up to 1,000 people a day, then when more are available; matches stay', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const [ada, ben, cleo] = [
    await world.dater(),
    await world.dater({ firstName: 'Ben' }),
    await world.dater({ firstName: 'Cleo' }),
  ]
  const id = await world.matched(ada, ben)
  await lookAt(ada, cleo)
  const dora = await world.dater({ firstName: 'Dora' })
  await useUp(world, ada, [ben, cleo, dora])
  const refusal = (await lookAt(ada, dora).catch((error: unknown) => error)) as ApiError
  expect(refusal.status).toBe(429)
  expect(refusal.details.retryAfter).toBeGreaterThan(0)
  expect(refusal.details.retryAfter).toBeLessThanOrEqual(86_400)
  expect((await ada.client.listMatches()).data.matches).toHaveLength(1)
  expect((await lookAt(ada, ben)).data.user.firstName).toBe('Ben')
  expect((await ada.client.getMatch({ params: { id } })).data.match.user.firstName).toBe('Ben')
  world.turnClock(86_400_000)
  const again = await world.signedInAgain(ada)
  expect((await lookAt(again, dora)).data.user.firstName).toBe('Dora')
})

test('people seen today can be seen again without using the daily limit', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await useUp(world, ada, [])
  await world.query(`update views set seen = set_bit(seen, ${bitOf(ben)}, 1)`)
  expect((await lookAt(ada, ben)).data.user.firstName).toBe('Ben')
})

test('past the daily limit, no call shows anyone who is not a match', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  // The day must not end during the test.
  world.turnClock((24 - world.deps.clock.now().getUTCHours()) * 3_600_000)
  const [viewer, other, bystander] = [
    await world.dater(),
    await world.dater({ firstName: 'Benedict' }),
    await world.dater({ firstName: 'Cleo' }),
  ]
  await other.client.choose({ body: { userId: viewer.user._id, action: 'superlike' } })
  await world.query(`update accounts set premium_until = '2100-01-01' where id = '${viewer.user._id}'`)
  await useUp(world, viewer, [other, bystander])
  const nobody = '00000000-0000-4000-8000-00000000000a'
  const questionId = (await viewer.client.listQuestions()).data.questions[0]!._id
  const between = {
    viewer,
    other,
    bystander,
    questionId,
    reportId: nobody,
    matchId: nobody,
    messageId: nobody,
    ownId: nobody,
  }
  const showing = (await observe(world, between, new Set())).filter(({ line }) =>
    line.split(/ \d{3} /)[1]?.includes('Benedict'),
  )
  // Reports are stored with the person they are about, and super likes with their sender's name.
  const named: CallName[] = ['createReport', 'listMyReports', 'listNotifications', 'listContacts']
  expect(showing.map(({ call }) => call).filter((call) => !named.includes(call))).toEqual([])
})

test('a snoozed member sees their matches and no one else', async () => {
  const world = await startWorld()
  const [ada, ben, cleo] = [
    await world.dater(),
    await world.dater({ firstName: 'Ben' }),
    await world.dater({ firstName: 'Cleo' }),
  ]
  await world.matched(ada, ben)
  await cleo.client.choose({ body: { userId: ada.user._id, action: 'superlike' } })
  await ada.client.setPrivacy({ body: { paused: true } })
  expect((await lookAt(ada, ben)).data.user.firstName).toBe('Ben')
  await expect(lookAt(ada, cleo)).rejects.toMatchObject({ status: 404 })
  await expect(ada.client.getCompatibility({ params: { userId: cleo.user._id } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(ada.client.choose({ body: { userId: cleo.user._id, action: 'like' } })).rejects.toMatchObject({
    status: 404,
  })
  expect((await ada.client.listLikes()).data.superlikes).toEqual([])
  expect((await ada.client.discover({ query: {} })).data.people).toEqual([])
  expect((await ada.client.listPeople()).data.users).toEqual([])
  expect((await ada.client.listMatches()).data.matches).toHaveLength(1)
})
