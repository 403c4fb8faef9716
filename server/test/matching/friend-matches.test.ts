import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forgetPasses } from '../../src/features/matching/index.ts'
import { configure } from '../configuring.ts'
import { befriended, chooseFriend, datesOf, friendsOf, join, on, straight, twoFriendsIn, women } from '../friends.ts'
import { ruledWorld, setHouse } from '../house.ts'
import { ownExport } from '../own-export.ts'
import { sharedWithOwnPeople } from '../own-people.ts'
import { expectWaitForPair } from '../pairs.ts'
import type { Person } from '../people.ts'
import { startWorld, until } from '../world.ts'
import { date } from '../friend-matches-steps.ts'

// Likes and matches of friends, which count apart from dating.

const anyWorld = sharedWithOwnPeople(() => ruledWorld(on))

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

const kindsOf = async ({ client }: Person) =>
  (await client.listMatches()).data.matches.map(({ kind = 'dating' }) => kind)

test('likes in Friends and in dating count apart, and neither is the other', async () => {
  const world = await ruledWorld({ ...on, dailyLikes: 5 })
  const [ada, bea] = [await world.dater(), await world.dater({ firstName: 'Bea' })]
  for (const person of [ada, bea]) await join(person)
  expect(await chooseFriend(ada, bea)).toMatchObject({ match: null, likes: 4 })
  expect((await ada.client.getAllowance()).data.likes).toBe(5)
  expect(await datesOf(ada)).toEqual(['Bea'])
  expect(await datesOf(bea)).toEqual(['Ada'])
  expect((await ada.client.listGivenLikes()).data.likes).toEqual([])
  for (const table of ['choices', 'likes_received', 'uncounted_choices'])
    expect((await world.query(`select '${table}' as filled from ${table}`)).rows).toEqual([])
  const { rows: used } = await world.query('select likes, superlikes, undos, friend_likes from allowances')
  expect(used).toEqual([{ likes: 0, superlikes: 0, undos: 0, friend_likes: 1 }])
  // A like for dating doesn't answer one for friends.
  expect((await date(bea, ada)).match).toBeNull()
  expect(await friendsOf(bea)).toEqual(['Ada'])
  expect((await ada.client.listMatches()).data.matches).toEqual([])
  expect(await chooseFriend(bea, ada)).toMatchObject({
    match: { kind: 'friends', user: { firstName: 'Ada' } },
    likes: 4,
  })
})

