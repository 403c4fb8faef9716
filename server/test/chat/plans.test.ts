import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { cleanUp, remindOfDates } from '../../src/features/chat/index.ts'
import { exportOwnData } from '../../src/features/leaving/export.ts'
import type { Person } from '../people.ts'
import { present } from '../../../scripts/present.ts'
import { shared, startWorld, until, type World } from '../world.ts'

const anyWorld = shared(startWorld)
const HOUR = 3_600_000
const inHours = (hours: number) =>
  new Date(Math.ceil(present().getTime() / 60_000) * 60_000 + hours * HOUR).toISOString()
const PLACE = 'Café under the fig tree'

async function talking(start: () => Promise<World> = anyWorld) {
  const world = await start()
  return { world, ...(await world.talking()) }
}

const propose = async ({ client }: Person, id: string, slots: string[], place = PLACE) =>
  (await client.proposePlan({ params: { id }, body: { slots, place } })).data.plan!
const planOf = async ({ client }: Person, id: string) => (await client.getDatePlan({ params: { id } })).data.plan
const accept = ({ client }: Person, id: string, planId: string, slot: string) =>
  client.acceptPlan({ params: { id, planId }, body: { slot } })
const end = ({ client }: Person, id: string, planId: string) => client.endPlan({ params: { id, planId } })
const news = async ({ client }: Person) =>
  (await client.listNotifications()).data.notifications.filter(({ kind }) => kind === 'message').map(({ text }) => text)
const share = async ({ client }: Person, id: string, planId: string, checkAt: string | null = null) =>
  (await client.sharePlan({ params: { id, planId }, body: { checkAt } })).data
const seen = async (world: World, token: string) => (await world.client().readSharedPlan({ body: { token } })).data.plan

/** Ada and Ben have a date in five hours. */
async function dating(start: () => Promise<World> = anyWorld) {
  const { world, ada, ben, id } = await talking(start)
  const slot = inHours(5)
  const plan = await propose(ada, id, [slot])
  await accept(ben, id, plan._id, slot)
  return { world, ada, ben, id, slot, planId: plan._id }
}

test('one suggests times and a place, the other accepts one, and both hear of it', async () => {
  const { world, ada, ben, id } = await talking()
  expect(await planOf(ada, id)).toBeNull()
  const { received } = await world.listen(ben.token)
  const slots = [inHours(30), inHours(6), inHours(54)]
  const plan = await propose(ada, id, slots, ' Café  ')
  expect(plan).toMatchObject({ mine: true, state: 'proposed', slots: slots.toSorted(), place: 'Café', startsAt: null })
  await until(() => received.find(({ type }) => type === 'plan.changed'))
  expect(await planOf(ben, id)).toMatchObject({ mine: false, state: 'proposed', share: null })
  expect(await news(ben)).toEqual(['Ada suggests a date'])
  // A date can't be accepted for the other member, or at a time that wasn't suggested.
  await expect(accept(ada, id, plan._id, slots[0]!)).rejects.toMatchObject({ status: 404 })
  await expect(accept(ben, id, plan._id, inHours(7))).rejects.toMatchObject({ status: 409 })
  for (let time = 0; time < 2; time += 1)
    expect((await accept(ben, id, plan._id, slots[0]!)).data.plan).toMatchObject({
      state: 'accepted',
      startsAt: slots[0],
    })
  await expect(accept(ben, id, plan._id, slots[1]!)).rejects.toMatchObject({ status: 409 })
  expect(await news(ada)).toEqual(['Ben accepted your date'])
})

test('times are in the future, within 60 days, different, and at most three', async () => {
  const { ada, id } = await talking()
  const later = inHours(24)
  for (const slots of [
    [],
    [later, later],
    [inHours(-1)],
    [inHours(61 * 24)],
    [1, 2, 3, 4].map(inHours),
    ['2026-02-31T10:00:00Z'],
  ])
    await expect(propose(ada, id, slots)).rejects.toMatchObject({ status: 400 })
  for (const place of ['', '   ', 'x'.repeat(201), 'One\nTwo'])
    await expect(propose(ada, id, [later], place)).rejects.toMatchObject({ status: 400 })
  expect(await planOf(ada, id)).toBeNull()
})

