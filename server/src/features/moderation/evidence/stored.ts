import { ApiError, type FrozenContent, shownPlaces } from '@kindred/contract'
import * as z from 'zod/mini'

// The format of sealed evidence. Only this file defines it, so that sealed evidence stays readable when profiles,
// messages and routes change. Never edit a schema here. A new format gets the next version, with schemas of its own, a
// reader, and a fixture (test/moderation/sealed-evidence-<version>.json). Values that a later release may no longer
// know, such as a state or a habit, are read as text, and fields that no reader knows are left out.

const text = z.string()
const words = z.nullable(text)

const picture1 = z.object({
  publicId: text,
  alt: z.optional(text),
  from: z.enum(['profile', 'message']),
  placeholder: text,
  until: z.optional(text),
  sha256: words,
})
const voice1 = z.object({ fileId: text, durationMs: z.number(), sha256: words })
const message1 = z.object({
  _id: text,
  by: z.enum(['reported', 'reporter']),
  text: words,
  picture: words,
  voice: z.nullable(voice1),
  at: text,
  /** `earlier` has the texts before each edit, the first one first. */
  editedAt: z.optional(text),
  earlier: z.optional(z.array(text)),
  deletedAt: words,
  isReported: z.boolean(),
  from: z.optional(z.enum(['note', 'date', 'call'])),
})
const earlier1 = z.object({ place: z.enum(shownPlaces), about: words, text, since: words, until: text })
const answer1 = z.extend(voice1, { question: text, text: z.optional(text), until: z.optional(text) })

const basics1 = z.object({
  height: z.optional(z.nullable(z.number())),
  children: z.optional(words),
  smoking: z.optional(words),
  drinking: z.optional(words),
  diet: z.optional(words),
  religion: z.optional(words),
  education: z.optional(words),
  work: z.optional(words),
})
const profile1 = z.object({
  firstName: text,
  lastName: text,
  state: text,
  age: z.nullable(z.number()),
  gender: words,
  bio: words,
  location: z.object({ city: words, country: words }),
  intention: words,
  prompts: z.array(z.object({ question: text, answer: text })),
  interests: z.array(text),
  languages: z.array(text),
  basics: basics1,
  photoChecked: z.boolean(),
})

const Version1 = z.object({
  version: z.literal(1),
  profile: profile1,
  pictures: z.array(picture1),
  messages: z.array(message1),
  earlier: z.array(earlier1),
  voices: z.array(answer1),
})

const Numbered = z.object({ version: z.number() })

const readers: Record<number, (content: unknown) => FrozenContent> = {
  1: (content) => {
    const { version: _, ...read } = Version1.parse(content)
    return read
  },
}

export const toSealed = (content: FrozenContent): string => {
  const sealed: z.infer<typeof Version1> = { version: 1, ...content }
  return JSON.stringify(sealed)
}

export function readSealed(content: string): FrozenContent {
  const stored: unknown = JSON.parse(content)
  const { version } = Numbered.parse(stored)
  const read = readers[version]
  if (!read) throw new ApiError('unavailable', 'A newer version of Kindred sealed this evidence. Please update.')
  return read(stored)
}
