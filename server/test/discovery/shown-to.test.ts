import { type GenderGroup } from '@kindred/contract'
import { expect, test } from 'vitest'
import { decayExposure } from '../../src/features/discovery/index.ts'
import { exposuresAfter, momentsOf } from '../../src/features/discovery/learning/queries.ts'
import { NIL_UUID } from '../../src/infra/nil-uuid.ts'
import { ownExport } from '../own-export.ts'
import { sharedWithOwnPeople } from '../own-people.ts'
import { inFuture } from '../../../scripts/present.ts'
import { startWorld } from '../world.ts'
import { found } from '../shown-to-steps.ts'

const anyWorld = sharedWithOwnPeople()

type Said = { gender: string; shownTo: GenderGroup[]; interestedIn: string[]; distance: 25 | null }

const shownTo: GenderGroup[] = ['woman', 'non-binary']

test('someone who enters a gender in their own words is found as before, and asked once', async () => {
  const world = await anyWorld()
  const ada = await world.dater({ firstName: 'Ada' }, { interestedIn: ['man'] })
  const ben = await world.dater({ firstName: 'Ben' }, { gender: 'man', interestedIn: ['woman'] })
  const eli = await world.dater({ firstName: 'Eli' }, { gender: 'man', interestedIn: ['non-binary'] })
  const counts = async () => [(await found(ada)).count, (await found(ben)).count, (await found(eli)).count]
  const edit = (body: Partial<Pick<Said, 'gender' | 'shownTo'>>) =>
    ada.client.editProfile({ body }).then(({ update }) => update.user)
  expect(await counts()).toEqual([1, 1, 0])
  const own = await edit({ gender: 'Trans woman' })
  expect(own).toMatchObject({ gender: 'Trans woman', shownTo: ['woman'], asksShownTo: true })
  expect(await counts()).toEqual([1, 1, 0])
  expect(await edit({ shownTo: ['woman'] })).toMatchObject({ shownTo: ['woman'], asksShownTo: false })
  expect(await counts()).toEqual([1, 1, 0])
  expect(await edit({ shownTo: ['non-binary', 'woman'] })).toMatchObject({ shownTo: ['woman', 'non-binary'] })
  expect(await counts()).toEqual([2, 1, 1])
  // Changes of `shownTo` have the same limit as changes of gender.
  await expect(edit({ shownTo: ['man'] })).rejects.toMatchObject({ status: 429, code: 'rate_limited' })
  expect(await edit({ gender: 'trans woman' })).toMatchObject({ shownTo: ['woman', 'non-binary'], asksShownTo: false })
})

test('members from before are shown as non-binary people until they answer, which is no change', async () => {
  const world = await anyWorld()
  const ada = await world.dater({ firstName: 'Ada' }, { gender: 'Trans woman', interestedIn: ['man'] })
  const ben = await world.dater({ firstName: 'Ben' }, { gender: 'man', interestedIn: ['woman'] })
  expect((await ada.client.getProfile()).userData.user).toMatchObject({ shownTo: ['non-binary'], asksShownTo: true })
  expect((await found(ben)).count).toBe(0)
  await ada.client.editProfile({ body: { shownTo: ['woman'] } })
  expect((await found(ben)).count).toBe(1)
  const { rows } = await world.query(`select gender_changes from profiles where account_id = '${ada.user._id}'`)
  expect(rows[0].gender_changes).toBeNull()
})

test('what isn’t one of the three, nothing at all, and a choice beside one of the three genders are refused', async () => {
  const world = await anyWorld()
  const ada = await world.dater({}, { gender: 'woman' })
  const refused = {
    status: 400,
    code: 'invalid_request',
    details: { errors: [{ path: expect.stringMatching(/^shownTo/) }] },
  }
  const edit = (shownTo: string[], gender = 'Trans woman') =>
    ada.client.editProfile({ body: { gender, shownTo: shownTo as GenderGroup[] } })
  for (const shownTo of [['agender'], [], ['woman', 'woman'], ['Woman']])
    await expect(edit(shownTo)).rejects.toMatchObject(refused)
  await expect(edit(['man'], 'woman')).rejects.toMatchObject(refused)
  expect((await ada.client.getProfile()).userData.user).toMatchObject({ gender: 'woman', shownTo: ['woman'] })
})

