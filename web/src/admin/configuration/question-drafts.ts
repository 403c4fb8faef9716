import type { OwnQuestion } from '@kindred/contract/profiles/own-questions'
import { hasSameAnswers } from '@kindred/contract/profiles/same-answers'
import { retired } from './retired.ts'
import { slugOf } from './slug.ts'

// Changes of the own questions in a draft. A saved question keeps its answers for good: with other ones, another
// question takes its place, and it is retired.

export type Own = readonly OwnQuestion[]

const live = ({ retiredAt: _retiredAt, ...question }: OwnQuestion): OwnQuestion => question

const withId = (own: Own, id: string) => own.find((question) => question.id === id)

/** An ID that no question has, not even a retired one. */
export const newId = (own: Own, saved: Own, text: string, id?: string): string =>
  slugOf(
    text,
    [...own, ...saved].flatMap((each) => (each.id === id ? [] : [each.id])),
    'question',
  )

export const retiredIn = (own: Own, saved: Own, id: string): OwnQuestion[] =>
  own.flatMap((question) => {
    if (question.id !== id) return [question]
    return withId(saved, id) ? [retired(question)] : []
  })

export const broughtBack = (own: Own, id: string): OwnQuestion[] =>
  own.map((question) => (question.id === id ? live(question) : question))

/** A question in the place of another, followed by the former one if it is retired. */
export const replacedIn = (own: Own, id: string, next: OwnQuestion, former?: OwnQuestion): OwnQuestion[] =>
  own.flatMap((each) => (each.id === id ? [next, ...(former ? [former] : [])] : [each]))

/** The ID of the saved question that this one is, or whose place it took. Once saved, it is one of its own. */
export const formerIdOf = (saved: Own, formers: ReadonlyMap<string, string>, id: string): string =>
  withId(saved, id) ? id : (formers.get(id) ?? id)

type Edited = { own: OwnQuestion[]; id: string }

/** `formerId` is the saved question that this one is, or whose place it took. Its own answers bring it back. */
export function edited(own: Own, saved: Own, formerId: string, before: OwnQuestion, next: OwnQuestion): Edited {
  const former = withId(saved, formerId)
  if (!former) {
    const id = next.text === before.text ? next.id : newId(own, saved, next.text, before.id)
    return { own: own.map((each) => (each.id === before.id ? { ...next, id } : each)), id }
  }
  if (hasSameAnswers(former, next)) {
    const others = before.id === former.id ? own : own.filter(({ id }) => id !== former.id)
    return { own: others.map((each) => (each.id === before.id ? { ...next, id: former.id } : each)), id: former.id }
  }
  const isFirst = before.id === former.id
  const id = isFirst ? newId(own, saved, next.text) : before.id
  return { own: replacedIn(own, before.id, { ...next, id }, isFirst ? retired(live(former)) : undefined), id }
}
