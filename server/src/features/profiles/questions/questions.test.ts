import { themes } from '@kindred/contract'
import { expect, test } from 'vitest'
import { allQuestions } from './catalogue.ts'

test('there are at least 120 questions in six themes, each with its own name and two to ten different answers', () => {
  expect(allQuestions.length).toBeGreaterThanOrEqual(120)
  expect(new Set(allQuestions.map(({ theme }) => theme))).toEqual(new Set(themes))
  expect(new Set(allQuestions.map(({ id }) => id)).size).toBe(allQuestions.length)
  for (const { id, text, answers } of allQuestions) {
    expect([id, /^[a-z-]{2,40}$/.test(id), text.length > 5]).toEqual([id, true, true])
    expect([id, new Set(answers).size]).toEqual([id, answers.length])
    expect(answers.length).toBeGreaterThanOrEqual(2)
    expect(answers.length).toBeLessThanOrEqual(10)
    expect([id, text.endsWith('?')]).toEqual([id, true])
    expect([id, /[!]/.test(text + answers.join(''))]).toEqual([id, false])
  }
})
