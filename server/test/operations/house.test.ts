import { expect, test } from 'vitest'
import type { ProfileChange } from '@kindred/contract'
import { ruledWorld, setHouse } from '../house.ts'
import { startPaying } from '../paying.ts'
import { registration, type Person } from '../people.ts'
import { NIL_UUID as NIL } from '../../src/infra/nil-uuid.ts'
import { bornYearsAgo, inFuture } from '../../../scripts/present.ts'
import { recordingOf } from '../recordings.ts'
import { shared, startWorld, until, type World } from '../world.ts'

const unruled = shared(startWorld)

const like = ({ client }: Person, { user }: Person) => client.choose({ body: { userId: user._id, action: 'like' } })

/** A date of birth that many years ago, or a day less. */
const bornAgo = ({ deps }: World, years: number, days = 0) => {
  const day = deps.clock.now()
  day.setUTCFullYear(day.getUTCFullYear() - years)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

test('an installation without house rules answers as before', async () => {
  const world = await unruled()
  const { client } = await world.administrator()
  expect((await world.client().getStatus()).settings).not.toHaveProperty('house')
  expect((await client.getConfiguration()).data.configuration).not.toHaveProperty('house')
  const ada = await world.dater()
  expect((await ada.client.getAllowance()).data.likes).toBe(50)
})

test.each([
  [{ minimumAge: 17 }, 'house.minimumAge'],
  [{ minimumAge: 100 }, 'house.minimumAge'],
  [{ photosNeeded: 4 }, 'house.photosNeeded'],
  [{ dailyLikes: 4 as number }, 'house.dailyLikes'],
  [{ dailyLikes: 201 as number }, 'house.dailyLikes'],
  [{ distances: [] }, 'house.distances'],
  [{ distances: [5, 5] }, 'house.distances'],
  [{ distances: [5, 7] }, 'house.distances.1'],
])('house rules outside of their range are refused: %o', async (house, path) => {
  const world = await unruled()
  await expect(setHouse(world, house)).rejects.toMatchObject({
    code: 'invalid_request',
    details: { errors: [{ path: `configuration.${path}` }] },
  })
})

test('pages and apps know the rules, and each of their changes is in the audit log', async () => {
  const world = await startWorld()
  const ines = await setHouse(world, { minimumAge: 30, dailyLikes: 'unlimited' })
  expect((await world.client().getStatus()).settings.house).toEqual({ minimumAge: 30, dailyLikes: 'unlimited' })
  expect(await (await world.request('/join')).text()).toContain('For adults 30 and over.')
  await setHouse(world, undefined, ines)
  expect((await world.client().getStatus()).settings).not.toHaveProperty('house')
  const { versions } = (await ines.client.listConfigurationVersions()).data
  expect(versions.map(({ changed }) => changed)).toEqual([['house'], ['house']])
})

test('a minimum age counts for people who join, and for a date of birth given later', async () => {
  const world = await ruledWorld({ minimumAge: 40 })
  world.turnToNoon()
  const young = { code: 'invalid_request', message: 'You need to be 40 or older to use Kindred.' }
  const join = (dateOfBirth: string) => world.client().register({ body: { ...registration(), dateOfBirth } })
  await expect(join(bornAgo(world, 40, 1))).rejects.toMatchObject(young)
  const { token, user } = await join(bornAgo(world, 40))
  // Someone who joined with Google enters the date later.
  await world.query(`update accounts set date_of_birth = null where id = '${user._id}'`)
  const client = world.client(token)
  await expect(client.editProfile({ body: { dateOfBirth: bornAgo(world, 40, 1) } })).rejects.toMatchObject(young)
  await client.editProfile({ body: { dateOfBirth: bornAgo(world, 40) } })
})

test('members who are younger than a new minimum age stay, and can save what they have', async () => {
  const world = await startWorld()
  const born = bornYearsAgo(25)
  const [ada, ben] = [await world.dater({ dateOfBirth: born }), await world.dater({ firstName: 'Ben' })]
  await setHouse(world, { minimumAge: 40 })
  await ada.client.editProfile({ body: { dateOfBirth: born, bio: 'Still here.' } })
  const { people } = (await ben.client.discover({ query: {} })).data
  expect(people.map(({ user }) => user._id)).toEqual([ada.user._id])
  await like(ben, ada)
})

test('the daily likes of members without Premium are those of the house', async () => {
  const world = await ruledWorld({ dailyLikes: 5 })
  const [ada, ...others] = await Promise.all(
    ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus'].map((firstName) => world.dater({ firstName })),
  )
  const left: (number | null)[] = []
  for (const other of others.slice(0, 5)) left.push((await like(ada!, other)).data.allowance.likes)
  expect(left).toEqual([4, 3, 2, 1, 0])
  await expect(like(ada!, others[5]!)).rejects.toMatchObject({ code: 'rate_limited', message: 'No likes left today.' })
  await world.query(`update accounts set premium_until = now() + interval '30 days' where id = '${ada!.user._id}'`)
  expect((await like(ada!, others[5]!)).data.allowance.likes).toBeNull()
})

test('a changed rule applies at once on the server that saved it', async () => {
  const world = await ruledWorld({ distances: [5] })
  const ada = await world.dater()
  const choose = (distance: number) => ada.client.setPreferences({ body: { distance } })
  await expect(choose(10)).rejects.toMatchObject({ status: 400 })
  await setHouse(world, { distances: [10] })
  await choose(10)
  await expect(choose(5)).rejects.toMatchObject({ status: 400 })
})

test('with unlimited likes, no one’s likes are counted down', async () => {
  const world = await ruledWorld({ dailyLikes: 'unlimited' })
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await world.query(`update accounts set id = id where id = '${ada.user._id}'`)
  expect((await like(ada, ben)).data.allowance.likes).toBeNull()
  expect((await ada.client.getAllowance()).data).toMatchObject({ likes: null, superlikes: 1, undos: 1 })
})

test('people are found once they have the photos that the house needs, and a change applies to everyone', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const cleo = await world.dater({ firstName: 'Cleo' })
  await world.changePictures(cleo, `delete from pictures where account_id = '${cleo.user._id}'`)
  await world.picture(ben, 1)
  await world.picture(ben, 2, { audience: 'matches' })
  const found = async () =>
    (await ada.client.discover({ query: {} })).data.people.map(({ user }) => user.firstName).toSorted()
  const foundAre = (names: string[]) => until(async () => (await found()).join() === names.join())
  expect(await found()).toEqual(['Ben'])
  const ines = await setHouse(world, { photosNeeded: 2 })
  await world.picture(cleo)
  expect(await found()).toEqual(['Ben'])
  await setHouse(world, { photosNeeded: 3 }, ines)
  await foundAre([])
  // Only photos that everyone sees count.
  await world.changePictures(ben, `update pictures set audience = 'everyone' where account_id = '${ben.user._id}'`)
  expect(await found()).toEqual(['Ben'])
  await world.changePictures(cleo, `delete from pictures where account_id = '${cleo.user._id}'`)
  await setHouse(world, { photosNeeded: 0 }, ines)
  await foundAre(['Ben', 'Cleo'])
  const searched = async (query: { withPictures?: 'true' }) =>
    (await ada.client.searchPeople({ query })).data.users.map(({ firstName }) => firstName).toSorted()
  expect([await searched({}), await searched({ withPictures: 'true' })]).toEqual([['Ben', 'Cleo'], ['Ben']])
  await setHouse(world, undefined, ines)
  await foundAre(['Ben'])
})

