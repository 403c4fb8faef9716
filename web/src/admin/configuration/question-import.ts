import { type Language, languageOf, translated } from '@kindred/contract/languages'
import {
  ANSWER_LENGTH,
  MOST_ANSWERS,
  MOST_OWN_QUESTIONS,
  type OwnQuestion,
  QUESTION_LENGTH,
} from '@kindred/contract/profiles/own-questions'
import { hasSameAnswers } from '@kindred/contract/profiles/same-answers'
import { newId, type Own, replacedIn } from './question-drafts.ts'
import { isLive, retired } from './retired.ts'
import type { Entry } from './question-files.ts'

// Compares the questions of a file with those of the draft, before they become a part of it.

type Words = Pick<OwnQuestion, 'text' | 'answers'>
type Placed = Words & { place: number; sensitive: boolean }
type Group = { id: string; place: number; words: Map<Language, Placed> }

export type ImportProblem =
  | 'answers'
  | 'answer-long'
  | 'count'
  | 'english'
  | 'id'
  | 'language'
  | 'other'
  | 'question'
  | 'question-long'
  | 'repeated'
  | 'same'
  | 'twice'
type Problem = { place: number; problem: ImportProblem }
/** A replaced question has other answers, so it is a new one, and the former is retired. */
export type ImportKind = 'new' | 'changed' | 'replaced' | 'unchanged'
type Imported = { kind: ImportKind; question: OwnQuestion }
export type Preview = { imported: Imported[]; problems: Problem[]; own: OwnQuestion[]; isTooMany: boolean }

const isId = /^[a-z0-9][a-z0-9-]{0,39}$/

const length = (text: string): number => [...text].length

function problemOf({ text, answers }: Words): ImportProblem | undefined {
  if (/\p{Cc}/u.test([text, ...answers].join(''))) return 'other'
  if (text === '') return 'question'
  if (length(text) > QUESTION_LENGTH) return 'question-long'
  if (answers.length < 2 || answers.length > MOST_ANSWERS || answers.includes('')) return 'answers'
  if (answers.some((answer) => length(answer) > ANSWER_LENGTH)) return 'answer-long'
  return new Set(answers.map((answer) => answer.toLowerCase())).size < answers.length ? 'same' : undefined
}

type Grouped = { groups: Group[]; problems: Problem[]; refused: Set<Group> }

/** Lines without an ID belong to the question above them, or begin one if they are in English. */
function grouped(entries: readonly Entry[]): Grouped {
  const groups: Group[] = []
  const problems: Problem[] = []
  const refused = new Set<Group>()
  for (const { place, id, language: tag, ...words } of entries) {
    const language = tag === '' ? 'en' : languageOf(tag)
    const isNext = id === '' && language === 'en'
    let group = id === '' ? (isNext ? undefined : groups.at(-1)) : groups.find((each) => each.id === id)
    if (!group) {
      group = { id, place, words: new Map() }
      groups.push(group)
    }
    const problem = !language ? 'language' : group.words.has(language) ? 'twice' : problemOf(words)
    if (language && !problem) group.words.set(language, { ...words, place })
    else if (problem) {
      problems.push({ place, problem })
      refused.add(group)
    }
  }
  return { groups, problems, refused }
}

const isSame = (one: Words | undefined, other: Words | undefined): boolean =>
  one?.text === other?.text && one?.answers.join('\n') === other?.answers.join('\n')

const isEqual = (one: OwnQuestion, other: OwnQuestion): boolean =>
  isSame(one, other) &&
  hasSameAnswers(one, other) &&
  translated.every((language) => isSame(one.translations?.[language], other.translations?.[language]))

/** The question of a file, with translations that the file leaves out if they still fit. */
function toQuestion(group: Group, former: OwnQuestion | undefined): OwnQuestion | Problem {
  const english = group.words.get('en')
  const base = english ?? former
  if (!base) return { place: group.place, problem: 'english' }
  const { text, answers, sensitive } = base
  const isKept = former !== undefined && hasSameAnswers(former, base)
  const others = [...group.words].filter(([language]) => language !== 'en')
  const wrong = others.find(([, words]) => words.answers.length !== answers.length)
  if (wrong) return { place: wrong[1].place, problem: 'count' }
  const translations = {
    ...(isKept ? former.translations : {}),
    ...Object.fromEntries(others.map(([language, words]) => [language, { text: words.text, answers: words.answers }])),
  }
  const { id = 'question' } = group.id ? group : {}
  if (!isId.test(id)) return { place: group.place, problem: 'id' }
  const hasTranslations = Object.keys(translations).length > 0
  return { id, text, answers, ...(hasTranslations ? { translations } : {}), ...(sensitive ? { sensitive } : {}) }
}

/** A question without an ID is the one with the same words, if there is one. So is one that was replaced before. */
const alike = (own: Own, { text, answers, sensitive }: Pick<OwnQuestion, 'text' | 'answers' | 'sensitive'>) =>
  own.find((each) => isLive(each) && each.text === text && hasSameAnswers(each, { answers, sensitive }))

export function previewOf(entries: readonly Entry[], draft: Own, saved: Own): Preview {
  const { groups, problems, refused } = grouped(entries)
  let own = [...draft]
  const imported: Imported[] = []
  const texts = new Set<string>()
  for (const group of groups) {
    if (refused.has(group)) continue
    const english = group.words.get('en')
    const byId = own.find(({ id }) => id === group.id && id !== '')
    const text = english?.text.toLowerCase()
    if (english && text !== undefined && !byId && texts.has(text)) {
      problems.push({ place: english.place, problem: 'repeated' })
      continue
    }
    if (text !== undefined) texts.add(text)
    const fits = byId && (!english || hasSameAnswers(byId, english))
    const former = fits ? byId : ((english && alike(own, english)) ?? byId)
    const question = toQuestion(group, former)
    if ('problem' in question) {
      problems.push(question)
      continue
    }
    // The ID of a question that was retired with other answers is taken.
    const isTaken = former && !isLive(former) && !hasSameAnswers(former, question)
    if (!former || isTaken) {
      const next = { ...question, id: !isTaken && group.id ? group.id : newId(own, saved, question.text) }
      own.push(next)
      imported.push({ kind: 'new', question: next })
    } else if (hasSameAnswers(former, question)) {
      const next = { ...question, id: former.id }
      const kind = isLive(former) && isEqual(former, next) ? 'unchanged' : 'changed'
      if (kind === 'changed') own = replacedIn(own, former.id, next)
      imported.push({ kind, question: kind === 'changed' ? next : former })
    } else {
      const stored = saved.find(({ id }) => id === former.id)
      const next = { ...question, id: stored ? newId(own, saved, question.text) : former.id }
      own = replacedIn(own, former.id, next, stored && retired(stored))
      imported.push({ kind: stored ? 'replaced' : 'changed', question: next })
    }
  }
  return {
    imported,
    problems: problems.toSorted((one, other) => one.place - other.place),
    own,
    isTooMany: own.filter(isLive).length > MOST_OWN_QUESTIONS,
  }
}