test('a suggestion is declined, withdrawn, or answered with others', async () => {
  const { ada, ben, id } = await talking()
  const first = await propose(ada, id, [inHours(5)])
  expect((await end(ben, id, first._id)).data.plan).toMatchObject({ state: 'declined' })
  expect(await news(ada)).toEqual(['Ben can’t make the times you suggested'])
  await expect(accept(ben, id, first._id, first.slots[0]!)).rejects.toMatchObject({ status: 409 })
  const second = await propose(ada, id, [inHours(6)])
  const third = await propose(ben, id, [inHours(7)], 'The pier')
  expect(await planOf(ada, id)).toMatchObject({ _id: third._id, mine: false, place: 'The pier' })
  await expect(accept(ben, id, second._id, second.slots[0]!)).rejects.toMatchObject({ status: 404 })
  expect((await end(ben, id, third._id)).data.plan).toMatchObject({ state: 'cancelled' })
  // The conversation shows what became of the others.
  const { plan, earlier } = (await ada.client.getDatePlan({ params: { id } })).data
  expect(plan).toMatchObject({ _id: third._id, state: 'cancelled' })
  expect(earlier).toEqual([
    { _id: second._id, mine: true, outcome: 'replaced', times: second.slots, at: expect.any(String) },
    { _id: first._id, mine: true, outcome: 'declined', times: first.slots, at: expect.any(String) },
  ])
})

test('a date that is on is canceled before another is suggested, even to someone who muted the chat', async () => {
  const { world, ada, ben, id, planId } = await dating(startWorld)
  await expect(propose(ben, id, [inHours(9)])).rejects.toMatchObject({ status: 409 })
  await ada.client.muteMatch({ params: { id }, body: { muted: true } })
  await ada.client.readNotifications({ body: {} })
  expect((await end(ben, id, planId)).data.plan).toMatchObject({ state: 'cancelled' })
  expect(await news(ada)).toContain('Ben canceled your date')
  const again = await propose(ben, id, [inHours(9)])
  expect((await news(ada))[0]).toBe('Ben canceled your date')
  await accept(ada, id, again._id, again.slots[0]!)
  await world.passHours(10, ben)
  await expect(end(ben, id, again._id)).rejects.toMatchObject({ status: 409 })
  expect(await propose(ben, id, [inHours(30)])).toMatchObject({ state: 'proposed' })
})

test('of many who suggest and accept at once, there is one plan', async () => {
  const { world, ada, ben, id } = await talking()
  const both = [ada, ben, ada, ben, ada, ben]
  const all = await Promise.allSettled(both.map((person, at) => propose(person, id, [inHours(5 + at)])))
  const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as { status?: unknown }] : []))
  expect(refused.filter(({ status }) => status !== 409)).toEqual([])
  const open = await world.query(
    `select from date_plans where match_id = '${id}' and state in ('proposed', 'accepted')`,
  )
  expect(open.rowCount).toBe(1)
  const plan = (await planOf(ada, id))!
  const receiver = plan.mine ? ben : ada
  await Promise.all([1, 2, 3].map(() => accept(receiver, id, plan._id, plan.slots[0]!)))
  expect(await news(plan.mine ? ada : ben)).toHaveLength(1)
})

test('no one else can read, change or detect a plan, and neither can its people once the match is over', async () => {
  const { world, ada, ben, id, planId, slot } = await dating()
  const eve = await world.dater({ firstName: 'Eve' })
  const theirs = await world.matched(eve, await world.dater({ firstName: 'Finn' }))
  const { share: own } = await share(ada, id, planId)
  const acts = (person: Person, match = id) => [
    () => planOf(person, match),
    () => propose(person, match, [inHours(8)]),
    () => accept(person, match, planId, slot),
    () => end(person, match, planId),
    () => share(person, match, planId),
  ]
  for (const act of [...acts(eve), ...acts(eve, theirs).slice(2)])
    await expect(act()).rejects.toMatchObject({ status: 404 })
  for (const params of [{ id: own._id }])
    for (const person of [eve, ben]) {
      await expect(person.client.comeHome({ params })).rejects.toMatchObject({ status: 404 })
      await expect(person.client.stopSharingPlan({ params })).rejects.toMatchObject({ status: 404 })
    }
  expect((await planOf(ben, id))?.share).toBeNull()
  await ben.client.block({ body: { userId: ada.user._id } })
  for (const act of [...acts(ada), ...acts(ben)]) await expect(act()).rejects.toMatchObject({ status: 404 })
})

