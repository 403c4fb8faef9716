import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countChoices } from '../../src/features/discovery/index.ts'
import { sendLikesDigest } from '../../src/features/matching/likes.ts'
import { nameOf, type Person } from '../people.ts'
import { rounds } from '../proofs.ts'
import { shared, startWorld, until, type World } from '../world.ts'
import { choose } from '../choices-steps.ts'

const anyWorld = shared(startWorld)

const matches = async ({ client }: Person) => (await client.listMatches()).data.matches

const deck = async ({ client }: Person) =>
  (await client.discover({ query: { limit: '100' } })).data.people.map(({ user }) => user._id)

const premium = (world: World, { user }: Person) =>
  world.query(`update accounts set premium_until = now() + interval '30 days' where id = '${user._id}'`)

test('two likes make a match, and both members are notified at once', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const received = (await world.listen(ada.token)).received
  expect((await choose(ada, ben)).data.match).toBeNull()
  const { match } = (await choose(ben, ada)).data
  expect(match).toMatchObject({ user: { firstName: 'Ada' } })
  await until(() => received.find(({ type }) => type === 'match.made'))
  expect(await matches(ada)).toMatchObject([{ _id: match!._id, user: { firstName: 'Ben' } }])
  // Repeating a swipe changes nothing, and returns the first response again.
  expect((await choose(ben, ada)).data.match).toEqual(match)
  expect((await choose(ada, ben)).data.match).toMatchObject({ _id: match!._id, user: { firstName: 'Ben' } })
})

test('unmatching ends a match for both, with a kind note; it starts again only if both like again', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await choose(ada, ben)
  const { match } = (await choose(ben, ada)).data
  await ada.client.unmatch({ params: { id: match!._id }, body: { closing: 'no-spark' } })
  expect([await matches(ada), await matches(ben)]).toEqual([[], []])
  await expect(ada.client.unmatch({ params: { id: match!._id }, body: {} })).rejects.toMatchObject({ status: 404 })
  expect(await deck(ada)).not.toContain(ben.user._id)
  const ended = async ({ client }: Person) => (await client.listEndedMatches()).data.matches
  expect(await ended(ada)).toMatchObject([{ user: { firstName: 'Ben' }, closing: null, asked: false }])
  expect((await choose(ada, ben)).data.match).toBeNull()
  expect(await ended(ada)).toMatchObject([{ asked: true }])
  // The other member's farewell note is shown; their later request to resume isn't.
  expect(await ended(ben)).toMatchObject([
    { user: { firstName: 'Ada' }, closing: expect.stringContaining('It was good to meet you'), asked: false },
  ])
  expect(await deck(ben)).not.toContain(ada.user._id)
  const notified = (await ben.client.listNotifications()).data.notifications
  expect(notified.filter(({ kind }) => kind === 'like')).toEqual([])
  await ada.client.setPreferences({ body: { interestedIn: [] } })
  expect(await ended(ben)).toEqual([])
  await ada.client.setPreferences({ body: { interestedIn: ['man', 'woman', 'non-binary'] } })
  expect((await choose(ben, ada)).data.match).not.toBeNull()
  expect([await ended(ada), await ended(ben)]).toEqual([[], []])
  await ada.client.unmatch({ params: { id: match!._id }, body: {} })
  await ben.client.block({ body: { userId: ada.user._id } })
  expect([await ended(ada), await ended(ben)]).toEqual([[], []])
})

test('choices change both rankings within a minute by as much as the nightly job would', async () => {
  const world = await startWorld()
  const people = await Promise.all(['Ada', 'Ben', 'Cleo', 'Dan'].map((firstName) => world.dater({ firstName })))
  const [ada, ben, cleo, dan] = people as [Person, Person, Person, Person]
  const order = async () =>
    (
      await world.query(`select base_rank * pending_factor as rank, order_rank(discovery_order_of(shown_to), gave_likes, gave, got_likes, got, shown, 1) as recomputed, gave, got, shown from ranking_stats
        where gender_group is not null order by account_id`)
    ).rows as { rank: number; recomputed: number; gave: number; got: number; shown: number }[]
  const [before] = await order()
  await choose(ada, ben, 'like')
  await choose(cleo, ben, 'like')
  await choose(dan, ben, 'pass')
  await countChoices(world.deps)
  await choose(ben, ada, 'pass')
  await choose(dan, ben, 'like')
  await cleo.client.undoChoice()
  const halfway = await order()
  expect(halfway.map(({ got }) => got).reduce((all, each) => all + each, 0)).toBe(3)
  // Two concurrent jobs count each swipe once.
  await Promise.all([countChoices(world.deps), countChoices(world.deps)])
  const after = await order()
  expect(after.map(({ gave, got }) => gave + got).reduce((all, each) => all + each, 0)).toBe(6)
  expect(after.map(({ shown }) => shown)).toEqual(after.map(({ got }) => got))
  for (const { rank, recomputed } of after) expect(rank / recomputed).toBeCloseTo(1, 4)
  expect(after.some(({ rank }) => rank !== before!.rank)).toBe(true)
})

