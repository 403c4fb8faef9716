import { expect, test } from 'vitest'
import { mostAlike } from './alike.ts'

test('copies are alike when only a name, a number or a few words differ; greetings never are', () => {
  const copies = ['Ada', 'Ben', 'Cleo'].map((name, at) => ({
    text: `Hello ${name}! I saw your photos and I would love to know you, text me at 55501${at} tonight please`,
  }))
  const others = [{ text: 'Your lighthouse photo is lovely. Did you climb all the way up, or was it closed that day?' }]
  expect(mostAlike([...others, ...copies], 80)).toHaveLength(3)
  const greetings = Array.from({ length: 5 }, () => ({ text: 'Hi, how are you today?' }))
  expect(mostAlike(greetings, 80)).toEqual([])
})