test('if only verified photos are shown, people are found once the team has compared them', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const found = async () => (await ada.client.discover({ query: {} })).data.people.map(({ user }) => user.firstName)
  const foundAre = (names: string[]) => until(async () => (await found()).join() === names.join())
  const ines = await setHouse(world, { verifiedOnly: true })
  await foundAre([])
  await world.query(`update accounts set photo_checked_at = now() where id = '${ben.user._id}'`)
  await foundAre(['Ben'])
  await expect(setHouse(world, { photoChecks: false, verifiedOnly: true }, ines)).rejects.toMatchObject({
    details: { errors: [{ path: 'configuration.house.verifiedOnly' }] },
  })
})

test('a photo check that is off can’t be started', async () => {
  const world = await ruledWorld({ photoChecks: false })
  const ada = await world.dater()
  await expect(ada.client.askForPhotoCheck()).rejects.toMatchObject({ code: 'turned_off', status: 403 })
})

const turnedOff = { code: 'turned_off', status: 403 }
const clientId = () => crypto.randomUUID()

test('what is turned off is refused, and the rest of a conversation works', async () => {
  const world = await ruledWorld({ calls: false, datePlans: false, voiceNotes: false, chatPhotos: false })
  const { ada, id } = await world.talking()
  const params = { id }
  const refused = [
    ada.client.askForCall({ params, body: { showsAddress: true } }),
    ada.client.acceptCall({ params: { ...params, callId: NIL }, body: { showsAddress: true } }),
    ada.client.proposePlan({ params, body: { slots: ['2040-01-01T18:00:00.000Z'], place: 'Café Pont' } }),
    ada.client.acceptPlan({ params: { ...params, planId: NIL }, body: { slot: '2040-01-01T18:00:00.000Z' } }),
    ada.client.sendVoiceNote({ params, query: { clientId: clientId() }, body: {} }),
    ada.client.sendMessage({ params, body: { clientId: clientId(), publicId: 'a'.repeat(32) } }),
  ]
  for (const { reason } of (await Promise.allSettled(refused)) as PromiseRejectedResult[])
    expect(reason).toMatchObject(turnedOff)
  await ada.client.sendMessage({ params, body: { clientId: clientId(), text: 'Hello.' } })
})