test('a block ends what others see of a match, and prevents further choices', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await choose(ada, ben)
  await choose(ben, ada)
  await ada.client.block({ body: { userId: ben.user._id } })
  expect([await matches(ada), await matches(ben)]).toEqual([[], []])
  for (const action of ['superlike', 'like', 'pass'] as const)
    await expect(choose(ben, ada, action)).rejects.toMatchObject({ status: 404 })
})

test('a day allows 50 likes and one super like, then says when there are more', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const [ben, cai] = [await world.dater({ firstName: 'Ben' }), await world.dater({ firstName: 'Cai' })]
  const { allowance } = (await choose(ada, ben, 'superlike')).data
  expect(allowance).toMatchObject({ likes: 50, superlikes: 0, undos: 1 })
  await expect(choose(ada, cai, 'superlike')).rejects.toMatchObject({
    status: 429,
    details: { retryAfter: expect.any(Number) },
  })
  await world.query(`update allowances set likes = 50 where account_id = '${ada.user._id}'`)
  await expect(choose(ada, cai)).rejects.toMatchObject({ status: 429 })
  await expect(choose(ada, cai, 'pass')).resolves.toBeTruthy()
  await premium(world, ada)
  expect((await choose(ada, cai)).data.allowance).toMatchObject({ likes: null, superlikes: 4, undos: null })
})

test('the last choice can be undone once a day, unless it made a match', async () => {
  const world = await anyWorld()
  const [ada, ben, cai] = [
    await world.dater(),
    await world.dater({ firstName: 'Ben' }),
    await world.dater({ firstName: 'Cai' }),
  ]
  await expect(ada.client.undoChoice()).rejects.toMatchObject({ status: 404 })
  await choose(ada, ben, 'pass')
  expect((await ada.client.undoChoice()).data.undone).toEqual({ userId: ben.user._id, action: 'pass' })
  expect(await deck(ada)).toEqual(expect.arrayContaining([ben.user._id, cai.user._id]))
  await choose(ada, ben, 'pass')
  await expect(ada.client.undoChoice()).rejects.toMatchObject({ status: 429 })
  await choose(cai, ben)
  await choose(ben, cai)
  await expect(ben.client.undoChoice()).rejects.toMatchObject({ status: 409 })
})

test.each(['a block', 'their own block', 'a deletion', 'a ban', 'a snooze'])(
  'a like that made a match can’t be undone after %s',
  async (how) => {
    const world = await anyWorld()
    const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
    const pair = (one: string, other: string) =>
      `(${one}, ${other}) in (('${ada.user._id}', '${ben.user._id}'), ('${ben.user._id}', '${ada.user._id}'))`
    const params = { id: await world.matched(ada, ben) }
    if (how === 'a block') await ben.client.block({ body: { userId: ada.user._id } })
    if (how === 'their own block') await ada.client.block({ body: { userId: ben.user._id } })
    if (how === 'a deletion') await ada.client.deleteAccount({ body: { password: ada.password } })
    if (how === 'a ban') await world.setState(ada, 'banned')
    if (how === 'a snooze') await ada.client.setPrivacy({ body: { paused: true } })
    const refused = { status: 409, message: 'You’ve already matched, so this can’t be undone.' }
    await expect(ben.client.undoChoice()).rejects.toMatchObject(refused)
    const pass = choose(ben, ada, 'pass').then(
      () => 200,
      ({ status }: { status: number }) => status,
    )
    expect(await pass).toBe(how === 'a snooze' ? 200 : 404)
    await world.query(`delete from blocks where ${pair('blocker_id', 'blocked_id')}`)
    await world.setState(ada, 'active')
    expect((await ben.client.getMatch({ params })).data.match.user._id).toBe(ada.user._id)
    const { rows } = await world.query(`select action from choices where ${pair('chooser_id', 'chosen_id')}
      union all select action from likes_received where ${pair('chooser_id', 'chosen_id')}`)
    expect(rows.map(({ action }) => action)).toEqual(['like', 'like', 'like', 'like'])
  },
)

