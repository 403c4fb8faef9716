import { expect, test } from 'vitest'
import { sendDueDigests } from '../../src/features/delivery/index.ts'
import { alertSearches } from '../../src/features/discovery/index.ts'
import { answer, choices, field, setFields } from '../own-fields.ts'
import type { Person } from '../people.ts'
import { startWorld, until, type World } from '../world.ts'

// New people who match a saved search are announced to its owner, at most once a day.

const bakes = { interests: ['bread'] }

async function save({ client }: Person, name: string, query: Record<string, string>) {
  const { searches } = (await client.saveSearch({ body: { name, query } })).data
  const { _id: id } = searches.find((search) => search.name === name)!
  await client.changeSearch({ params: { id }, body: { alerts: true } })
  return id
}

const alertsOf = async ({ client }: Person) =>
  (await client.listNotifications()).data.notifications.flatMap(({ kind, text, link }) =>
    kind === 'search' ? [[text, link]] : [],
  )

const nextDay = (world: World) => world.query(`update saved_searches set alerted_at = alerted_at - interval '1 day'`)

test('only new people who fit both ways are announced, once, and nobody but the owner learns of it', async () => {
  const world = await startWorld()
  const ada = await world.dater({}, bakes)
  await world.dater({ firstName: 'Ben' }, bakes)
  const id = await save(ada, 'Bakers', { interests: 'bread' })
  // Ben was there already.
  await alertSearches(world.deps)
  expect(await alertsOf(ada)).toEqual([])
  const cleo = await world.dater({ firstName: 'Cleo' }, bakes)
  await world.dater({ firstName: 'Dan' }, { interests: ['chess'] })
  await world.dater({ firstName: 'Eve' }, { ...bakes, interestedIn: ['nobody in particular'] })
  const [fay, gil] = [await world.dater({ firstName: 'Fay' }, bakes), await world.dater({ firstName: 'Gil' }, bakes)]
  await fay.client.setPrivacy({ body: { incognito: true } })
  await gil.client.block({ body: { userId: ada.user._id } })
  await alertSearches(world.deps)
  const told = [['1 new person matches “Bakers”', `/search?saved=${id}`]]
  expect(await alertsOf(ada)).toEqual(told)
  for (const { client } of [cleo, fay, gil]) expect((await client.listNotifications()).data.notifications).toEqual([])
  await nextDay(world)
  await alertSearches(world.deps)
  expect(await alertsOf(ada)).toEqual(told)
})

test('a day has one alert for all searches, and it comes by email as its owner chose', async () => {
  const world = await startWorld()
  const ada = await world.dater({}, bakes)
  await save(ada, 'Bakers', { interests: 'bread' })
  await save(ada, 'Everyone', {})
  await world.dater({ firstName: 'Ben' }, bakes)
  await world.dater({ firstName: 'Cleo' }, { interests: ['chess'] })
  await alertSearches(world.deps)
  const two = '2 new people match your saved searches'
  expect(await alertsOf(ada)).toEqual([[two, '/search']])
  await world.dater({ firstName: 'Dan' }, bakes)
  await alertSearches(world.deps)
  expect(await alertsOf(ada)).toEqual([[two, '/search']])
  await ada.client.setNotificationSettings({ body: { kinds: { search: { mail: 'now', push: false } }, quiet: null } })
  await world.query(`update notifications set due_at = now() - interval '1 minute'`)
  await sendDueDigests(world.deps)
  const mail = await until(async () => (await world.mailsTo(ada.email, 0)).find(({ subject }) => subject.includes(two)))
  expect(mail!.text).toContain('/settings#notifications')
})

test('alerts stop when they are turned off, and for a search that its owner may no longer run', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater({}, bakes), await world.dater({ firstName: 'Ben' })]
  await world.query(`update accounts set premium_until = now() + interval '1 day' where id = '${ada.user._id}'`)
  const id = await save(ada, 'Bakers', { interests: 'bread' })
  await save(ada, 'Verified bakers', { interests: 'bread', verified: 'true' })
  await expect(ben.client.changeSearch({ params: { id }, body: { alerts: true } })).rejects.toMatchObject({
    status: 404,
  })
  await ada.client.changeSearch({ params: { id }, body: { alerts: false } })
  const { searches } = (await ada.client.listSearches()).data
  expect(searches.map(({ name, alerts }) => [name, alerts])).toEqual([
    ['Bakers', false],
    ['Verified bakers', true],
  ])
  await world.dater({ firstName: 'Cleo' }, bakes)
  await world.query('update accounts set photo_checked_at = now(), premium_until = null')
  await alertSearches(world.deps)
  expect(await alertsOf(ada)).toEqual([])
  await world.query(`update accounts set premium_until = now() + interval '1 day' where id = '${ada.user._id}'`)
  await alertSearches(world.deps)
  expect(await alertsOf(ada)).toMatchObject([['1 new person matches “Verified bakers”', expect.anything()]])
})

test('an alert keeps nothing of a search by special-category data once the consent is withdrawn', async () => {
  const world = await startWorld()
  const belief = field({ id: 'belief', options: choices('Quaker', 'None'), sensitive: true, filter: 'free' })
  await setFields(await world.administrator(), [belief])
  const kinds = {
    special_category: { gender: 'woman' },
    sensitive_fields: { fields: 'belief:quaker' },
  }
  for (const [kind, query] of Object.entries(kinds) as [keyof typeof kinds, Record<string, string>][]) {
    const ada = await world.dater({}, bakes)
    await answer(ada, { belief: { value: 'none' } }, true)
    const id = await save(ada, 'Sought', query)
    const ben = await world.dater({ firstName: 'Ben' }, bakes)
    await answer(ben, { belief: { value: 'quaker' } }, true)
    await alertSearches(world.deps)
    expect(await alertsOf(ada)).toEqual([['1 new person matches “Sought”', `/search?saved=${id}`]])
    await ada.client.setConsent({ params: { kind }, body: { given: false } })
    expect((await ada.client.listSearches()).data.searches).toEqual([])
    expect(await alertsOf(ada)).toEqual([])
    const { rows } = await world.query(`select details from notifications where account_id = '${ada.user._id}'`)
    expect(rows).toEqual([])
    await world.query(`update accounts set state = 'paused' where id in ('${ada.user._id}', '${ben.user._id}')`)
  }
})

test('an alert that was found while the consent was withdrawn isn’t sent', async () => {
  const world = await startWorld()
  const ada = await world.dater({}, bakes)
  await save(ada, 'Women', { gender: 'woman' })
  await world.dater({ firstName: 'Ben' })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const [alerting] = await world.deps.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('saved_searches').where('account_id', '=', ada.user._id).execute()
    const job = alertSearches(world.deps)
    await until(async () => (await world.query(waiting)).rowCount === 1)
    return [job]
  })
  await alerting
  expect(await alertsOf(ada)).toEqual([])
})
