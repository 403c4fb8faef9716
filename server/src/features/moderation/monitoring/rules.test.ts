import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultRules } from './defaults.ts'
import { firstMessagesRule, mostAlike } from './rules.ts'

type Conversation = { third: number; language: string; kind: 'scam' | 'honest'; lines: string[] }
const conversations = JSON.parse(
  readFileSync(new URL('../../../../test/moderation/conversations.json', import.meta.url), 'utf8'),
) as Conversation[]

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

test('four of five scams are recognized by their first messages, at two false alarms in a hundred', () => {
  const [known, unseen] = [
    conversations.filter(({ third }) => third < 3),
    conversations.filter(({ third }) => third === 3),
  ]
  const [before, measured] = [measure(known), measure(unseen)]
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  for (const [name, { recall, falseAlarms }] of Object.entries({ known: before, unseen: measured }))
    console.log(`${name}: recall ${percent(recall)}, false alarms ${percent(falseAlarms)}`)
  expect(measured.recall).toBeGreaterThanOrEqual(0.8)
  expect(measured.falseAlarms).toBeLessThanOrEqual(0.02)
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
