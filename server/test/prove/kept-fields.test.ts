import { expect, test } from 'vitest'
import { applyConsents, eraseRetiredAnswers } from '../../src/features/profiles/index.ts'
import { days } from '../../src/infra/clock.ts'
import { needs } from '../consenting.ts'
import { answer, choices, faculty, field, ownAnswers, seenBy, setFields } from '../own-fields.ts'
import { ownExport } from '../own-export.ts'
import type { Person } from '../people.ts'
import { startWorld, until } from '../world.ts'

// How long answers to a community's own fields are kept: with their consent, and until their field is retired.

const clubs = field({ id: 'clubs', label: 'Clubs', kind: 'several', options: choices('Choir', 'Chess', 'Rowing') })
const motto = field({ id: 'motto', label: 'Motto', kind: 'text' })
const belief = field({ id: 'belief', label: 'Belief', options: choices('Quaker', 'None'), sensitive: true })

const find = async ({ client }: Person, fields: string): Promise<string[]> =>
  (await client.searchPeople({ query: { fields } })).data.users.map(({ firstName }) => firstName)

test('sensitive answers need a consent of their own, and go with it for 30 days', async () => {
  const world = await startWorld()
  await setFields(await world.administrator(), [{ ...belief, filter: 'free', dealbreaker: true }, faculty])
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const missing = needs('acceptSensitive' as 'acceptTerms')
  await expect(answer(ada, { belief: { value: 'quaker' } })).rejects.toMatchObject(missing)
  const wants = { dealbreakers: { fields: { belief: ['quaker'] } } }
  await expect(ada.client.setPreferences({ body: wants })).rejects.toMatchObject(missing)
  const search = { name: 'Friends', query: { fields: 'faculty:law,belief:quaker' } }
  await expect(ada.client.saveSearch({ body: search })).rejects.toMatchObject(missing)
  await answer(ada, { belief: { value: 'quaker' }, faculty: { value: 'law' } }, true)
  await ada.client.setPreferences({ body: wants })
  await ada.client.saveSearch({ body: search })
  expect(await seenBy(ben, ada)).toEqual({ belief: 'Quaker', faculty: 'Law' })
  const consent = ({ client }: Person, given: boolean) =>
    client.setConsent({ params: { kind: 'sensitive_fields' }, body: { given } })
  await consent(ada, false)
  expect(await seenBy(ben, ada)).toEqual({ faculty: 'Law' })
  expect(await find(ben, 'belief:quaker')).toEqual([])
  expect((await ada.client.getPreferences()).data.preferences.dealbreakers).toEqual({})
  expect((await ada.client.listSearches()).data.searches).toEqual([])
  await expect(answer(ada, { belief: { value: 'none' } })).rejects.toMatchObject(missing)
  await consent(ada, true)
  expect(await seenBy(ben, ada)).toEqual({ belief: 'Quaker', faculty: 'Law' })
  await consent(ada, false)
  world.turnClock(days(30) + 1000)
  await applyConsents(world.deps)
  const later = await world.signedInAgain(ada)
  await consent(later, true)
  expect(await ownAnswers(later)).toEqual({ belief: null, faculty: { value: 'law', audience: 'everyone' } })
  const { rows } = await world.query('select from withdrawn_details')
  expect(rows).toEqual([])
})

test('staff see sensitive answers only after giving a reason, and never the ones for the member alone', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await setFields(ines, [faculty, belief, motto])
  const ada = await world.dater()
  await answer(
    ada,
    { faculty: { value: 'law' }, belief: { value: 'quaker' }, motto: { value: 'Psst', audience: 'only-me' } },
    true,
  )
  const params = { id: ada.user._id }
  const details = (await ines.client.getDossier({ params, reason: 'Report 12: an impostor' })).data
  expect(details.fields).toEqual([
    { id: 'faculty', label: 'Faculty', text: 'Law' },
    { id: 'belief', label: 'Belief', text: null },
  ])
  expect(JSON.stringify(details)).not.toContain('uaker')
  const revealed = (await ines.client.revealUser({ params, body: { reason: 'Report 12: an impostor' } })).data
  expect(revealed.fields).toEqual([{ id: 'belief', label: 'Belief', text: 'Quaker' }])
  expect(JSON.stringify((await ines.client.listUsers()).data)).not.toContain('uaker')
})

const retire = <E extends { id: string }>(entries: readonly E[], id: string): E[] =>
  entries.map((each) => (each.id === id ? { ...each, retiredAt: '2020-01-01T00:00:00.000Z' } : each))

test('a retired field or option is hidden, comes back within 30 days, and is erased after them', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const fields = await setFields(ines, [{ ...faculty, filter: 'free' }, clubs, motto])
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const given = { faculty: { value: 'law' }, clubs: { value: ['choir', 'chess'] }, motto: { value: 'Row gently' } }
  await answer(ada, given)
  const all = { faculty: 'Law', clubs: 'Choir, Chess', motto: 'Row gently' }
  expect(await seenBy(ben, ada)).toEqual(all)
  const without = fields.map((each) => ({
    ...each,
    options: each.id === 'clubs' ? retire(each.options, 'choir') : each.options,
  }))
  const before = world.deps.clock.now().toISOString()
  const retired = await setFields(ines, retire(without, 'faculty'))
  // The server sets the time, because undo lasts 30 days from then.
  const { retiredAt } = retired[0]!
  expect([before, retiredAt!, world.deps.clock.now().toISOString()].toSorted()[1]).toBe(retiredAt)
  const others = { clubs: 'Chess', motto: 'Row gently' }
  await until(async () => !('faculty' in (await seenBy(ben, ada))))
  expect(await seenBy(ben, ada)).toEqual(others)
  expect(await find(ben, 'faculty:medicine')).toEqual(['Ada'])
  expect((await ada.client.listFields()).data.fields.map(({ id }) => id)).toEqual(['clubs', 'motto'])
  await expect(answer(ada, { faculty: { value: 'arts' } })).rejects.toMatchObject({ status: 400 })
  const profile = Buffer.from((await ownExport(world, ada))['data.json'] ?? '').toString()
  expect(profile).toContain('"law"')

  world.turnClock(days(20))
  await eraseRetiredAnswers(world.deps)
  const [inesAgain, adaAgain] = [await world.signedInAgain(ines), await world.signedInAgain(ada)]
  // A version without the section, such as an early one, retires everything that it lacks, and keeps the first times.
  expect((await setFields(inesAgain)).map((each) => each.retiredAt === retiredAt)).toEqual([true, false, false])
  expect((await setFields(inesAgain, fields)).map((each) => each.retiredAt)).toEqual([undefined, undefined, undefined])
  expect(await ownAnswers(adaAgain)).toMatchObject(given)

  await setFields(inesAgain, retire(without, 'faculty'))
  world.turnClock(days(29))
  await eraseRetiredAnswers(world.deps)
  const inesThen = await world.signedInAgain(ines)
  await setFields(inesThen, fields)
  await setFields(inesThen, retire(without, 'faculty'))
  world.turnClock(days(30) + 60_000)
  await eraseRetiredAnswers(world.deps)
  await setFields(await world.signedInAgain(ines), fields)
  const last = await world.signedInAgain(ada)
  expect(await ownAnswers(last)).toEqual({
    faculty: null,
    clubs: { value: ['chess'], audience: 'everyone' },
    motto: { value: 'Row gently', audience: 'everyone' },
  })
})
