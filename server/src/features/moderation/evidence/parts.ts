import type { FrozenContent } from '@kindred/contract'
import type { Link } from './chain.ts'
import { readSealed } from './stored.ts'

/** A part of a report's evidence. A report by rules has several if they found more while it was open. */
export type Part = { id: string; content: FrozenContent }

export const partsIn = (links: readonly Link[]): Part[] =>
  links.flatMap(({ id, content }) => (content === null ? [] : [{ id, content: readSealed(content) }]))

const firstOfEach = <T>(all: readonly T[], keyOf: (each: T) => string): T[] => {
  const found = new Map<string, T>()
  for (const each of all) if (!found.has(keyOf(each))) found.set(keyOf(each), each)
  return [...found.values()]
}

export function contentOf(parts: readonly Part[]): FrozenContent | undefined {
  const [first] = parts
  if (!first) return undefined
  const voice = parts.find(({ content }) => content.voice)?.content.voice
  return {
    profile: first.content.profile,
    pictures: firstOfEach(
      parts.flatMap(({ content }) => content.pictures),
      ({ publicId }) => publicId,
    ),
    messages: firstOfEach(
      parts.flatMap(({ content }) => content.messages),
      ({ _id }) => _id,
    ),
    ...(voice ? { voice } : {}),
  }
}