test('a date that was agreed before plans were turned off can be seen and canceled', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const params = { id: await world.matched(ada, ben) }
  const slot = inFuture(86_400_000).toISOString()
  const { plan } = (await ada.client.proposePlan({ params, body: { slots: [slot], place: 'Café Pont' } })).data
  const onePlan = { ...params, planId: plan!._id }
  await ben.client.acceptPlan({ params: onePlan, body: { slot } })
  await setHouse(world, { datePlans: false })
  await until(() =>
    ben.client.acceptPlan({ params: onePlan, body: { slot } }).then(
      () => false,
      ({ code }: { code: string }) => code === 'turned_off',
    ),
  )
  expect((await ada.client.getDatePlan({ params })).data.plan).toMatchObject({ state: 'accepted' })
  expect((await ada.client.endPlan({ params: onePlan })).data.plan).toMatchObject({ state: 'cancelled' })
})

test('everyone sees distances in the units of the house, and chooses among the limits that it offers', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await ada.client.setPreferences({ body: { distance: 100 } })
  await setHouse(world, { units: 'miles', distances: [25, 5] })
  await until(async () => (await ada.client.discover()).data.people[0]!.distanceFormatted === 'Within 1 mi')
  expect((await ada.client.getPerson({ params: { id: ben.user._id } })).data.distanceFormatted).toBe('Within 1 mi')
  const wanted = (distance: number | null) => ada.client.setPreferences({ body: { distance } })
  await expect(wanted(50)).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'Use one of 5, 25.',
    details: { errors: [{ path: 'distance' }] },
  })
  await expect(ada.client.searchPeople({ query: { distance: '50' } })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  // The limit from before can be kept.
  await wanted(100)
  await wanted(null)
  await wanted(25)
  expect((await ada.client.searchPeople({ query: { distance: '25' } })).data.users).toHaveLength(1)
})

