import { type FieldAudience, fieldAudiences, type FieldValue, type ProfileField } from '@kindred/contract'
import { type Language, languages } from '@kindred/contract/languages'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answer, field, ownAnswers, setFields } from '../own-fields.ts'
import type { Person } from '../people.ts'
import { proof, proving, rounds } from '../proofs.ts'
import { startWorld, type World } from '../world.ts'

// Random versions of the community's fields, and random returns to earlier ones, while members answer.

type Random = { below: (limit: number) => number; of: <T>(list: readonly T[]) => T; chance: (share: number) => boolean }

/** Mulberry32, so that a failure can be repeated. */
function randomFrom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, of: (list) => list[below(list.length)]!, chance: (share) => next() < share }
}

/** Each ID keeps its kind, which can't change. */
const kinds = { a: 'one', b: 'several', c: 'text', d: 'number', e: 'yes-no', f: 'one' } as const
type Id = keyof typeof kinds
const ids = Object.keys(kinds) as Id[]
const hasOptions = (id: Id) => kinds[id] === 'one' || kinds[id] === 'several'
const optionIds = ['p', 'q', 'r', 's']

function randomField(random: Random, id: Id, at: number): ProfileField {
  const translations = Object.fromEntries(
    languages
      .filter((each) => each !== 'en' && random.chance(0.4))
      .map((each) => [each, { label: `${id}-${each}-${at}` }]),
  )
  const offered = optionIds.filter((_option, nth) => nth === at % 4 || random.chance(0.7))
  return field({
    id,
    kind: kinds[id],
    label: `${id}-en-${at}`,
    translations,
    // Wide ones are more likely, so that there is something to see.
    audience: random.chance(0.5) ? 'everyone' : random.of(fieldAudiences),
    options: hasOptions(id) ? offered.map((option) => ({ id: option, label: `${option}-${at}` })) : [],
    ...(kinds[id] === 'number' ? { min: 0, max: 9 } : {}),
  })
}

/** One step: fields come, go, move and change, or an earlier version returns. */
function nextVersion(random: Random, versions: readonly ProfileField[][], at: number): ProfileField[] {
  if (random.chance(0.3)) return random.of(versions)
  const now = versions.at(-1)!
  const kept = now
    .filter(() => random.chance(0.85))
    .map((each) => (random.chance(0.4) ? randomField(random, each.id as Id, at) : each))
  const free = ids.filter((id) => !kept.some((each) => each.id === id))
  const added = free.filter(() => random.chance(0.4)).map((id) => randomField(random, id, at))
  return random.chance(0.5) ? [...kept, ...added] : [...added, ...kept]
}

type Given = { value: FieldValue; audience: FieldAudience }
type Model = Map<string, Map<string, Given>>

const narrowest = (one: FieldAudience, other: FieldAudience) =>
  fieldAudiences[Math.max(fieldAudiences.indexOf(one), fieldAudiences.indexOf(other))]!

function randomValue(random: Random, { kind, options }: ProfileField): FieldValue {
  if (kind === 'number') return random.below(10)
  if (kind === 'text') return `words ${random.below(1000)}`
  if (kind === 'yes-no') return random.of(['yes', 'no'])
  return kind === 'several' ? [random.of(options).id] : random.of(options).id
}

/** What is left of an answer while some options are retired. */
function liveValue({ kind, options }: ProfileField, value: FieldValue): FieldValue | undefined {
  const isOffered = (each: unknown) => options.some(({ id }) => id === each)
  if (kind === 'one') return isOffered(value) ? value : undefined
  if (kind !== 'several' || !Array.isArray(value)) return value
  const left = value.filter(isOffered)
  return left.length > 0 ? left : undefined
}

const fieldsIn = async (world: World, { token }: Person, language: Language) => {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
  const { data } = (await (await world.request('/api/v1/fields', { headers })).json()) as {
    data: { fields: { id: string; label: string }[] }
  }
  return data.fields.map(({ id, label }) => [id, label])
}

/** A changed field applies within seconds, because servers remember the fields for so long. */
function passSeconds() {
  const real = performance.now.bind(performance)
  let passed = 0
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => real() + passed)
  onTestFinished(() => spy.mockRestore())
  return () => void (passed += 60_000)
}

const STEPS = rounds(40, 2000)
const MEMBERS = proving ? 50 : 6

test('through any versions, no one loses an answer, no answer is seen too widely, and every text has a language', async () => {
  const random = randomFrom(58)
  const pass = passSeconds()
  const world = await startWorld()
  const ines = await world.administrator()
  const people: Person[] = []
  for (let nth = 0; nth < MEMBERS; nth++)
    people.push(await world.dater({ firstName: `Member ${'abcdefghij'[nth % 10]!}` }))
  const [ada, ben] = people as [Person, Person]
  await ada.client.choose({ body: { userId: ben.user._id, action: 'like' } })
  await ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })
  const given: Model = new Map(people.map(({ user }) => [user._id, new Map()]))
  const versions: ProfileField[][] = [[]]
  let checked = 0
  for (let at = 1; at <= STEPS; at++) {
    const now = nextVersion(random, versions, at)
    versions.push(now)
    await setFields(ines, now)
    pass()
    const writer = random.of(people)
    const asked = now.filter(() => random.chance(0.3))
    if (asked.length > 0) {
      const answers = asked.map((each): [string, Given] => [
        each.id,
        { value: randomValue(random, each), audience: random.chance(0.5) ? 'everyone' : random.of(fieldAudiences) },
      ])
      await answer(writer, Object.fromEntries(answers))
      // An answer keeps the audience that its member saw, although the field may become wider.
      for (const [nth, [id, each]] of answers.entries())
        given.get(writer.user._id)!.set(id, { ...each, audience: narrowest(asked[nth]!.audience, each.audience) })
    }
    // Each member's own answers are those they gave, in the fields and options that are there.
    const owner = random.of(people)
    const kept = given.get(owner.user._id)!
    const expected = now.map((each) => {
      const before = kept.get(each.id)
      const value = before && liveValue(each, before.value)
      return [each.id, value === undefined ? null : { value, audience: narrowest(each.audience, before!.audience) }]
    })
    expect(await ownAnswers(owner), `version ${at}`).toEqual(Object.fromEntries(expected))
    // What another member sees is exactly what the audience lets them.
    const viewer = random.of(people.filter((each) => each !== owner))
    const isMatch = [ada, ben].includes(owner) && [ada, ben].includes(viewer)
    const seen = (await viewer.client.getPerson({ params: { id: owner.user._id } })).data.user.fields ?? []
    const allowed = expected.flatMap(([id, mine]) => {
      const audience = (mine as Given | null)?.audience
      // All of them look for each other, so they could match.
      return audience && (audience === 'everyone' || audience === 'eligible' || (audience === 'matches' && isMatch))
        ? [id]
        : []
    })
    expect(
      seen.map(({ id }) => id),
      `version ${at}`,
    ).toEqual(allowed)
    checked += seen.length
    const language = random.of(languages)
    expect(await fieldsIn(world, viewer, language)).toEqual(
      now.map(({ id, label, translations }) => [
        id,
        (language === 'en' ? undefined : translations?.[language]?.label) ?? label,
      ]),
    )
  }
  expect(checked).toBeGreaterThan(STEPS / 4)
  proof(`${STEPS} random versions with ${MEMBERS} members: no answer lost, ${checked} seen, none too widely`)
})