test('likes, undos, blocks and unmatches in any order keep the invariants', async () => {
  const world = await startWorld()
  const people = await Promise.all(['A', 'B', 'C'].map((firstName) => world.dater({ firstName })))
  for (const person of people) await premium(world, person)
  const step = fc.record({
    from: fc.nat(2),
    to: fc.nat(2),
    what: fc.constantFrom('like', 'pass', 'superlike', 'undo', 'block', 'unblock', 'unmatch'),
  })
  const act = async ({ from, to, what }: { from: number; to: number; what: string }) => {
    const [one, other] = [people[from]!, people[to]!]
    if (from === to) return
    if (what === 'undo') await one.client.undoChoice()
    else if (what === 'block') await one.client.block({ body: { userId: other.user._id } })
    else if (what === 'unblock') await one.client.unblock({ params: { userId: other.user._id } })
    else if (what === 'unmatch') {
      const match = (await matches(one)).find(({ user }) => user._id === other.user._id)
      if (match) await one.client.unmatch({ params: { id: match._id }, body: {} })
    } else await choose(one, other, what as 'like')
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      await world.query('truncate choices, likes_received, matches, blocks, allowances cascade')
      for (let at = 0; at < steps.length; at += 3) await Promise.allSettled(steps.slice(at, at + 3).map(act))
      const broken = await world.query(`
        with made as materialized (select chooser_id, chosen_id, action from choices)
        select 'a match without both likes' from matches m where ended_at is null and (
          select count(*) from made where action <> 'pass' and (chooser_id, chosen_id) in ((m.a_id, m.b_id), (m.b_id, m.a_id))) < 2
          and not exists (select from made where action = 'pass' and (chooser_id, chosen_id) in ((m.a_id, m.b_id), (m.b_id, m.a_id)))
        union all select 'both like, and no match' from made a join made b on b.chooser_id = a.chosen_id and b.chosen_id = a.chooser_id
          where a.action <> 'pass' and b.action <> 'pass' and not exists (
            select from matches where a_id = least(a.chooser_id, a.chosen_id) and b_id = greatest(a.chooser_id, a.chosen_id) and ended_at is null)`)
      expect(broken.rows).toEqual([])
    }),
    { numRuns: rounds(15, 200) },
  )
})

test('without premium, no one can tell who likes them or when, or whether anyone does until five do', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const { received } = await world.listen(ada.token)
  const seen = async () => {
    const { client } = await world.signedInAgain(ada)
    return { likes: (await client.listLikes()).data, notifications: (await client.listNotifications()).data }
  }
  const fans: Person[] = []
  for (let each = 0; each < 7; each++) fans.push(await world.dater({ firstName: nameOf(each, 'Fan') }))
  const before = await seen()
  expect(before.likes).toMatchObject({ count: null, countText: 'fewer than five', people: null, superlikes: [] })
  for (const fan of fans.slice(0, 4)) await choose(fan, ada)
  expect(await seen()).toEqual(before)
  await sendLikesDigest(world.deps)
  world.turnClock(86_400_000)
  await sendLikesDigest(world.deps)
  expect(await seen()).toEqual(before)
  for (const fan of fans.slice(4, 6)) await choose(await world.signedInAgain(fan), ada)
  expect(await seen()).toEqual(before)
  expect(received).toEqual([])
  world.turnClock(86_400_000)
  await sendLikesDigest(world.deps)
  await until(() => received.length > 0)
  await sendLikesDigest(world.deps)
  const { likes, notifications } = await seen()
  expect([likes.count, likes.countText, likes.blurred]).toEqual([5, '5+', before.likes.blurred])
  expect(notifications.notifications).toMatchObject([{ kind: 'like', text: '5+ people like you', count: 5 }])
  expect(notifications.notifications[0]!.at).toMatch(/T00:00:00\.000Z$/)
  await choose(await world.signedInAgain(fans[6]!), ada)
  // Another like within the bucket sends no notification.
  world.turnClock(86_400_000)
  await sendLikesDigest(world.deps)
  expect((await seen()).notifications).toEqual(notifications)
})

test('like tiles are generic images without any data about a member', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const { blurred } = (await ada.client.listLikes()).data
  expect(blurred).toHaveLength(6)
  for (const { url } of blurred) expect(readFileSync(`web/public${url}`, 'utf8')).toMatch(/^<svg .*linearGradient/)
})

test('a super like is shown with its note; premium shows its sender, notified at once, dated by day', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const sol = await world.dater({ firstName: 'Sol' })
  await sol.client.choose({ body: { userId: ada.user._id, action: 'superlike', note: 'Your bread!' } })
  const free = (await ada.client.listLikes()).data
  expect(free.superlikes).toMatchObject([{ user: { firstName: 'Sol' }, note: 'Your bread!' }])
  await premium(world, ada)
  await choose(ben, ada)
  const { people, blurred } = (await ada.client.listLikes()).data
  expect(people?.map(({ user }) => user.firstName)).toEqual(['Ben', 'Sol'])
  expect(blurred).toEqual([])
  const notified = (await ada.client.listNotifications()).data.notifications
  expect(notified.find(({ kind }) => kind === 'like')).toMatchObject({ text: 'New like', count: 1 })
  for (const at of [...people!.map((each) => each.at), notified.find(({ kind }) => kind === 'like')!.at])
    expect(at).toMatch(/T00:00:00\.000Z$/)
  expect((await sol.client.listGivenLikes()).data.likes).toMatchObject([
    { user: { firstName: 'Ada' }, note: 'Your bread!' },
  ])
})
