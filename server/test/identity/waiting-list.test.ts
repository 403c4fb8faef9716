import { expect, test } from 'vitest'
import { admitWaiting } from '../../src/features/identity/index.ts'
import { hours } from '../../src/infra/clock.ts'
import { confirm, invitationBy, restrict } from '../admitting.ts'
import { configure } from '../configuring.ts'
import { until, type World } from '../world.ts'
import { LEAST, waitingList, startWaiting, type Changes, waitIn, standing, isIn, inOf } from '../waiting-list-steps.ts'

const men: Changes = { gender: 'man', interestedIn: ['woman'] }

const women: Changes = { gender: 'woman', interestedIn: ['man'] }

const look = (world: World) => admitWaiting(world.deps)

test('a region opens once everyone who would come in has enough, and not with one fewer', async () => {
  const { world, ines } = await startWaiting()
  expect((await world.client().getStatus()).settings.admission).toEqual({ join: 'open', waitingList: true })
  const [ben] = await waitIn(world, LEAST, men, 'Ben')
  const [ada] = await waitIn(world, LEAST - 1, women)
  expect(await standing(ben!)).toMatchObject({
    state: 'region',
    steps: [
      { kind: 'email', done: true },
      { kind: 'region', done: false },
    ],
    region: null,
  })
  await look(world)
  const region = { name: 'Lisbon', isOpen: false, waiting: 9, needed: 5 }
  expect((await standing(ben!))?.region).toMatchObject({ ...region, before: 0, fitting: 0 })
  expect((await standing(ada!))?.region).toMatchObject({ ...region, before: 5, fitting: 5 })
  await expect(ben!.client.discover()).rejects.toMatchObject({ code: 'admission_required' })
  expect((await ines.client.listRegions()).data.regions).toMatchObject([
    { _id: 'PT Lisbon', name: 'Lisbon', waiting: 9, members: 0, openedAt: null, byTeam: false, sides: [] },
  ])

  await waitIn(world, 1, women, 'Eve')
  await look(world)
  expect(await standing(ben!)).toBeNull()
  expect((await ben!.client.discover()).data.people).toHaveLength(LEAST)
  await until(async () => (await world.mailsTo(ben!.email)).some(({ text }) => text.includes('Welcome to')))
  expect((await ben!.client.listNotifications()).data.notifications).toMatchObject([{ link: '/discover' }])
  expect((await ines.client.listRegions()).data.regions).toMatchObject([
    {
      waiting: 0,
      members: 10,
      openedAt: expect.any(String),
      sides: [
        { group: 'man', median: 5 },
        { group: 'woman', median: 5 },
      ],
    },
  ])
})

test('in an open region, people come in by the order of waiting as long as the median stays, and the others keep their place', async () => {
  const { world } = await startWaiting()
  // No one here is looking for men of 60, so these men fit no one.
  const cals = await waitIn(world, 6, men, 'Cal', '1966-05-17')
  const ben = await waitIn(world, LEAST + 1, men, 'Ben')
  const ada = await waitIn(world, LEAST, women)
  for (const { client } of ada) await client.setPreferences({ body: { ageMin: 25, ageMax: 45 } })
  await look(world)
  expect(await inOf([...ben, ...ada])).toBe('11111111111')
  // Of eleven men, six have enough. Of twelve, six wouldn't be more than half.
  expect(await inOf(cals)).toBe('111110')
  await look(world)
  expect(await inOf(cals)).toBe('111110')
  expect((await standing(cals[5]!))?.region).toMatchObject({ isOpen: true, waiting: 1, before: 0, fitting: 0 })
  await waitIn(world, 1, men, 'Dan')
  await look(world)
  expect(await inOf(cals)).toBe('111111')
})

test('neither Premium nor anything that was paid for moves anyone', async () => {
  const { world } = await startWaiting()
  const cals = await waitIn(world, 6, men, 'Cal', '1966-05-17')
  const last = cals[5]!.user._id
  await expect(cals[5]!.client.createSubscription({ body: { planId: 'month' } as never })).rejects.toMatchObject({
    code: 'admission_required',
  })
  await world.query(`update accounts set premium_until = now() + interval '1 year' where id = '${last}'`)
  await world.query(
    `insert into boosts (account_id, month, begins_at, ends_at) values ('${last}', date_trunc('month', now()), now(), now() + interval '1 hour')`,
  )
  await waitIn(world, LEAST + 1, men, 'Ben')
  const ada = await waitIn(world, LEAST, women)
  for (const { client } of ada) await client.setPreferences({ body: { ageMin: 25, ageMax: 45 } })
  await look(world)
  expect(await inOf(cals)).toBe('111110')
})

