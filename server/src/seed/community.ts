import type { ProfileChange } from '@kindred/contract'
import { seededRandom } from '../features/discovery/index.ts'
import { ageOn } from '../features/profiles/index.ts'
import * as lives from './lives.ts'
import { firstNames, lastNames } from './names.ts'
import { nth, pick, type Random } from './pick.ts'

// The members of the demo community: a dozen are written by hand, and the others are generated, always in the same way.

export type Invented = [
  first: string,
  last: string,
  born: string,
  joinedDaysAgo: number,
  gender: string | null,
  looksFor: string[],
  city: string,
  country: string,
  bio: string,
]

export const named: Invented[] = [
  [
    'Zoë',
    'Lindqvist',
    '1995-03-14',
    340,
    'woman',
    ['man', 'non-binary'],
    'Lisbon',
    'Portugal',
    'Choir on Tuesdays, sourdough on Sundays, and the ocean whenever I can.',
  ],
  ['Tomás', 'Ferreira', '1991-07-02', 322, 'man', ['woman'], 'Porto', 'Portugal', 'I build bikes, break a few.'],
  [
    'Nandini',
    'Krishnamurthy',
    '1998-11-23',
    301,
    'woman',
    ['woman', 'man'],
    'Lisbon',
    'Portugal',
    'Into maps, flea markets and friendly arguments about movies.',
  ],
  [
    'Oluwaseun',
    'Adéyẹmí',
    '1993-01-30',
    266,
    'man',
    ['woman'],
    'Lisbon',
    'Portugal',
    'I cook for eight even when it’s just the two of us.',
  ],
  [
    'Thorunn',
    'Þorsteinsdóttir',
    '1987-09-09',
    231,
    'woman',
    ['man'],
    'Porto',
    'Portugal',
    'I teach geology. Yes, there will be rocks.',
  ],
  [
    'Maximiliana-Theodora',
    'von und zu Hohenlohe-Schillingsfürst',
    '1990-05-05',
    198,
    'woman',
    ['woman'],
    'Berlin',
    'Germany',
    'Viola player. Very long name, very short walks.',
  ],
  ['José', 'Núñez', '1984-12-17', 160, 'man', ['man'], 'Madrid', 'Spain', 'Translates by day, gardens by night.'],
  [
    'Châu',
    'Nguyễn',
    '1999-04-21',
    121,
    'non-binary',
    ['woman', 'man', 'non-binary'],
    'Lisbon',
    'Portugal',
    'I draw strangers on trains. Sorry if that was you.',
  ],
  ['ليلى', 'حداد', '1996-08-08', 90, 'woman', ['man'], 'Paris', 'France', 'Architect. Jasmine, long dinners.'],
  ['하늘', '김', '2001-02-11', 58, 'woman', ['woman', 'non-binary'], 'Berlin', 'Germany', 'Night owl with a day job.'],
  [
    'Mateusz',
    'Wiśniewski',
    '1979-06-28',
    27,
    'man',
    ['woman'],
    'Berlin',
    'Germany',
    'I play chess in the park. Often, and badly.',
  ],
  ['Sam', 'O’Neill', '2004-10-03', 4, null, [], '', '', ''],
]

/** The ages that the demo member, who is the first, looks for. */
export const zoesWishes = { ageMin: 26, ageMax: 40 }

/** The demo member's own facts, which go with her words. */
const zoesFacts = {
  interests: ['choir', 'bread', 'sea swimming', 'poetry', 'languages'],
  languages: ['en', 'sv', 'pt'],
  intention: 'long-term',
  basics: {
    height: 168,
    children: 'not-sure',
    smoking: 'never',
    drinking: 'sometimes',
    diet: 'everything',
    work: 'Translator',
  },
} satisfies ProfileChange

export type Character = {
  key: string
  first: string
  last: string
  born: string
  joinedDaysAgo: number
  activeMinutesAgo: number
  state: 'active' | 'paused' | 'deactivated' | 'suspended' | 'banned'
  verified: boolean
  pictures: number
  profile: ProfileChange | null
}

const several = <T>(random: Random, all: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(random, all))),
]

function weighted(random: Random): { city: string; country: string } {
  let left = random() * lives.cities.reduce((sum, [, , weight]) => sum + weight, 0)
  for (const [city, country, weight] of lives.cities) {
    left -= weight
    if (left < 0) return { city, country }
  }
  return { city: 'Lisbon', country: 'Portugal' }
}

/** Minutes since the last visit. Many visited today, some a while ago, and a few are online right now. */
function lastSeen(random: Random): number {
  const chance = random()
  if (chance < 0.08) return 1
  if (chance < 0.5) return 5 + Math.floor(random() * 1400)
  if (chance < 0.85) return 1440 + Math.floor(random() * 9000)
  return 10_000 + Math.floor(random() * 80_000)
}