test('without Premium, nothing is sold or promised, and members who have it keep it until they cancel', async () => {
  const { world, ada, stripe, id, sendEvent } = await startPaying()
  const ben = await world.dater({ firstName: 'Ben' })
  await setHouse(world, { premium: false })
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'none',
      ({ code }: { code: string }) => code,
    )
  const preview = () => ada.client.previewSubscription({ query: { plan: 'annual' } })
  await until(async () => (await codeOf(preview())) === 'turned_off')
  expect(await codeOf(ben.client.createSubscription({ body: { plan: 'annual' } }))).toBe('turned_off')
  expect((await world.query('select 1 from subscriptions')).rows).toHaveLength(1)
  const verified = { query: { verified: 'true' } } as const
  const refused = [
    ada.client.updateSubscription({ body: { plan: 'annual' } }),
    ada.client.reactivateSubscription(),
    ben.client.searchPeople(verified),
    ben.client.saveSearch({ body: { name: 'Verified', ...verified } }),
    ben.client.setPreferences({ body: { dealbreakers: { children: ['want'] } } }),
  ]
  expect(await Promise.all(refused.map(codeOf))).toEqual(refused.map(() => 'turned_off'))
  // What Ada has paid for works, including the gateway's events.
  await ada.client.searchPeople(verified)
  expect((await ada.client.getAllowance()).data.likes).toBeNull()
  expect((await ada.client.listInvoices()).data.invoices).toHaveLength(1)
  await sendEvent('customer.subscription.updated', await stripe.subscription(id))
  await ada.client.boost()
  expect((await ada.client.cancelSubscription({ body: {} })).data.subscription).toMatchObject({
    cancelAtPeriodEnd: true,
    status: 'active',
  })
})

test('boosts can be turned off, although Premium stays', async () => {
  const world = await ruledWorld({ boosts: false })
  const ada = await world.dater()
  await world.query(`update accounts set premium_until = now() + interval '30 days' where id = '${ada.user._id}'`)
  await expect(ada.client.boost()).rejects.toMatchObject(turnedOff)
})

test('with one place for all, no one is asked where they live, and everyone finds everyone, at no distance', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const ben = await world.dater({ firstName: 'Ben' }, { location: { city: 'Berlin', country: 'Germany' } })
  await ada.client.setPreferences({ body: { distance: 10 } })
  const found = async ({ client }: Person) =>
    (await client.discover({ query: {} })).data.people.map(({ user }) => user.firstName).toSorted()
  expect(await found(ada)).toEqual([])
  const ines = await setHouse(world, { place: { city: 'Porto', country: 'Portugal' } })
  await until(async () => (await found(ada)).join() === 'Ben')
  expect(await found(ben)).toEqual(['Ada'])

  const cleo = await world.member({ firstName: 'Cleo' })
  await cleo.client.completeProfile({ body: { gender: 'woman', interestedIn: ['woman', 'man'] } })
  await world.picture(cleo)
  expect((await cleo.client.getProfile()).userData.user.location).toEqual({ city: 'Porto', country: 'Portugal' })
  expect(await found(ada)).toEqual(['Ben', 'Cleo'])
  const [seen] = (await cleo.client.searchPeople({ query: { q: 'Ben', city: 'Porto' } })).data.users
  expect(seen).toMatchObject({
    location: { city: 'Porto', country: 'Portugal' },
    distance: null,
    distanceFormatted: null,
  })
  const { data } = await ada.client.getPerson({ params: { id: ben.user._id } })
  expect(data).toMatchObject({ user: { location: { city: 'Porto' } }, distance: null, distanceFormatted: null })
  expect(JSON.stringify(data)).not.toContain('Berlin')
  for (const refused of await Promise.allSettled([
    ada.client.setLocation({ body: { latitude: 52.5, longitude: 13.4 } }),
    ada.client.editProfile({ body: { location: { city: 'Berlin', country: 'Germany' } } }),
    ada.client.setPreferences({ body: { distance: 5 } }),
    ada.client.searchPeople({ query: { distance: '5' } }),
  ]))
    expect(refused).toMatchObject({ status: 'rejected', reason: turnedOff })

  // What members had before comes back with the rule's end.
  await setHouse(world, undefined, ines)
  await until(async () => (await found(ada)).length === 0)
  expect((await ada.client.getPreferences()).data.preferences.distance).toBe(10)
  expect((await ben.client.getProfile()).userData.user.location.city).toBe('Berlin')
})

