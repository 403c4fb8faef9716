import { genderGroups, type GenderGroup } from '@kindred/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedWithOwnPeople } from '../own-people.ts'
import { found } from '../shown-to-steps.ts'

const anyWorld = sharedWithOwnPeople()

type Said = { gender: string; shownTo: GenderGroup[]; interestedIn: string[]; distance: 25 | null }

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 })

const person: fc.Arbitrary<Said> = fc.record({
  gender: fc.constantFrom('woman', 'Man', 'non-binary', 'Trans woman', 'agender'),
  shownTo: some(genderGroups),
  interestedIn: some([...genderGroups, 'agender']),
  distance: fc.constantFrom(25, null),
})

const isPlain = (gender: string) => genderGroups.some((group) => group === gender.toLowerCase())

const setOf = ({ gender, shownTo }: Said): string[] => (isPlain(gender) ? [gender.toLowerCase()] : shownTo)
/** Looking for a self-described gender finds people who use the same words and are shown as non-binary. */
const finds = ({ interestedIn }: Said, other: Said) =>
  interestedIn.some((each) =>
    isPlain(each)
      ? setOf(other).includes(each)
      : other.gender.toLowerCase() === each && setOf(other).includes('non-binary'),
  )

test('two people find each other if, and only if, each is shown to people looking for the gender the other looks for', async () => {
  const world = await anyWorld()
  const everyone = await Promise.all(
    Array.from({ length: 8 }, () => world.dater({ firstName: 'Ada' }, { bio: 'Sings in a choir' })),
  )
  const round = async (said: readonly Said[]) => {
    await world.query('update profiles set gender_changes = null, found_gender = null, found_gender_until = null')
    for (const [nth, { client }] of everyone.entries()) {
      const { gender, shownTo, interestedIn, distance } = said[nth]!
      await client.editProfile({
        body: { gender, interestedIn, ...(isPlain(gender) ? {} : { shownTo }) },
      })
      await client.setPreferences({ body: { distance } })
    }
    for (const [nth, viewer] of everyone.entries()) {
      const ids = everyone
        .filter((_, at) => at !== nth && finds(said[nth]!, said[at]!) && finds(said[at]!, said[nth]!))
        .map(({ user }) => user._id)
        .sort()
      expect(await found(viewer)).toEqual({ deck: ids, search: ids, words: ids, people: ids, count: ids.length })
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(person, { minLength: 8, maxLength: 8 }), round), {
    numRuns: Number(process.env['PROVE'] === 'full' ? 60 : 8),
  })
}, 300_000)