const day = (date: Date) => date.toISOString().slice(0, 10)

/** A voice of their own, or an invented one. */
const bioOf = (random: Random, at: number) =>
  random() < 0.7
    ? nth(lives.bios, at)
    : `${pick(random, lives.openings)} ${pick(random, lives.middles)}. ${pick(random, lives.endings)}`.trim()

const jobsAt = (age: number) =>
  lives.work.filter(([job, from]) => from <= age && (job !== 'Student' || age <= lives.oldestStudent))

function words(
  random: Random,
  at: number,
  age: number,
): Pick<ProfileChange, 'bio' | 'prompts' | 'interests' | 'languages' | 'basics' | 'intention'> {
  const chosenPrompts = [...lives.prompts].toSorted(() => random() - 0.5).slice(0, Math.floor(random() * 4))
  return {
    bio: bioOf(random, at),
    prompts: chosenPrompts.map(([question, answers]) => ({ question, answer: pick(random, answers) })),
    interests: several(random, lives.interests, 6),
    languages: several(random, lives.languages, 3),
    intention: pick(random, ['long-term', 'long-term', 'open', 'short-term', 'friends', null]),
    basics: {
      height: random() < 0.7 ? 150 + Math.floor(random() * 50) : null,
      children: pick(random, age < 25 ? ['want', 'not-sure', null] : ['have', 'want', 'do-not-want', 'not-sure', null]),
      smoking: pick(random, ['never', 'never', 'sometimes', 'often', null]),
      drinking: pick(random, ['never', 'sometimes', 'sometimes', 'often', null]),
      diet: pick(random, ['everything', 'vegetarian', 'vegan', null]),
      work: random() < 0.8 ? pick(random, jobsAt(age))[0] : null,
    },
  }
}

function invent(at: number, now: Date): Character {
  const random = seededRandom(`kindred demo ${at}`)
  // The first numbers of similar seeds are similar.
  for (let warm = 0; warm < 8; warm++) random()
  const gender = pick(random, ['woman', 'woman', 'woman', 'man', 'man', 'man', 'man', 'non-binary'] as const)
  const everybody = ['woman', 'man', 'non-binary']
  const straight = gender === 'woman' ? ['man'] : gender === 'man' ? ['woman'] : everybody
  const likesOwn = gender === 'non-binary' ? everybody : [gender]
  const looksFor = pick(random, [straight, straight, straight, likesOwn, everybody])
  // Most people here are about as old as those the demo member looks for.
  const age = random() < 0.55 ? 25 + Math.floor(16 * random()) : 20 + Math.floor(46 * random() ** 1.4)
  const born = new Date(
    Date.UTC(now.getUTCFullYear() - age, now.getUTCMonth(), now.getUTCDate() - 1 - Math.floor(random() * 360)),
  )
  const incomplete = at % 29 === 7
  const ownWords = gender === 'non-binary' && random() < 0.3
  return {
    key: `person ${at}`,
    first: pick(random, firstNames[gender]),
    last: pick(random, lastNames),
    born: day(born),
    joinedDaysAgo: 1 + Math.floor(364 * random() ** 1.6),
    activeMinutesAgo: lastSeen(random),
    state:
      at % 31 === 5
        ? 'paused'
        : at % 47 === 9
          ? 'deactivated'
          : at % 61 === 11
            ? 'suspended'
            : at % 67 === 13
              ? 'banned'
              : 'active',
    verified: at % 23 !== 3,
    pictures: incomplete ? 0 : 1 + Math.floor(random() * 3),
    profile: incomplete
      ? null
      : {
          gender: ownWords ? 'genderfluid' : gender,
          interestedIn: looksFor,
          location: weighted(random),
          ...words(random, at, age),
        },
  }
}

function byName(
  [first, last, born, joinedDaysAgo, gender, interestedIn, city, country, bio]: Invented,
  at: number,
  now: Date,
): Character {
  const random = seededRandom(`kindred named ${first}`)
  for (let warm = 0; warm < 8; warm++) random()
  return {
    key: first,
    first,
    last,
    born,
    joinedDaysAgo,
    activeMinutesAgo: lastSeen(random),
    state: 'active',
    verified: true,
    pictures: gender ? 3 : 0,
    profile: gender
      ? {
          gender,
          interestedIn,
          location: { city, country },
          ...words(random, at, ageOn(born, now)),
          ...(at === 0 && zoesFacts),
          bio,
        }
      : null,
  }
}

export const community = (count: number, now: Date): Character[] =>
  Array.from({ length: count }, (_, at) => (at < named.length ? byName(nth(named, at), at, now) : invent(at, now)))
