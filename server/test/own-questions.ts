import type { OwnQuestion, QuestionBank } from '@kindred/contract'
import { configure } from './configuring.ts'
import type { Person } from './people.ts'

// Helpers shared by the tests of an operator's own compatibility questions.

export const boats: OwnQuestion = {
  id: 'boats',
  text: 'Sail or row?',
  answers: ['Sail', 'Row', 'Neither'],
  translations: { de: { text: 'Segeln oder rudern?', answers: ['Segeln', 'Rudern', 'Nichts davon'] } },
}
export const tides: OwnQuestion = { id: 'tides', text: 'High or low tide?', answers: ['High', 'Low'] }

/** Saves the section as an administrator, and returns it as stored. */
export const setQuestions = async ({ client }: Person, questions?: QuestionBank): Promise<QuestionBank | undefined> =>
  (await configure(client, { questions })).questions

export const answerTo = ({ client }: Person, id: string, answer: number, accepted = [answer], shown = true) =>
  client.answerQuestion({ params: { id }, body: { answer, accepted, importance: 50, shown } })

/** The questions that a member is asked. */
export const asked = async ({ client }: Person) => (await client.listQuestions()).data.questions

/** The answers of a member to the questions that they are asked, by ID. */
export const answered = async (person: Person) =>
  Object.fromEntries((await asked(person)).flatMap(({ _id, mine }) => (mine ? [[_id, mine.answer]] : [])))

export const retire = (bank: QuestionBank, id: string): QuestionBank => ({
  ...bank,
  own: bank.own.map((each) => (each.id === id ? { ...each, retiredAt: '2020-01-01T00:00:00.000Z' } : each)),
})