test('a friend sees first names, place, times and state by the link alone, until a day after the date', async () => {
  const { world, ada, id, planId, slot } = await dating(startWorld)
  const checkAt = inHours(8)
  const { token, share: own } = await share(ada, id, planId, checkAt)
  expect(await seen(world, token)).toEqual({
    firstName: 'Ada',
    // For the emergency numbers.
    countryCode: 'PT',
    otherFirstName: 'Ben',
    place: PLACE,
    startsAt: slot,
    checkAt,
    expiresAt: new Date(new Date(slot).getTime() + 24 * HOUR).toISOString(),
    state: 'planned',
    homeAt: null,
  })
  expect((await planOf(ada, id))?.share).toMatchObject({ _id: own._id, checkAt })
  await world.passHours(9, ada)
  expect(await seen(world, token)).toMatchObject({ state: 'late' })
  const { homeAt } = (await ada.client.comeHome({ params: { id: own._id } })).data.share
  expect((await ada.client.comeHome({ params: { id: own._id } })).data.share.homeAt).toBe(homeAt)
  expect(await seen(world, token)).toMatchObject({ state: 'home', homeAt })
  world.turnClock(20.1 * HOUR)
  for (const wrong of [token, '', 'x', own._id, `${token}x`])
    await expect(seen(world, wrong)).rejects.toMatchObject({ status: 404 })
  await cleanUp(world.deps)
  expect((await world.query('select from plan_shares')).rowCount).toBe(0)
})

test('a new link ends the one before, and a link can be ended', async () => {
  const { world, ada, id, planId } = await dating()
  const first = await share(ada, id, planId)
  const second = await share(ada, id, planId)
  await expect(seen(world, first.token)).rejects.toMatchObject({ status: 404 })
  expect(await seen(world, second.token)).toMatchObject({ state: 'planned', checkAt: null })
  for (const wrong of [inHours(1), inHours(40)])
    await expect(share(ada, id, planId, wrong)).rejects.toMatchObject({ status: 400 })
  await ada.client.stopSharingPlan({ params: { id: second.share._id } })
  await expect(seen(world, second.token)).rejects.toMatchObject({ status: 404 })
})

test('a friend sees that a date was canceled', async () => {
  const { world, ada, ben, id, planId } = await dating()
  const { token } = await share(ada, id, planId)
  await end(ben, id, planId)
  expect(await seen(world, token)).toMatchObject({ state: 'cancelled' })
  expect((await ada.client.listPlanShares()).data.shares).toEqual([])
})

test('an unmatch before a date ends it for the friend, later it does not', async () => {
  const world = await startWorld()
  const [before, after] = [await dating(async () => world), await dating(async () => world)]
  const tokens = [await share(before.ada, before.id, before.planId), await share(after.ada, after.id, after.planId)]
  const unmatch = ({ ben, id }: typeof before) => ben.client.unmatch({ params: { id }, body: {} })
  await unmatch(before)
  expect(await seen(world, tokens[0]!.token)).toMatchObject({ state: 'cancelled' })
  await world.passHours(6, after.ben)
  await unmatch(after)
  expect(await seen(world, tokens[1]!.token)).toMatchObject({ state: 'planned' })
  expect(await seen(world, tokens[0]!.token)).toMatchObject({ state: 'cancelled' })
})

test('a link shows no difference between a block and the end of an account', async () => {
  const world = await startWorld()
  for (const leave of [
    ({ ada, ben }: Dating) => ben.client.block({ body: { userId: ada.user._id } }),
    ({ ben }: Dating) => ben.client.deleteAccount({ body: { password: ben.password } }),
  ]) {
    const couple = await dating(async () => world)
    const { token } = await share(couple.ada, couple.id, couple.planId)
    await leave(couple)
    expect(await seen(world, token)).toMatchObject({ state: 'planned' })
    expect((await couple.ada.client.listDatePlans()).data.plans).toEqual([])
  }
})

type Dating = Awaited<ReturnType<typeof dating>>

