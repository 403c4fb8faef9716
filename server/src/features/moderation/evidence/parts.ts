import type { EarlierText, FrozenContent, ShownPlace } from '@kindred/contract'
import type { Gathered } from './evidence.ts'
import type { Link } from './queries.ts'
import { readSealed } from './stored.ts'

/** A part of a report's evidence. A report has several if more was found, or reported again, while it was open. */
type Part = { id: string; at: Date; content: FrozenContent }

export const partsIn = (links: readonly Link[]): Part[] =>
  links.flatMap(({ id, at, content }) => (content === null ? [] : [{ id, at, content: readSealed(content) }]))

const lastOfEach = <T>(all: readonly T[], keyOf: (each: T) => string): T[] => [
  ...new Map(all.map((each) => [keyOf(each), each])).values(),
]

const firstOfEach = <T>(all: readonly T[], keyOf: (each: T) => string): T[] =>
  lastOfEach(all.toReversed(), keyOf).toReversed()

const nameOf = ({ place, about, text }: Pick<EarlierText, 'place' | 'about' | 'text'>) =>
  JSON.stringify([place, about, text])

/** What was on the profile when a part was sealed, as texts that are no longer there. */
function textsIn({ at, content: { profile } }: Part): EarlierText[] {
  const { firstName, gender, bio, prompts, location } = profile
  const one = (place: ShownPlace, text: string | null, about: string | null = null) =>
    text ? [{ place, about, text, since: null, until: at.toISOString() }] : []
  return [
    ...one('name', firstName),
    ...one('gender', gender),
    ...one('city', location.city),
    ...one('bio', bio),
    ...prompts.flatMap(({ question, answer }) => one('prompt', answer, question)),
  ]
}

/** The profile is that of the first part. What later parts had besides is among the earlier texts. */
export function contentOf(parts: readonly Part[]): FrozenContent | undefined {
  const [first, ...later] = parts
  if (!first) return undefined
  const shown = new Set(textsIn(first).map(nameOf))
  const reported = new Set(
    parts.flatMap(({ content }) => content.messages.flatMap(({ _id, isReported }) => (isReported ? _id : []))),
  )
  return {
    profile: first.content.profile,
    earlier: lastOfEach(
      [
        ...later.flatMap(textsIn).filter((each) => !shown.has(nameOf(each))),
        ...parts.flatMap(({ content }) => content.earlier),
      ],
      nameOf,
    ),
    pictures: firstOfEach(
      parts.flatMap(({ content }) => content.pictures),
      ({ publicId }) => publicId,
    ),
    messages: lastOfEach(
      parts.flatMap(({ content }) => content.messages),
      ({ _id }) => _id,
    ).map((each) => ({ ...each, isReported: reported.has(each._id) })),
    voices: firstOfEach(
      parts.flatMap(({ content }) => content.voices),
      ({ fileId }) => fileId,
    ),
  }
}

/** True if a report that is made again has something that its evidence lacks. */
export function hasNews(links: readonly Link[], { content }: Gathered, at: Date): boolean {
  const known = contentOf(partsIn(links))
  if (!known) return false
  const [before, after] = [
    { id: '', at, content: known },
    { id: '', at, content },
  ]
  const texts = new Set([...textsIn(before), ...known.earlier].map(nameOf))
  const said = new Set(
    known.messages.map(({ _id, text, deletedAt }) => JSON.stringify([_id, text, deletedAt === null])),
  )
  return (
    [...textsIn(after), ...content.earlier].some((each) => !texts.has(nameOf(each))) ||
    content.messages.some(({ _id, text, deletedAt }) => !said.has(JSON.stringify([_id, text, deletedAt === null]))) ||
    content.pictures.some(({ publicId }) => known.pictures.every((each) => each.publicId !== publicId)) ||
    content.voices.some(({ fileId }) => known.voices.every((each) => each.fileId !== fileId))
  )
}
