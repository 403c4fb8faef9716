import type { FieldAnswer, ProfileField } from '@kindred/contract'
import { newField } from '@kindred/contract/profiles/new-field'
import { configure } from './configuring.ts'
import type { Person } from './people.ts'

// Helpers shared by the tests of the community's own profile fields.

export const field = (changes: Partial<ProfileField> & { id: string }): ProfileField => ({
  ...newField,
  label: changes.id,
  ...changes,
})

export const choices = (...labels: string[]): ProfileField['options'] =>
  labels.map((label) => ({ id: label.toLowerCase(), label }))

export const faculty = field({ id: 'faculty', label: 'Faculty', options: choices('Law', 'Medicine', 'Arts') })

/** Saves the fields as an administrator, and returns them as stored. */
export const setFields = async ({ client }: Person, fields?: readonly ProfileField[]): Promise<ProfileField[]> =>
  (await configure(client, { fields: fields && [...fields] })).fields ?? []

export const answer = ({ client }: Person, answers: Record<string, FieldAnswer | null>, acceptSensitive?: boolean) =>
  client.answerFields({ body: { answers, ...(acceptSensitive ? { acceptSensitive } : {}) } })

/** A member's own answers, by field. */
export const ownAnswers = async ({ client }: Person) =>
  Object.fromEntries((await client.listFields()).data.fields.map(({ id, answer: mine }) => [id, mine]))

/** The answers of a person that a viewer sees on their page, by field. */
export const seenBy = async ({ client }: Person, { user }: Person): Promise<Record<string, string>> =>
  Object.fromEntries(
    ((await client.getPerson({ params: { id: user._id } })).data.user.fields ?? []).map(({ id, text }) => [id, text]),
  )
