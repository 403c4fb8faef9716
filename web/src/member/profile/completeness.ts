import type { Basics, OwnUser } from '@kindred/contract/profiles/users'

/** The parts of a profile, in the order in which they help most. */
const parts = [
  'photos',
  'bio',
  'prompts',
  'interests',
  'intention',
  'descriptions',
  'verification',
  'basics',
  'voice',
] as const
export type Part = (typeof parts)[number]

export const [MANY_PHOTOS, SOME_INTERESTS] = [3, 3]
/** No one has to answer every basic question. */
const SOME_BASICS = 3

type ProfileFacts = Pick<OwnUser, 'bio' | 'prompts' | 'interests' | 'intention' | 'photoChecked'> & {
  pictures: readonly { alt: string }[]
  basics: Basics
  voice: object | null
}

export const answeredBasics = (basics: Basics): number => Object.values(basics).filter((each) => each !== null).length

const isFilled: Record<Part, (user: ProfileFacts) => boolean> = {
  photos: ({ pictures }) => pictures.length >= MANY_PHOTOS,
  descriptions: ({ pictures }) => pictures.length > 0 && pictures.every(({ alt }) => alt !== ''),
  verification: ({ photoChecked }) => photoChecked,
  bio: ({ bio }) => bio !== null,
  prompts: ({ prompts }) => prompts.length > 0,
  interests: ({ interests }) => interests.length >= SOME_INTERESTS,
  intention: ({ intention }) => intention !== null,
  basics: ({ basics }) => answeredBasics(basics) >= SOME_BASICS,
  voice: ({ voice }) => voice !== null,
}

/** The first part that is still missing. Undefined if none is. */
export const nextPart = (user: ProfileFacts): Part | undefined => parts.find((part) => !isFilled[part](user))