test('a change of it waits like one of the gender, from the third within a month on', async () => {
  const world = await anyWorld()
  const ada = await world.dater({ firstName: 'Ada' }, { gender: 'agender', shownTo: ['woman'], interestedIn: ['man'] })
  const ben = await world.dater({ firstName: 'Ben' }, { gender: 'man', interestedIn: ['woman'] })
  const earlier = [3, 2].map((ago) => inFuture(-ago * 86_400_000).toISOString())
  await world.query(
    `update profiles set gender_changes = '{${earlier.join(',')}}' where account_id = '${ada.user._id}'`,
  )
  const { update } = await ada.client.editProfile({ body: { shownTo: ['man'] } })
  expect(update.user).toMatchObject({
    shownTo: ['man'],
    waitingGender: { listedAs: 'agender', shownTo: ['woman'] },
  })
  expect([(await found(ada)).count, (await found(ben)).count]).toEqual([1, 1])
})

test('people in several groups count in each: in means, in what is learned, and in fairness', async () => {
  const world = await startWorld()
  const [ada] = [
    await world.dater({}, { gender: 'Trans woman', shownTo: ['woman', 'non-binary'] }),
    await world.dater(),
    await world.dater({}, { gender: 'man' }),
  ]
  await world.query(`update ranking_stats set shown = case account_id when '${ada.user._id}' then 8 else 4 end`)
  await decayExposure(world.deps)
  const { rows } = await world.query('select gender_group, mean_shown::float8 as mean from order_groups order by 1')
  expect(rows.map(({ gender_group: group, mean }) => [group, Math.round(mean)])).toEqual([
    ['man', 4],
    ['non-binary', 8],
    ['woman', 6],
  ])
  const groups = (await momentsOf(world.deps.db)).map(({ gender_group: group }) => group)
  expect(groups.toSorted()).toEqual(['man', 'non-binary', 'woman'])
  const sets = (await exposuresAfter(world.deps.db, world.deps.clock.now(), NIL_UUID, 10)).map(
    ({ shown_to: set }) => set,
  )
  expect(sets.toSorted((a, b) => a - b)).toEqual([1, 2, 5])
})

test('no one else can read it, staff only with a reason, and the export has it', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater({}, { gender: 'Trans woman', shownTo }), await world.dater()]
  await ben.client.editProfile({ body: { interestedIn: ['woman', 'man'] } })
  const ines = await world.administrator()
  const params = { id: ada.user._id }
  const read = [
    await ben.client.getPerson({ params }),
    await ben.client.discover({ query: {} }),
    await ines.client.getUser({ params }),
    await ines.client.getDossier({ params, reason: 'A complaint.' }),
    await ines.client.getPerson({ params, reason: 'A complaint.' }),
  ]
  for (const body of read) expect(JSON.stringify(body)).not.toMatch(/shown_?to/i)
  const { data } = await ines.client.revealUser({ params, body: { reason: 'A complaint about lists.' } })
  expect(data.shownTo).toEqual(shownTo)
  const files = await ownExport(world, ada)
  const text = Object.values(files).map((file) => new TextDecoder().decode(file))
  expect(text.join('\n')).toMatch(/"shown_to":\s*\[\s*"woman",\s*"non-binary"\s*\]/)
})

test('it is withheld with the consent, and back with it', async () => {
  const world = await anyWorld()
  const ada = await world.dater({}, { gender: 'Trans woman', shownTo })
  const consent = (given: boolean) => ada.client.setConsent({ params: { kind: 'special_category' }, body: { given } })
  const own = async () => (await ada.client.getProfile()).userData.user
  await consent(false)
  expect(await own()).toMatchObject({ gender: null, shownTo: [] })
  await consent(true)
  expect(await own()).toMatchObject({ gender: 'Trans woman', shownTo, asksShownTo: false })
})

test('a gender that staff correct leaves the member in the same lists', async () => {
  const world = await anyWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const params = { id: ada.user._id }
  await ines.client.editUser({ params, body: { gender: 'Trans woman' } })
  expect((await ada.client.getProfile()).userData.user).toMatchObject({
    gender: 'Trans woman',
    shownTo: ['woman'],
    asksShownTo: true,
  })
})

test('staff change their own profile only as members do, with the wait for a new gender', async () => {
  const world = await anyWorld()
  const [lena, ines] = [await world.staff('support'), await world.administrator()]
  for (const { client, user } of [lena, ines])
    for (const body of [{ gender: 'man' }, { bio: 'Bakes.' }, { location: { city: 'Porto', country: 'Portugal' } }])
      await expect(client.editUser({ params: { id: user._id }, body })).rejects.toMatchObject({
        status: 409,
        message: 'You can’t do this to your own account.',
      })
})
