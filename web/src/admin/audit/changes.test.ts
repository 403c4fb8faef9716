import { expect, test } from 'vitest'
import { changesIn, labelOf } from './changes.ts'

test('an edit lists each field with what it was and what it is', () => {
  const details = { firstName: { before: 'Ana', after: 'Anna' }, bio: { before: null, after: 'I sail.' } }
  expect(changesIn(details)).toEqual([
    { path: ['firstName'], before: 'Ana', after: 'Anna' },
    { path: ['bio'], before: '', after: 'I sail.' },
  ])
})

test('of a group of settings, only those that differ are listed', () => {
  const prices = { before: { monthly: 990, yearly: 8900 }, after: { monthly: 1190, yearly: 8900 } }
  expect(changesIn({ version: 3, prices })).toEqual([
    { path: ['version'], after: '3' },
    { path: ['prices', 'monthly'], before: '990', after: '1190' },
  ])
})

test('one change without a field, lists and ids are readable', () => {
  expect(changesIn({ before: 'high', after: 'critical' })).toEqual([{ path: [], before: 'high', after: 'critical' }])
  expect(changesIn({ changed: ['rules', 'prices'], batch: '0198c1de-1111-7222-8333-444455556666' })).toEqual([
    { path: ['changed'], after: 'rules, prices' },
    { path: ['batch'], after: '0198c1de' },
  ])
})

test('yes and no stay what they are, for words in the reader’s language', () => {
  expect(changesIn({ exposure: true, search: 'true' })).toEqual([
    { path: ['exposure'], after: true },
    { path: ['search'], after: 'true' },
  ])
})

test('fields become labels', () => {
  expect(['firstName', 'problem_type', 'until'].map(labelOf)).toEqual(['First name', 'Problem type', 'Until'])
})
