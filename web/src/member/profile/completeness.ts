import type { OwnUser } from '@kindred/contract/profiles/users'

/** The parts of a profile. Each one is also a part of the screen. */
export const parts = ['photos', 'descriptions', 'verification', 'bio', 'prompts', 'interests', 'intention'] as const
export type Part = (typeof parts)[number]

export const [MANY_PHOTOS, SOME_INTERESTS] = [3, 3]

type ProfileFacts = Pick<OwnUser, 'bio' | 'prompts' | 'interests' | 'intention' | 'photoChecked'> & {
  pictures: readonly { alt: string }[]
}

const isFilled: Record<Part, (user: ProfileFacts) => boolean> = {
  photos: ({ pictures }) => pictures.length >= MANY_PHOTOS,
  descriptions: ({ pictures }) => pictures.length > 0 && pictures.every(({ alt }) => alt !== ''),
  verification: ({ photoChecked }) => photoChecked,
  bio: ({ bio }) => bio !== null,
  prompts: ({ prompts }) => prompts.length > 0,
  interests: ({ interests }) => interests.length >= SOME_INTERESTS,
  intention: ({ intention }) => intention !== null,
}

export const missingIn = (user: ProfileFacts): Part[] => parts.filter((part) => !isFilled[part](user))

export const partId = (part: Part): string => `profile-${part}`
