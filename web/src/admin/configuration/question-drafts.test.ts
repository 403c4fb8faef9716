import type { OwnQuestion } from '@kindred/contract/profiles/own-questions'
import { expect, test } from 'vitest'
import { edited, formerIdOf } from './question-drafts.ts'

const sea: OwnQuestion = { id: 'sea', text: 'Sea?', answers: ['Yes', 'No'] }
const former: OwnQuestion = { ...sea, id: 'former', retiredAt: '2026-11-30T00:00:00.000Z' }
const newSea: OwnQuestion = { ...sea, id: 'new-sea', answers: ['Yes', 'Never'] }
// As noted while the questions were written.
const formers = new Map([
  ['sea', 'question'],
  ['new-sea', 'former'],
])

function edit(own: OwnQuestion[], saved: OwnQuestion[], part: Partial<OwnQuestion>) {
  const [before] = own
  const formerId = formerIdOf(saved, formers, before!.id)
  return edited(own, saved, formerId, before!, { ...before!, ...part })
}

test('a question that has been saved keeps its ID when its words change', () => {
  expect(edit([sea], [sea], { text: 'The sea?' }).own).toEqual([{ ...sea, text: 'The sea?' }])
})

test('a question that took the place of another is itself replaced once it has been saved', () => {
  const saved = [newSea, former]
  const { own, id } = edit(saved, saved, { answers: ['Yes', 'Rarely'] })
  expect(saved.map((each) => each.id)).not.toContain(id)
  expect(own.map((each) => each.id)).toEqual([id, 'new-sea', 'former'])
  expect(own.slice(1).every(({ retiredAt }) => retiredAt)).toBe(true)
})

test('until it is saved, its own answers bring the former question back', () => {
  const own = [newSea, former]
  expect(edit(own, [{ ...sea, id: 'former' }], { answers: ['Yes', 'No'] })).toEqual({
    own: [{ ...sea, id: 'former' }],
    id: 'former',
  })
})
