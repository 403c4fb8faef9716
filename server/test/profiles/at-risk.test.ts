import type { ProfileChange } from '@kindred/contract'
import { readyMadeFields } from '@kindred/contract/profiles/ready-made-fields'
import { expect, test } from 'vitest'
import { answer, seenBy, setFields } from '../own-fields.ts'
import type { Person } from '../people.ts'
import { shared, startWorld } from '../world.ts'

const anyWorld = shared(startWorld)

const lisbon = { city: 'Lisbon', country: 'Portugal' }
const kampala = { city: 'Kampala', country: 'Uganda' }
const names = async ({ client }: Person, query: object = {}) =>
  (await client.searchPeople({ query })).data.users.map(({ firstName }) => firstName).sort()
const ownUser = async ({ client }: Person) => (await client.getProfile()).userData.user
const isHidden = async (person: Person) => (await ownUser(person)).settings.paused

async function afterJoining(timeZone: string, change: Partial<ProfileChange> = {}): Promise<boolean> {
  const world = await anyWorld()
  const person = await world.member()
  const wishes = { gender: 'woman', interestedIn: ['woman'] }
  await person.client.completeProfile({ body: { ...wishes, timeZone, location: lisbon, ...change } })
  return isHidden(person)
}

test('a move to a country that punishes a member hides them at once, and no one else', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' }, { interestedIn: ['man'] })]
  const cai = await world.dater({ firstName: 'Cai' }, { interestedIn: ['woman', 'man'] })
  expect(await names(cai)).toEqual(['Ada'])
  for (const each of [ada, ben]) expect(await each.client.setLocation({ body: kampala })).toEqual({ done: true })
  expect([await isHidden(ada), await isHidden(ben)]).toEqual([true, false])
  expect(await names(cai)).toEqual([])
  expect((await ownUser(ada)).countryCode).toBe('UG')
})

test('a position hides as a city does', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  await ada.client.setLocation({ body: { latitude: 0.3136, longitude: 32.5811 } })
  expect([(await ownUser(ada)).location.country, await isHidden(ada)]).toEqual(['Uganda', true])
})

test('members who show themselves there stay shown until they move to another such country', async () => {
  const world = await startWorld()
  const ada = await world.dater({}, { location: kampala })
  expect(await isHidden(ada)).toBe(true)
  await ada.client.setPrivacy({ body: { paused: false } })
  await ada.client.setLocation({ body: { city: 'Entebbe', country: 'Uganda' } })
  await ada.client.editProfile({ body: { bio: 'Walks by the lake.' } })
  expect(await isHidden(ada)).toBe(false)
  await ada.client.setLocation({ body: { city: 'Nairobi', country: 'Kenya' } })
  expect(await isHidden(ada)).toBe(true)
})

test('people who join there are hidden from the first moment, by their place or their device’s time zone', async () => {
  expect(await afterJoining('Europe/Lisbon')).toBe(false)
  expect(await afterJoining('Europe/Lisbon', { location: kampala })).toBe(true)
  expect(await afterJoining('Africa/Kampala')).toBe(true)
  expect(await afterJoining('Africa/Kampala', { interestedIn: ['man'] })).toBe(false)
  expect(await afterJoining('Africa/Kampala', { interestedIn: ['man'], gender: 'Genderfluid' })).toBe(true)
})

test('a country counts in whatever language it was entered', async () => {
  for (const country of ['Ouganda', 'أوغندا', 'ug'])
    expect([country, await afterJoining('UTC', { location: { city: 'Elsewhere', country } })]).toEqual([country, true])
  expect(await afterJoining('UTC', { location: { city: 'Elsewhere', country: 'Narnia' } })).toBe(false)
})

test('a change of wishes in such a country hides a member', async () => {
  const world = await startWorld()
  const ada = await world.dater({}, { location: kampala, interestedIn: ['man'] })
  expect(await isHidden(ada)).toBe(false)
  await ada.client.editProfile({ body: { interestedIn: ['man', 'woman'] } })
  expect(await isHidden(ada)).toBe(true)
})

test('nothing distinguishes being hidden from snoozing', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater({}, { location: kampala }), await world.dater({}, { location: lisbon })]
  await ben.client.setPrivacy({ body: { paused: true } })
  const stateOf = async ({ user }: Person) =>
    (
      await world.query(
        `select state, limited_until, state_before_decision, hide_gender, notify from accounts where id = '${user._id}'`,
      )
    ).rows
  expect(await stateOf(ada)).toEqual(await stateOf(ben))
  const { rows } = await world.query(`select 1 from audit_log where subject_id = '${ada.user._id}'`)
  expect(rows).toEqual([])
})

test('a hidden gender is on no profile, with pronouns and orientation, and no filter reveals it', async () => {
  const world = await startWorld()
  const orientation = readyMadeFields.map((field) => ({ ...field, filter: 'free' as const }))
  await setFields(await world.administrator(), orientation)
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await answer(ben, { pronouns: { value: ['they'] }, orientation: { value: ['queer'] } }, true)
  const see = async () => (await ada.client.getPerson({ params: { id: ben.user._id } })).data.user
  expect([(await see()).gender, Object.keys(await seenBy(ada, ben))]).toEqual(['woman', ['pronouns', 'orientation']])
  expect(await names(ada, { fields: 'orientation:queer' })).toEqual(['Ben'])
  await ben.client.setPrivacy({ body: { hideGender: true } })
  expect([(await see()).gender, await seenBy(ada, ben)]).toEqual([null, {}])
  expect(await names(ada)).toEqual(['Ben'])
  for (const query of [{ gender: 'woman' }, { fields: 'orientation:queer' }, { fields: 'pronouns:they' }])
    expect([query, await names(ada, query)]).toEqual([query, []])
  expect((await ownUser(ben)).gender).toBe('woman')
  await ben.client.setPrivacy({ body: { hideGender: false } })
  expect(await names(ada, { fields: 'orientation:queer' })).toEqual(['Ben'])
})
