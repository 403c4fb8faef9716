import { ApiError } from '@kindred/contract'
import { expect, test } from 'vitest'
import { blockContacts } from '../contacts.ts'
import { viewBit } from '../../src/features/discovery/people/rules.ts'
import type { Person } from '../people.ts'
import { decide } from '../deciding.ts'
import { shared, startWorld, until } from '../world.ts'

// Guessed ids don't reveal accounts.

const anyWorld = shared(startWorld)

const UNKNOWN = '00000000-0000-4000-8000-00000000000b'

/** The message of a refusal, without the request's id. */
const said = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      return `${error.code}: ${error.message}`
    },
  )

/** The outcome of every member route that takes another person's id. */
const answersAbout = ({ client }: Person, userId: string) =>
  Promise.all([
    said(client.block({ body: { userId } })),
    said(client.choose({ body: { userId, action: 'like' } })),
    said(client.getPerson({ params: { id: userId } })),
    said(client.getCompatibility({ params: { userId } })),
    said(client.getOrderReasons({ params: { userId } })),
    said(client.createReport({ body: { problem_type: 'Harassment', description: 'Was rude to me.', userId } })),
    said(client.unblock({ params: { userId } })),
  ])

test('no call distinguishes an id that no one has from one that is hidden, of staff, incognito or of someone who blocked', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const hidden: Record<string, (person: Person) => unknown> = {
    paused: ({ client }) => client.setPrivacy({ body: { paused: true } }),
    incognito: ({ client }) => client.setPrivacy({ body: { incognito: true } }),
    banned: (person) => world.setState(person, 'banned'),
    leaving: ({ client, password }) => client.deleteAccount({ body: { password } }),
    'someone who blocked her': ({ client }) => client.block({ body: { userId: ada.user._id } }),
    'someone who blocked her address': (person) => blockContacts(person, ada.email).then(world.contactsCompared),
  }
  const people: [string, string][] = []
  for (const [name, hide] of Object.entries(hidden)) {
    const person = await world.dater()
    // None of these people ever interacted with Ada, so she can't know that they exist.
    await hide(person)
    people.push([name, person.user._id])
  }
  people.push(['an administrator', (await world.administrator()).user._id])
  people.push(['a moderator', (await world.staff('moderator')).user._id])
  people.push(['an unfinished profile', (await world.member()).user._id])
  people.push(['an unverified address', (await world.newcomer()).user._id])
  const unknown = await answersAbout(ada, UNKNOWN)
  expect(unknown[0]).toBe('answered')
  for (const [name, id] of people) expect([name, await answersAbout(ada, id)]).toEqual([name, unknown])
  expect((await ada.client.listBlocks()).data.blocks).toEqual([])
})

test('someone who can’t see anyone learns nothing about ids by blocking or reporting', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  for (const viewer of [await world.member(), await world.newcomer()]) {
    const about = (userId: string) =>
      Promise.all([
        said(viewer.client.block({ body: { userId } })),
        said(
          viewer.client.createReport({ body: { problem_type: 'Harassment', description: 'Was rude to me.', userId } }),
        ),
      ])
    expect(await about(ada.user._id)).toEqual(await about(UNKNOWN))
    expect((await viewer.client.listBlocks()).data.blocks).toEqual([])
  }
})

test('someone who was shown in the deck, chosen or matched can be blocked after they have hidden', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const [seen, looked, chosen, matched] = [
    await world.dater({ firstName: 'Seen' }),
    await world.dater({ firstName: 'Looked' }),
    await world.dater({ firstName: 'Chosen' }),
    await world.dater({ firstName: 'Matched' }),
  ]
  const shown = new Set([seen, looked, chosen, matched].map(({ user }) => viewBit(user._id)))
  let unseen = await world.dater({ firstName: 'Unseen' })
  // Two people may share a bit.
  while (shown.has(viewBit(unseen.user._id))) unseen = await world.dater({ firstName: 'Unseen' })
  await unseen.client.setPrivacy({ body: { paused: true } })
  await looked.client.setPrivacy({ body: { incognito: true } })
  await ada.client.discover({ query: { limit: '100' } })
  await looked.client.setPrivacy({ body: { incognito: false } })
  await ada.client.getPerson({ params: { id: looked.user._id } })
  await ada.client.choose({ body: { userId: chosen.user._id, action: 'pass' } })
  await world.matched(ada, matched)
  for (const { client } of [seen, looked, chosen]) await client.setPrivacy({ body: { paused: true } })
  await matched.client.block({ body: { userId: ada.user._id } })
  const blocked: [string, string][] = []
  for (const { user } of [seen, looked, chosen, matched, unseen])
    blocked.push([user.firstName, await said(ada.client.block({ body: { userId: user._id } }))])
  expect(blocked).toEqual([
    ['Seen', 'answered'],
    ['Looked', 'answered'],
    ['Chosen', 'answered'],
    ['Matched', 'answered'],
    ['Unseen', 'answered'],
  ])
  expect((await ada.client.listBlocks()).data.blocks).toHaveLength(4)
})

