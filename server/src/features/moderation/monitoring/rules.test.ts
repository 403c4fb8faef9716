import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultRules } from './defaults.ts'
import { firstMessagesRule, mostAlike } from './rules.ts'

type Conversation = { third?: number; language: string; kind: 'scam' | 'honest'; lines: string[] }
const read = (name: string) =>
  readFileSync(new URL(`../../../../test/moderation/${name}.json`, import.meta.url), 'utf8')
const conversations: Conversation[] = JSON.parse(read('conversations'))
const sealedText = read('sealed-conversations')
const sealed: Conversation[] = JSON.parse(sealedText)
const blindText = read('blind-conversations')
const blind: Conversation[] = JSON.parse(blindText)

const saidBy = ({ lines }: Conversation, who: 'A' | 'B') =>
  lines.filter((line) => line.startsWith(who)).map((line) => line.slice(3))

/** The share of scams that are found, and of honest conversations in which either person is suspected. */
function measure(all: readonly Conversation[]) {
  const { parameters } = defaultRules.first_messages
  const judge = firstMessagesRule(parameters)
  const isFound = (texts: string[]) => judge(texts.slice(0, parameters.messages)) !== undefined
  const scams = all.filter(({ kind }) => kind === 'scam')
  const honest = all.filter(({ kind }) => kind === 'honest')
  const missed = scams.filter((each) => !isFound(saidBy(each, 'A')))
  const wrong = honest.filter((each) => isFound(saidBy(each, 'A')) || isFound(saidBy(each, 'B')))
  return { recall: 1 - missed.length / scams.length, falseAlarms: wrong.length / honest.length }
}

test('the conversations are a hundred in each third, half of them scams, in three languages', () => {
  for (const third of [1, 2, 3])
    for (const kind of ['scam', 'honest']) {
      const some = conversations.filter((each) => each.third === third && each.kind === kind)
      expect(some).toHaveLength(50)
      for (const language of ['en', 'de', 'es'])
        expect(some.filter((each) => each.language === language).length).toBeGreaterThanOrEqual(16)
    }
  const texts = conversations.flatMap((each) => each.lines.map((line) => [line, each.third] as const))
  const thirds = Map.groupBy(texts, ([line]) => line.slice(3).toLowerCase())
  const shared = [...thirds].filter(([, uses]) => new Set(uses.map(([, third]) => third)).size > 1)
  expect(shared.map(([line]) => line).filter((line) => line.split(' ').length > 3)).toEqual([])
})

test('the sealed conversations are those that were written before anybody saw the rules judge them', () => {
  expect(createHash('sha256').update(sealedText).digest('hex')).toBe(
    '3a75f3be9d1d96ebe054908ad786143804449ea36a4439338d1c18aab24c90b7',
  )
  expect(createHash('sha256').update(blindText).digest('hex')).toBe(
    '464355dabcbe5ed87b97e408b21f175876032f9d0cbf0d2dc58153a820ee3501',
  )
  for (const kind of ['scam', 'honest'])
    for (const language of ['en', 'de', 'es'])
      expect(sealed.filter((each) => each.kind === kind && each.language === language)).toHaveLength(20)
  const known = new Set(conversations.flatMap(({ lines }) => lines.map((line) => line.slice(3).toLowerCase())))
  const shared = sealed.flatMap(({ lines }) => lines.filter((line) => known.has(line.slice(3).toLowerCase())))
  expect(shared.filter((line) => line.split(' ').length > 4)).toEqual([])
})

test('four of five scams are recognized by their first messages, at two false alarms in a hundred', () => {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const measured = {
    known: measure(conversations.filter(({ third }) => third !== 3)),
    unseen: measure(conversations.filter(({ third }) => third === 3)),
    sealed: measure(sealed),
    // Its false alarms are in docs/administration.md: rules that were fitted to them would make it no measure.
    blind: measure(blind),
  }
  for (const [name, { recall, falseAlarms }] of Object.entries(measured))
    console.log(`${name}: recall ${percent(recall)}, false alarms ${percent(falseAlarms)}`)
  expect(measured.blind.recall).toBeGreaterThanOrEqual(0.8)
  for (const { recall, falseAlarms } of [measured.unseen, measured.sealed]) {
    expect(recall).toBeGreaterThanOrEqual(0.8)
    expect(falseAlarms).toBeLessThanOrEqual(0.02)
  }
})

test('copies are alike when only a name, a number or a few words differ; greetings never are', () => {
  const copies = ['Ada', 'Ben', 'Cleo'].map((name, at) => ({
    text: `Hello ${name}! I saw your photos and I would love to know you, text me at 55501${at} tonight please`,
  }))
  const others = [{ text: 'Your lighthouse photo is lovely. Did you climb all the way up, or was it closed that day?' }]
  expect(mostAlike([...others, ...copies], 80)).toHaveLength(3)
  const greetings = Array.from({ length: 5 }, () => ({ text: 'Hi, how are you today?' }))
  expect(mostAlike(greetings, 80)).toEqual([])
})