test('with all likes of the day used, Friends refuses another, whatever Premium allows, and repeats are free', async () => {
  const world = await ruledWorld({ ...on, dailyLikes: 5 })
  const [ada, ...others] = (await women(world, 'Ada', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gwen')) as [
    Person,
    ...Person[],
  ]
  await world.query(`update accounts set premium_until = now() + interval '30 days'`)
  for (const [nth, other] of others.slice(0, 5).entries()) {
    expect((await chooseFriend(ada, other)).likes).toBe(4 - nth)
    expect((await chooseFriend(ada, other)).likes).toBe(4 - nth)
  }
  await expect(chooseFriend(ada, others[5]!)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await chooseFriend(ada, others[5]!, 'pass')).toMatchObject({ likes: 0 })
  // Neither an undo nor starting again gives a like back.
  await ada.client.undoFriendChoice()
  await ada.client.leaveFriends()
  await join(ada)
  await expect(chooseFriend(ada, others[5]!)).rejects.toMatchObject({ code: 'rate_limited' })
})

test('a mutual like makes one match of its kind, which says so everywhere', async () => {
  const { ada, bea } = await twoFriendsIn(await anyWorld())
  await chooseFriend(ada, bea)
  expect((await bea.client.listNotifications()).data.notifications).toEqual([])
  const { match } = await chooseFriend(bea, ada)
  expect(match).toMatchObject({ kind: 'friends', theirLike: null })
  for (const { client } of [ada, bea]) {
    expect((await client.getMatch({ params: { id: match!._id } })).data.match.kind).toBe('friends')
    const { notifications } = (await client.listNotifications()).data
    expect(notifications.map(({ text }) => text)).toEqual([expect.stringMatching(/^You and \w+ matched as friends$/)])
  }
  expect(await friendsOf(ada)).toEqual([])
  // Repeating the like returns the match, in either world.
  expect((await chooseFriend(ada, bea)).match).toMatchObject({ _id: match!._id, kind: 'friends' })
  expect((await date(ada, bea)).match).toMatchObject({ _id: match!._id, kind: 'friends' })
  expect(await kindsOf(ada)).toEqual(['friends'])
})

test('people who matched in one world aren’t in the other’s deck, and stay one match', async () => {
  const world = await anyWorld()
  const people = []
  for (const firstName of ['Ada', 'Bea', 'Cleo']) {
    people.push(await world.dater({ firstName }))
    await join(people.at(-1)!)
  }
  const [ada, bea, cleo] = people as [Person, Person, Person]
  await befriended(ada, bea)
  const id = await world.matched(ada, cleo)
  expect([await datesOf(ada), await friendsOf(ada)]).toEqual([[], []])
  expect((await chooseFriend(ada, cleo)).match).toMatchObject({ _id: id })
  expect((await chooseFriend(ada, cleo)).match).not.toHaveProperty('kind')
  expect(new Set(await kindsOf(ada))).toEqual(new Set(['friends', 'dating']))
})

test('a like as a friend and its undo wait while another transaction holds the pair, as likes for dating do', async () => {
  const { world, ada, bea } = await twoFriendsIn(await anyWorld())
  await expectWaitForPair(world, ada, bea, [() => chooseFriend(ada, bea), () => ada.client.undoFriendChoice()])
})

test('after a match of friends ended, both have to like each other as friends again', async () => {
  const { ada, bea } = await twoFriendsIn(await anyWorld())
  const id = await befriended(ada, bea)
  await ada.client.unmatch({ params: { id }, body: {} })
  const ended = async ({ client }: Person) => (await client.listEndedMatches()).data.matches
  expect(await ended(bea)).toMatchObject([{ kind: 'friends', asked: false }])
  expect(await friendsOf(bea)).toEqual([])
  expect((await chooseFriend(bea, ada)).match).toBeNull()
  expect(await ended(bea)).toMatchObject([{ asked: true }])
  expect(await ended(ada)).toMatchObject([{ asked: false }])
  expect((await chooseFriend(ada, bea)).match).toMatchObject({ _id: id, kind: 'friends' })
  // The same two can match for dating instead.
  await ada.client.unmatch({ params: { id }, body: {} })
  await date(ada, bea)
  expect((await date(bea, ada)).match).not.toHaveProperty('kind')
  expect(await kindsOf(ada)).toEqual(['dating'])
})

test('leaving deletes preferences and choices, and a like from before makes no match later', async () => {
  const { world, ada, bea } = await twoFriendsIn(await anyWorld())
  await join(ada, { ageMax: 50 })
  await chooseFriend(ada, bea)
  await ada.client.leaveFriends()
  expect((await ada.client.getFriendPreferences()).data.preferences).toBeNull()
  expect((await world.query(`select from friend_choices where chooser_id = '${ada.user._id}'`)).rows).toEqual([])
  expect((await chooseFriend(bea, ada)).match).toBeNull()
  await join(ada)
  expect((await ada.client.getFriendPreferences()).data.preferences).toMatchObject({ ageMax: 120 })
  expect((await chooseFriend(ada, bea)).match).toMatchObject({ kind: 'friends' })
})

test('a like is answered alike, whether or not the person takes part', async () => {
  const { world, ada, bea } = await twoFriendsIn(await anyWorld())
  const cleo = await world.dater({ firstName: 'Cleo' }, straight)
  const [one, other] = [await chooseFriend(ada, bea), await chooseFriend(ada, cleo)]
  expect({ ...one, likes: 0 }).toEqual({ ...other, likes: 0 })
  await expect(ada.client.chooseFriend({ body: { userId: UNKNOWN_ID, action: 'like' } })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(chooseFriend(ada, ada)).rejects.toMatchObject({ code: 'conflict' })
})

test('an undo brings back the last card, unless it made a match', async () => {
  const { ada, bea } = await twoFriendsIn(await anyWorld())
  await chooseFriend(ada, bea, 'pass')
  expect(await friendsOf(ada)).toEqual([])
  expect((await ada.client.undoFriendChoice()).data.undone).toEqual({ userId: bea.user._id, action: 'pass' })
  expect(await friendsOf(ada)).toEqual(['Bea'])
  await expect(ada.client.undoFriendChoice()).rejects.toMatchObject({ code: 'not_found' })
  await befriended(ada, bea)
  await expect(ada.client.undoFriendChoice()).rejects.toMatchObject({ code: 'conflict' })
  await bea.client.block({ body: { userId: ada.user._id } })
  await expect(ada.client.undoFriendChoice()).rejects.toMatchObject({ code: 'conflict' })
})

test('women write first to men in dating only, and waiting friends don’t pause dating’s likes', async () => {
  const world = await ruledWorld({ ...on, firstMessage: 'women' })
  const ada = await world.dater()
  const ben = await world.dater({ firstName: 'Ben' }, { gender: 'man', interestedIn: ['woman'] })
  const eve = await world.dater({ firstName: 'Eve' })
  for (const person of [ada, ben, eve]) await join(person)
  const id = await befriended(ada, ben)
  const ines = await world.administrator()
  await configure(ines.client, { yourTurnLimit: 1 })
  await ben.client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text: 'Chess?' } })
  await until(() =>
    chooseFriend(ada, eve).then(
      () => ada.client.undoFriendChoice().then(() => false),
      ({ code }: { code: string }) => code === 'your_turn',
    ),
  )
  expect((await date(ada, eve)).match).toBeNull()
  // What a man wrote to a friend doesn't count as her first message once the two date.
  await ada.client.unmatch({ params: { id } })
  await date(ada, ben)
  expect((await date(ben, ada)).match?._id).toBe(id)
  const write = (person: Person, text: string) =>
    person.client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text } })
  await expect(write(ben, 'Dinner?')).rejects.toMatchObject({ code: 'their_turn' })
  await write(ada, 'Hello')
  await write(ben, 'Dinner?')
})