test('a filter that is paid for changes nothing while its owner waits', async () => {
  const { world } = await startWaiting()
  const ben = await waitIn(world, LEAST, men, 'Ben')
  await world.query(`update accounts set premium_until = now() + interval '1 year' where id = '${ben[0]!.user._id}'`)
  await ben[0]!.client.setPreferences({ body: { dealbreakers: { checkedOnly: true } } })
  await waitIn(world, LEAST, women)
  await look(world)
  expect(await inOf(ben)).toBe('11111')
})

test('someone who is deactivated while waiting doesn’t count, and keeps their place', async () => {
  const { world, ines } = await startWaiting()
  const ben = await waitIn(world, LEAST, men, 'Ben')
  const ada = await waitIn(world, LEAST, women)
  const away = { params: { id: ben[0]!.user._id } }
  await ines.client.deactivateUser({ ...away, body: {} })
  await look(world)
  expect(await inOf(ada)).toBe('00000')
  expect((await standing(ben[1]!))?.region).toMatchObject({ waiting: 9, before: 0 })
  await ines.client.activateUser({ ...away, body: {} })
  const back = await world.signedInAgain(ben[0]!)
  await ben[1]!.client.deleteAccount({ body: { password: ben[1]!.password } })
  await look(world)
  expect((await standing(back))?.region).toMatchObject({ before: 0 })
  await waitIn(world, 1, men, 'Dan')
  await look(world)
  expect(await inOf([back, ...ada])).toBe('111111')
})

test('once the list is turned off, everyone comes in who lacks nothing else', async () => {
  const { world, ines } = await startWaiting({ join: 'domain', domains: ['campus.example'], waitingList })
  const ada = await world.newcomer({ email: 'ada@campus.example' })
  await confirm(world, ada)
  const eve = await world.newcomer({ email: 'eve@campus.example', firstName: 'Eve' })
  expect((await standing(ada))?.state).toBe('region')
  await restrict(world, { join: 'domain', domains: ['campus.example'] }, ines)
  await until(() => isIn(ada))
  expect((await standing(eve))?.state).toBe('joining')
  await confirm(world, eve)
  expect(await isIn(eve)).toBe(true)
  // Those who are in stay, and the list starts anew for others.
  await restrict(world, { join: 'open', waitingList }, ines)
  const noor = await world.newcomer({ firstName: 'Noor' })
  await confirm(world, noor)
  expect((await standing(noor))?.state).toBe('region')
  expect(await isIn(ada)).toBe(true)
})

test('with an invitation and an application, people do both before they wait, and the team can still let one in', async () => {
  const application = { questions: [{ text: 'Why climbing?' }] }
  const { world, ines } = await startWaiting({ join: 'invitation', application, waitingList })
  const { code } = await invitationBy(ines, { limit: 1, applies: true })
  const ada = await world.newcomer({ invitation: code } as object)
  await confirm(world, ada)
  const steps = (...done: boolean[]) =>
    ['email', 'invitation', 'application', 'region'].map((kind, at) => ({ kind, done: done[at] }))
  expect(await standing(ada)).toMatchObject({ state: 'joining', steps: steps(true, true, false, false) })
  await ada.client.applyToJoin({ body: { answers: ['The view.'] } })
  await look(world)
  expect(await standing(ada)).toMatchObject({ state: 'applied', steps: steps(true, true, true, false) })
  const accept = async () => {
    const { version, texts } = (await ines.client.listApplications({})).data.applications[0]!
    const body = { decision: 'accept' as const, message: texts.accept }
    await ines.client.decideApplication({ params: { id: ada.user._id }, body, ifMatch: version })
  }
  await accept()
  expect(await standing(ada)).toMatchObject({ state: 'region', region: null })
  const mail = await until(async () =>
    (await world.mailsTo(ada.email)).find(({ text }) => text.includes('waiting list for your region')),
  )
  expect(mail.subject).toContain('Your application was accepted')
  await accept()
  expect(await isIn(ada)).toBe(true)
  await until(async () => (await world.mailsTo(ada.email)).some(({ text }) => text.includes('Welcome to')))
})

