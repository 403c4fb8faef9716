import type { Basics, OwnUser } from '@kindred/contract/profiles/users'

// What would help a profile: what is missing, photos that are dark or small, and answers of one word. Nothing depends on
// other people, or on how anyone reacts to the profile.

/** In the order in which they help most. */
const kinds = [
  'photos',
  'dark',
  'small',
  'bio',
  'shortBio',
  'prompts',
  'shortPrompt',
  'interests',
  'intention',
  'descriptions',
  'verification',
  'basics',
  'voice',
] as const
export type AdviceKind = (typeof kinds)[number]

/** `about` names the photo or the question, so that advice about another one isn't put away with it. */
export type Advice = { kind: AdviceKind; about?: string }

export const keyOf = ({ kind, about }: Advice): string => (about === undefined ? kind : `${kind}:${about}`)

export const [MANY_PHOTOS, SOME_INTERESTS] = [3, 3]
/** No one has to answer every basic question. */
const SOME_BASICS = 3
/** Smaller photos look blurred on a phone. The server stores photos with a width of up to 1080 pixels. */
const [SHORT_SIDE, STORED_WIDTH] = [600, 1080]
const MOST_AT_ONCE = 3

type Photo = { publicId: string; alt: string; width: number; height: number }

type ProfileFacts = Pick<OwnUser, 'bio' | 'prompts' | 'interests' | 'intention' | 'photoChecked'> & {
  pictures: readonly Photo[]
  basics: Basics
  /** How many basics the community asks for. */
  asked?: number
  voice: object | null
}

const answeredBasics = (basics: Basics): number => Object.values(basics).filter((each) => each !== null).length

/** The longest text without spaces that can be a word, in browsers that don't know where words end. */
const LONGEST_WORD = 25

/** Many languages have no spaces between words. An emoji is no word, and says as little as one. */
export function isOneWord(text: string): boolean {
  if (!('Segmenter' in Intl)) return !/\s/.test(text.trim()) && text.trim().length <= LONGEST_WORD
  const parts = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)]
  return parts.filter(({ isWordLike }) => isWordLike).length <= 1
}

/** The server makes wide photos smaller than they were. */
const isSmall = ({ width, height }: Photo): boolean => width < STORED_WIDTH && Math.min(width, height) < SHORT_SIDE

type Find = (user: ProfileFacts, isFirstDark: boolean) => { about?: string } | boolean | undefined

const found = (about: string | undefined) => about !== undefined && { about }

const finds: Record<AdviceKind, Find> = {
  photos: ({ pictures }) => pictures.length < MANY_PHOTOS,
  dark: ({ pictures: [first] }, isFirstDark) => isFirstDark && found(first?.publicId),
  small: ({ pictures }) => found(pictures.find(isSmall)?.publicId),
  bio: ({ bio }) => bio === null,
  shortBio: ({ bio }) => bio !== null && isOneWord(bio),
  prompts: ({ prompts }) => prompts.length === 0,
  shortPrompt: ({ prompts }) => found(prompts.find(({ answer }) => isOneWord(answer))?.question),
  interests: ({ interests }) => interests.length < SOME_INTERESTS,
  intention: ({ intention }) => intention === null,
  descriptions: ({ pictures }) => pictures.some(({ alt }) => alt === ''),
  verification: ({ photoChecked }) => !photoChecked,
  basics: ({ basics, asked = SOME_BASICS }) => answeredBasics(basics) < Math.min(SOME_BASICS, asked),
  voice: ({ voice }) => voice === null,
}

type More = {
  /** Kinds that the community doesn't offer. */
  except?: readonly AdviceKind[]
  /** Whether the first photo is dark (darkness.ts). */
  isFirstDark?: boolean
  isPutAway?: (advice: Advice) => boolean
}

/** A few pieces at a time, the most useful first. */
export const adviceFor = (
  user: ProfileFacts,
  { except = [], isFirstDark = false, isPutAway = () => false }: More = {},
): Advice[] =>
  kinds
    .filter((kind) => !except.includes(kind))
    .flatMap((kind): Advice[] => {
      const about = finds[kind](user, isFirstDark)
      return about ? [{ kind, ...(about === true ? {} : about) }] : []
    })
    .filter((advice) => !isPutAway(advice))
    .slice(0, MOST_AT_ONCE)
