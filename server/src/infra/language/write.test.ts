import { storedMessage, message } from '@kindred/contract'
import { expect, test } from 'vitest'
import { write } from './write.ts'

const MEET = message('who you’d like to meet')
const CHARGE =
  'On {day}, we’ll charge {amount, number, price} for your ' +
  '{plan, select, monthly {monthly} quarterly {quarterly} other {annual}} plan.'

test('a count has the form of its noun, and its digits are grouped', () => {
  const items = (count: number) => write('en', message('{count, plural, one {# item} other {# items}}', { count }))
  expect([0, 1, 2, 12_000].map(items)).toEqual(['0 items', '1 item', '2 items', '12,000 items'])
})

test('a list reads like a sentence', () => {
  const fields = (...names: string[]) => write('en', message('Please add {fields}.', { fields: names }))
  expect([fields('bio'), fields('bio', 'city'), fields('bio', 'gender', 'city')]).toEqual([
    'Please add bio.',
    'Please add bio and city.',
    'Please add bio, gender, and city.',
  ])
})

test('an amount has its currency', () => {
  expect(write('en', message('Receipt: {amount, number, price}', { amount: 1234.5 }))).toBe('Receipt: €1,234.50')
})

test('a text within a text is in the language of both', () => {
  const mine = storedMessage('Home alone', {}, 'What’s your ideal Saturday night?')
  const reason = message('{question} You both said “{mine}.”', {
    question: message('What’s your ideal Saturday night?'),
    mine,
  })
  expect(write('en', reason)).toBe('What’s your ideal Saturday night? You both said “Home alone.”')
  const [question, answer] = [write('de', 'What’s your ideal Saturday night?'), write('de', mine)]
  expect(answer).not.toBe('Home alone')
  expect(write('de', reason)).toContain(question)
  expect(write('de', reason)).toContain(answer)
  expect(write('de', reason)).not.toContain('You both said')
})

test('the same English is written as its context means it', () => {
  const both = (question: string) => write('de', storedMessage('Both', {}, question))
  expect(both('Beach or mountains?')).toBe('Beides')
  expect(both('If you got married, whose last name would you use?')).toBe('Beide (Doppelname)')
  expect(write('de', 'Both')).toBe('Both')
})

test('what people wrote stays as it is, whatever it looks like', () => {
  for (const text of ['{name}', "it's {0, plural, one {#}}", '<b>%BRAND%</b>', ''])
    expect([write('en', text), write('de', text)]).toEqual([text, text])
  expect(write('en', message('Reason: {reason}', { reason: '{name} #' }))).toBe('Reason: {name} #')
})

test('a text that is not translated is English, with English plurals', () => {
  const text = message('{count, plural, one {# thing that nobody translates} other {# things}}', { count: 2 })
  expect([write('ar', text), write('de', text)]).toEqual(['2 things', '2 things'])
})

test('a value of the other direction is isolated, and others are not', () => {
  const match = (name: string) => message('You and {name} matched', { name })
  expect(write('en', match('Ana'))).toBe('You and Ana matched')
  expect(write('en', match('נועה'))).toBe('You and \u2068נועה\u2069 matched')
  expect(write('ar', match('Ana'))).toContain('\u2068Ana\u2069')
  expect(write('ar', match('ليلى'))).toMatch(/(?<!\u2068)ليلى(?!\u2069)/)
})

test('what a text chooses its words by is not isolated', () => {
  const renews = (plan: string) => write('ar', message(CHARGE, { day: '1', amount: 5, plan }))
  expect([renews('monthly'), renews('quarterly')]).toEqual([
    expect.stringContaining('الشهرية'),
    expect.stringContaining('ربع السنوية'),
  ])
})

test('a text has the form for a woman or a man, and is neutral to everyone else', () => {
  const asked = (gender?: string | null) => write('ar', message('Please add {fields}.', { fields: [MEET] }), gender)
  expect(asked('woman')).toBe('أضيفي ما يلي: من تودّين التعرّف عليهم.')
  expect(asked('man')).toBe('أضف ما يلي: من تودّ التعرّف عليهم.')
  for (const gender of [undefined, null, 'non-binary', 'Woman', 'constructor'])
    expect(asked(gender)).toBe('تُرجى إضافة ما يلي: من يهمّك التعرّف عليهم.')
  expect(write('de', 'Please enter your location.', 'woman')).toBe(write('de', 'Please enter your location.'))
})