test('a harasser can be reported after blocking their victim, for the rest of the month and the next', async () => {
  const world = await startWorld()
  const [ada, eve] = [await world.dater(), await world.dater({ firstName: 'Eve' })]
  await ada.client.discover({ query: {} })
  await eve.client.block({ body: { userId: ada.user._id } })
  for (let other = 0; other < 50; other++) await world.dater()
  await ada.client.discover({ query: { limit: '100' } })
  const body = { problem_type: 'Harassment', description: 'Her bio threatened me.', userId: eve.user._id } as const
  const reports = async () => {
    const again = await world.signedInAgain(ada)
    await again.client.discover({ query: {} })
    return said(again.client.createReport({ body }))
  }
  expect(await reports()).toBe('answered')
  await world.query('delete from reports')
  world.turnClock(28 * 86_400_000)
  expect(await reports()).toBe('answered')
  await world.query('delete from reports')
  world.turnClock(62 * 86_400_000)
  expect(await reports()).not.toBe('answered')
})

test('the sender of a shown like can be blocked and reported after hiding', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  await world.query(`update accounts set premium_until = now() + interval '9 days' where id = '${ada.user._id}'`)
  const [eve, ben] = [await world.dater({ firstName: 'Eve' }), await world.dater({ firstName: 'Ben' })]
  await eve.client.choose({ body: { userId: ada.user._id, action: 'superlike', note: 'I know your street.' } })
  await ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })
  expect((await ada.client.listLikes()).data.people).toHaveLength(2)
  // Many others were shown to her since.
  await world.query('delete from views')
  const { notifications } = (await ada.client.listNotifications()).data
  expect(notifications.map(({ kind, person }) => [kind, person])).toEqual([
    ['superlike', { _id: eve.user._id, name: 'Eve' }],
    ['like', undefined],
  ])
  for (const { client, user } of [eve, ben]) {
    await client.setPrivacy({ body: { paused: true } })
    const body = { problem_type: 'Harassment', description: 'Wrote something mean.', userId: user._id } as const
    expect((await ada.client.createReport({ body })).data.report.about?._id).toBe(user._id)
    await ada.client.block({ body: { userId: user._id } })
  }
  expect((await ada.client.listBlocks()).data.blocks).toHaveLength(2)
})

test('unblocking someone doesn’t bring a match back, for either', async () => {
  const world = await anyWorld()
  const { ada, ben, id } = await world.talking()
  await ada.client.block({ body: { userId: ben.user._id } })
  await ada.client.unblock({ params: { userId: ben.user._id } })
  for (const { client } of [ada, ben]) {
    expect((await client.listMatches()).data.matches).toEqual([])
    expect((await client.listEndedMatches()).data.matches).toMatchObject([{ _id: id, asked: false, closing: null }])
    const kinds = (await client.listNotifications()).data.notifications.map(({ kind }) => kind)
    expect(kinds).not.toEqual(expect.arrayContaining(['match']))
    await expect(client.listMessages({ params: { id } })).rejects.toMatchObject({ status: 404 })
  }
  expect(await world.matched(ada, ben)).toBe(id)
})

test('a block, a deletion and a suspension close a conversation on open pages, just as an unmatch does', async () => {
  const world = await anyWorld()
  const ines = await world.administrator()
  type End = (leaver: Person, other: Person, id: string) => Promise<unknown>
  const ends: Record<string, End> = {
    unmatch: ({ client }, _, id) => client.unmatch({ params: { id }, body: {} }),
    block: ({ client }, { user }) => client.block({ body: { userId: user._id } }),
    deletion: ({ client, password }) => client.deleteAccount({ body: { password } }),
    suspension: (leaver) => decide(ines, leaver, { kind: 'suspend', days: 7 }),
  }
  for (const [way, end] of Object.entries(ends)) {
    const [leaver, other, third] = [await world.dater(), await world.dater(), await world.dater()]
    const matchId = await world.matched(leaver, other)
    await world.matched(other, third)
    const { received } = await world.listen(other.token)
    await end(leaver, other, matchId)
    await until(() => received.length > 0)
    expect([way, received]).toEqual([way, [{ type: 'match.ended', matchId }]])
    const open = (await other.client.listMatches()).data.matches
    expect(open.map(({ user }) => user._id)).toEqual([third.user._id])
  }
})

test('a block closes the conversation on the blocking member’s other pages, and withdraws what they were told', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const matchId = await world.matched(ada, ben)
  const body = { clientId: crypto.randomUUID(), text: 'Hello there.' }
  await ben.client.sendMessage({ params: { id: matchId }, body })
  const toldOf = async ({ client }: Person) =>
    (await client.listNotifications()).data.notifications.map(({ kind }) => kind).toSorted()
  expect(await toldOf(ada)).toEqual(['match', 'message'])
  const before = await toldOf(ben)
  const { received } = await world.listen(ada.token)
  await ada.client.block({ body: { userId: ben.user._id } })
  await until(() => received.some((event) => event.type === 'match.ended' && event.matchId === matchId))
  expect(await toldOf(ada)).toEqual([])
  // As after a deletion, so that Ben doesn't learn of the block.
  expect(await toldOf(ben)).toEqual(before)
})
