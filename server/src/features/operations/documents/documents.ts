import {
  type Block,
  type Configuration,
  type DatedText,
  DAYS_AHEAD,
  type Document,
  documentNames,
  type Documents,
  invalidField,
  type LegalName,
  legalNames,
  message,
  type MessageDescriptor,
  translationIn,
  type WrittenText,
} from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { diffArrays } from 'diff'
import { isDeepStrictEqual } from 'node:util'
import { days, later } from '../../../infra/clock.ts'
import { dayIn, type Formats } from '../../../infra/zones.ts'
import { blocksOf, onceFor } from './markdown.ts'

/** The version of the product's own terms and privacy policy. Every day of an operator's version is later. */
const FIRST_TERMS = '2026-11-01'

export const dayOf = (now: Date): string => dayIn('UTC', now)

const inForce = (texts: readonly DatedText[] | undefined, today: string): DatedText | undefined =>
  texts?.findLast(({ from }) => from <= today)

const comingOf = (texts: readonly DatedText[] | undefined, today: string): DatedText | undefined =>
  texts?.find(({ from, isCorrection }) => from > today && !isCorrection)

/** The version that members have to have agreed to. They agree to the terms and the privacy policy together. */
export const requiredTerms = (documents: Documents | undefined, today: string): string =>
  legalNames
    .flatMap((name) => documents?.[name] ?? [])
    .filter(({ from, isCorrection }) => from <= today && !isCorrection)
    .reduce((latest, { from }) => (from > latest ? from : latest), FIRST_TERMS)

/** What the web app needs to know about the operator's texts before it reads one. Undefined if there are none. */
export function publicDocuments(documents: Documents | undefined, today: string) {
  if (!documents) return undefined
  const { pages = [] } = documents
  const own = documentNames.filter((name) => {
    const texts = documents[name]
    return Array.isArray(texts) ? inForce(texts, today) : texts
  })
  const coming = legalNames.flatMap((name) => {
    const next = comingOf(documents[name], today)
    return next ? [{ name, from: next.from }] : []
  })
  return {
    own,
    pages: pages.map(({ slug, title, translations }) => ({
      slug,
      titles: {
        en: title,
        ...Object.fromEntries(Object.entries(translations ?? {}).map(([language, each]) => [language, each?.title])),
      },
    })),
    coming,
  }
}

/** The text in the reader's language, or in English if it has no translation. */
function wordsIn({ text, translations }: WrittenText, wanted: Language): { language: Language; words: string } {
  const translation = translationIn(translations, wanted)
  return { language: translation === undefined ? 'en' : wanted, words: translation ?? text }
}

function textIn(text: WrittenText, wanted: Language): { language: Language; blocks: Block[] } {
  const { language, words } = wordsIn(text, wanted)
  return { language, blocks: blocksOf(words) }
}

/** Beyond this many changes, which takes a second to find, the versions have nothing in common for a reader. */
const MOST_CHANGES = 1000

/** Both versions in one list, with what only one of them has. */
const compared = onceFor((before = '', after = '') => {
  const keyed = (blocks: readonly Block[]) => blocks.map((block) => ({ block, key: JSON.stringify(block) }))
  const [was, is] = [keyed(blocksOf(before)), keyed(blocksOf(after))]
  const parts = diffArrays(was, is, { comparator: (one, other) => one.key === other.key, maxEditLength: MOST_CHANGES })
  const all = [
    { value: was, added: false, removed: true },
    { value: is, added: true, removed: false },
  ]
  return (parts ?? all).flatMap(({ value, added, removed }) =>
    value.map(({ block }): Block => (added || removed ? { ...block, change: added ? 'added' : 'removed' } : block)),
  )
})

function legalDocument(texts: readonly DatedText[], today: string, wanted: Language): Document | undefined {
  const current = inForce(texts, today)
  const next = comingOf(texts, today)
  const shown = current ? textIn(current, wanted) : { language: wanted, blocks: [] }
  const previous = current && texts[texts.indexOf(current) - 1]
  if (!current && !next) return undefined
  const changeTo = (text: DatedText, before: DatedText | undefined) => {
    const { language, words } = wordsIn(text, wanted)
    const blocks = compared(before ? wordsIn(before, wanted).words : '', words)
    return { from: text.from, isInForce: text === current, language, blocks }
  }
  const change = next ? changeTo(next, current) : current && previous ? changeTo(current, previous) : null
  return { title: null, from: current?.from ?? null, ...shown, change }
}

export function findDocument(
  documents: Documents | undefined,
  name: string,
  today: string,
  wanted: Language,
): Document | undefined {
  const known = documentNames.find((each) => each === name)
  if (known) {
    const texts = documents?.[known]
    if (Array.isArray(texts)) return legalDocument(texts, today, wanted)
    return texts && { title: null, from: null, ...textIn(texts, wanted), change: null }
  }
  const page = documents?.pages?.find(({ slug }) => slug === name)
  if (!page) return undefined
  const translation = translationIn(page.translations, wanted)
  const { title, text } = translation ?? page
  return { title, from: null, language: translation ? wanted : 'en', blocks: blocksOf(text), change: null }
}

const refuse = (path: string, msg: MessageDescriptor): never => {
  throw invalidField(`configuration.documents.${path}`, msg)
}

type Versions = Pick<Configuration, 'documents'>

/**
 * The texts that are new in a change of the configuration and have to be announced. Refuses a change of a text that
 * applies, and a new one that comes too soon. Before the first member has agreed to anything, all may change at once.
 */
export function newTerms(
  before: Versions,
  wanted: Versions,
  { now, hasMembers, formats }: { now: Date; hasMembers: boolean; formats: Pick<Formats, 'day'> },
): { name: LegalName; from: string }[] {
  const today = dayOf(now)
  const earliest = hasMembers ? dayOf(later(now, days(DAYS_AHEAD))) : today
  return legalNames.flatMap((name) => {
    const [texts, wantedTexts] = [before.documents?.[name] ?? [], wanted.documents?.[name] ?? []]
    // Members can compare the text that applies with the one before it.
    const kept = hasMembers ? texts.filter(({ from }) => from <= today).slice(-2) : []
    const has = (all: readonly DatedText[], text: DatedText) => all.some((each) => isDeepStrictEqual(each, text))
    if (!kept.every((text) => has(wantedTexts, text)))
      refuse(name, message('A text that applies stays as it is. Add a new version instead.'))
    const added = wantedTexts.filter((text) => !has(texts, text))
    for (const text of added) {
      const path = `${name}.${wantedTexts.indexOf(text)}.from`
      const first = text.isCorrection ? today : earliest
      if (text.from < first) refuse(path, message('Choose {day} or later.', { day: formats.day(new Date(first)) }))
    }
    return hasMembers ? added.filter(({ isCorrection }) => !isCorrection).map(({ from }) => ({ name, from })) : []
  })
}