const endings: Record<string, (world: World, ada: Person, ben: Person, id: string) => Promise<unknown>> = {
  'the other unmatched': (_world, _ada, { client }, id) => client.unmatch({ params: { id }, body: {} }),
  'the other blocked them': (_world, { user }, { client }) => client.block({ body: { userId: user._id } }),
  'they were restricted': (world, ada) => world.setState(ada, 'banned'),
}

test.each(Object.keys(endings))('someone on a date can still say that they are home after %s', async (how) => {
  const { world, ada, ben, id, planId } = await dating()
  const { token, share: own } = await share(ada, id, planId)
  await endings[how]!(world, ada, ben, id)
  expect((await ada.client.listPlanShares()).data.shares).toEqual([own])
  await ada.client.comeHome({ params: { id: own._id } })
  expect(await seen(world, token)).toMatchObject({ state: 'home' })
})

test('both are reminded once, three hours before, without the place', async () => {
  const { world, ada, ben } = await dating(startWorld)
  await remindOfDates(world.deps)
  expect(await news(ada)).toEqual(['Ben accepted your date'])
  await world.passHours(2.5, ada, ben)
  await Promise.all([remindOfDates(world.deps), remindOfDates(world.deps)])
  await remindOfDates(world.deps)
  for (const [person, other] of [
    [ada, 'Ben'],
    [ben, 'Ada'],
  ] as const) {
    const { notifications } = (await person.client.listNotifications()).data
    expect(notifications.filter(({ text }) => /coming up/.test(text))).toMatchObject([
      { text: `Your date with ${other} is coming up`, count: 1 },
    ])
    const mail = await until(async () =>
      (await world.mailsTo(person.email)).find(({ subject }) => /coming up/.test(subject)),
    )
    expect(mail.text).toMatch(/Your date starts on .*\d/)
    expect(mail.text).not.toContain(PLACE)
  }
})

test.each(['an unmatch', 'a cancellation'])('after %s, no one is reminded', async (how) => {
  const { world, ada, ben, id, planId } = await dating(startWorld)
  if (how === 'an unmatch') await ben.client.unmatch({ params: { id }, body: {} })
  else await end(ben, id, planId)
  await world.passHours(2.5, ada)
  await remindOfDates(world.deps)
  expect((await news(ada)).filter((text) => /coming up/.test(text))).toEqual([])
})

test('the place is stored encrypted, shown to no staff without a report, and part of the own export', async () => {
  const { world, ada, ben, id, planId } = await dating(startWorld)
  await share(ada, id, planId)
  const { rows } = await world.query(
    'select d::text as row from date_plans d union all select s::text from plan_shares s',
  )
  for (const { row } of rows as { row: string }[]) expect(row).not.toContain(Buffer.from('fig tree').toString('hex'))
  const admin = await world.administrator()
  const headers = { authorization: `Bearer ${admin.token}`, 'x-reason': 'x' }
  for (const path of [`/api/v1/admin/users/${ada.user._id}`, '/api/v1/admin/users'])
    expect(await (await world.request(path, { headers })).text()).not.toMatch(/fig tree|datePlan/)
  expect(world.logged()).not.toContain('fig tree')
  const session = await world.query(`select id from sessions where account_id = '${ben.user._id}'`)
  await exportOwnData(world.deps, ben.user._id, (session.rows as { id: string }[])[0]!.id)
  const file = await world.deps.storage.get(`export${ben.user._id.replaceAll('-', '')}/data.zip`)
  const data = JSON.parse(new TextDecoder().decode(unzipSync(file!)['data.json'])) as Record<string, unknown[]>
  expect(data['datePlans']).toMatchObject([{ place: PLACE, state: 'accepted' }])
  expect(data['planShares']).toEqual([])
})

test('a limited member suggests no date, and accepts none', async () => {
  const { world, ada, ben, id } = await talking()
  const slot = inHours(5)
  const { _id: planId } = await propose(ada, id, [slot])
  const limit = ({ user }: Person) =>
    world.query(`update accounts set limited_until = now() + interval '1 day' where id = '${user._id}'`)
  await limit(ben)
  await expect(accept(ben, id, planId, slot)).rejects.toMatchObject({ status: 403 })
  await end(ben, id, planId)
  await limit(ada)
  await expect(propose(ada, id, [inHours(5)], 'Write to me elsewhere')).rejects.toMatchObject({ status: 403 })
  expect(await planOf(ben, id)).toMatchObject({ state: 'declined' })
})