test('where women write first, a man waits for her first message, and everyone else begins as they like', async () => {
  const world = await ruledWorld({ firstMessage: 'women' })
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' }, { gender: 'man' })]
  const [dan, sky] = [
    await world.dater({ firstName: 'Dan' }, { gender: 'Man' }),
    await world.dater({ firstName: 'Sky' }, { gender: 'non-binary' }),
  ]
  const write = ({ client }: Person, id: string) =>
    client.sendMessage({ params: { id }, body: { clientId: clientId(), text: 'Hello.' } })
  const id = await world.matched(ben, ada)
  const params = { id }
  const slots = [inFuture(86_400_000).toISOString()]
  const early = await Promise.allSettled([
    write(ben, id),
    ben.client.askForCall({ params, body: { showsAddress: true } }),
    ben.client.proposePlan({ params, body: { slots, place: 'Café Pont' } }),
  ])
  for (const each of early)
    expect(each).toMatchObject({ status: 'rejected', reason: { code: 'their_turn', status: 409 } })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(recordingOf(1))]), 'recording.wav')
  const note = await world.request(`/api/v1/matches/${id}/voice-notes?clientId=${clientId()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ben.token}` },
    body: form,
  })
  expect([note.status, ((await note.json()) as { code: string }).code]).toEqual([409, 'their_turn'])
  expect((await ada.client.listMatches()).data.matches).toMatchObject([{ lastMessage: null, unread: 0 }])

  await write(ada, id)
  await write(ben, id)
  await ben.client.proposePlan({ params, body: { slots, place: 'Café Pont' } })
  // The rule is about women and men alone.
  await write(dan, await world.matched(dan, ben))
  await write(ben, await world.matched(ben, sky))
  await write(sky, await world.matched(sky, dan))
})

test('no gender in own words, and no change of gender after the match, gets around who writes first', async () => {
  const world = await ruledWorld({ firstMessage: 'women' })
  const [ada, eve] = [await world.dater(), await world.dater({ firstName: 'Eve' })]
  const ben = await world.dater({ firstName: 'Ben' }, { gender: 'man' })
  const own = await world.dater({ firstName: 'Own' }, { gender: 'demiboy', shownTo: ['man'] })
  const write = ({ client }: Person, id: string) =>
    client.sendMessage({ params: { id }, body: { clientId: clientId(), text: 'Hello.' } })
  const theirTurn = { code: 'their_turn', status: 409 }
  await expect(write(own, await world.matched(own, ada))).rejects.toMatchObject(theirTurn)
  const id = await world.matched(ben, ada)
  const changes: ProfileChange[] = [{ gender: 'demiboy', shownTo: ['man', 'non-binary'] }, { gender: 'non-binary' }]
  for (const change of changes) {
    await ben.client.editProfile({ body: change })
    await expect(write(ben, id)).rejects.toMatchObject(theirTurn)
    await expect(ben.client.askForCall({ params: { id }, body: { showsAddress: true } })).rejects.toMatchObject(
      theirTurn,
    )
  }
  // Both have changed theirs, and neither waits for the other forever.
  const both = await world.matched(eve, ben)
  await eve.client.editProfile({ body: { gender: 'non-binary' } })
  await eve.client.editProfile({ body: { gender: 'woman' } })
  await write(eve, both)
})