test('an export has preferences and choices, an erasure leaves nothing, and passes are forgotten after a year', async () => {
  const world = await startWorld({ eavesdrop: false })
  await setHouse(world, on)
  const [ada, bea] = (await women(world, 'Ada', 'Bea')) as [Person, Person]
  await join(ada, { genders: ['woman'], ageMax: 50 })
  await chooseFriend(ada, bea)
  await chooseFriend(bea, ada, 'pass')
  const files = await ownExport(world, ada)
  const data = JSON.parse(new TextDecoder().decode(files['data.json'])) as Record<string, unknown[]>
  expect(data['friends']).toMatchObject([{ wants: 1, age_max: 50 }])
  expect(data['friendChoices']).toMatchObject([{ chosen_id: bea.user._id, action: 'like' }])
  expect(data['allowance']).toMatchObject([{ likes: 0, friend_likes: 1 }])
  await world.query(`update friend_choices set at = now() - interval '366 days'`)
  await forgetPasses(world.deps)
  expect((await world.query('select action from friend_choices')).rows).toEqual([{ action: 'like' }])
  await chooseFriend(bea, ada)
  await world.query(`delete from accounts where id = '${ada.user._id}'`)
  for (const table of ['friend_choices', 'friend_profiles', 'allowances']) {
    const { rows } = await world.query(`select to_jsonb(t)::text as row from ${table} t`)
    expect(rows.filter(({ row }: { row: string }) => row.includes(ada.user._id))).toEqual([])
  }
})