test('people without a complete profile aren’t counted yet, and the others see figures that tell nothing about anyone', async () => {
  const { world } = await startWaiting({ join: 'open', waitingList: { least: 30 } })
  const noor = await world.newcomer({ firstName: 'Noor' })
  await confirm(world, noor)
  const [ada] = await waitIn(world, 1, women)
  await waitIn(world, 7, men, 'Ben')
  await look(world)
  const region = async () => (await (await world.signedInAgain(ada!)).client.getAdmission()).data.admission?.region
  expect((await standing(noor))?.region).toBeNull()
  expect(await region()).toMatchObject({ waiting: 8, before: 0, fitting: 5, needed: 30 })
  // Other preferences show in the figures a day later, and not at once.
  await ada!.client.setPreferences({ body: { ageMin: 70, ageMax: 80 } })
  world.turnClock(hours(22))
  await look(world)
  expect(await region()).toMatchObject({ fitting: 5 })
  world.turnClock(hours(3))
  await look(world)
  expect(await region()).toMatchObject({ fitting: 0 })
  // Nor at once for someone who isn't counted for a while, or is counted elsewhere.
  const current = async () => (await world.signedInAgain(ada!)).client
  const pause = async (paused: boolean) => {
    await (await current()).setPrivacy({ body: { paused } })
    await look(world)
  }
  const moveTo = async (city: string) => {
    await (await current()).editProfile({ body: { location: { city, country: 'Portugal' } } })
    await look(world)
  }
  await (await current()).setPreferences({ body: { ageMin: 18, ageMax: 80 } })
  await pause(true)
  await pause(false)
  expect(await region()).toMatchObject({ fitting: null })
  await moveTo('Porto')
  world.turnClock(hours(1))
  await moveTo('Lisbon')
  expect(await region()).toMatchObject({ fitting: null })
  world.turnClock(hours(25))
  await look(world)
  expect(await region()).toMatchObject({ name: 'Lisbon', fitting: 5 })
})

test('the team opens a region for everyone who waits there, and goes by fit again', async () => {
  const { world, ines } = await startWaiting()
  const [ada] = await waitIn(world, 1, women)
  await look(world)
  const helen = await world.staff('support')
  const body = { region: 'PT Lisbon', open: true }
  await expect(helen.client.openRegion({ body })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(helen.client.listRegions()).rejects.toMatchObject({ code: 'forbidden' })
  await expect(ines.client.openRegion({ body: { ...body, region: 'PT Porto' } })).rejects.toMatchObject({ status: 404 })
  const { regions } = (await ines.client.openRegion({ body })).data
  expect(regions).toMatchObject([{ byTeam: true, openedAt: expect.any(String) }])
  await look(world)
  expect(await isIn(ada!)).toBe(true)
  const closed = (await ines.client.openRegion({ body: { ...body, open: false } })).data.regions
  expect(closed).toMatchObject([{ byTeam: false, openedAt: null }])
  const [eve] = await waitIn(world, 1, women, 'Eve')
  await look(world)
  expect((await standing(eve!))?.region).toMatchObject({ isOpen: false, waiting: 1 })
  const { rows } = await world.query(
    `select action, details from audit_log join audit_contents on audit_id = id where action like 'region.%' order by id`,
  )
  expect(rows).toEqual([
    { action: 'region.opened', details: { region: 'PT Lisbon' } },
    { action: 'region.closed', details: { region: 'PT Lisbon' } },
  ])
})

test('each region is its own, and everyone without a city nearby, or with one place for all, is in one', async () => {
  const { world, ines } = await startWaiting()
  await waitIn(world, LEAST, men, 'Ben')
  const oslo = { location: { city: 'Oslo', country: 'Norway' } }
  const [ada] = await waitIn(world, LEAST, { ...women, ...oslo })
  await look(world)
  expect((await standing(ada!))?.region).toMatchObject({ name: 'Oslo', waiting: 5, fitting: 0 })
  await configure(ines.client, { house: { place: { city: 'Lisbon', country: 'Portugal' } } })
  await look(world)
  expect(await isIn(ada!)).toBe(true)
  expect((await ines.client.listRegions()).data.regions).toContainEqual(
    expect.objectContaining({ _id: 'elsewhere', name: 'Lisbon', members: 10 }),
  )
})
