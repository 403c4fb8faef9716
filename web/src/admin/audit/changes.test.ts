import { expect, test } from 'vitest'
import { changesIn, currenciesOf, labelOf } from './changes.ts'

test('an edit lists each field with its old and new value', () => {
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

test('an amount has its currency, and prices the one before and the one after', () => {
  const of = (details: Record<string, unknown>) => changesIn(details).map((change) => currenciesOf(change, details))
  expect(of({ amount: 990, currency: 'JPY' })).toEqual([{ before: 'JPY', after: 'JPY' }, null])
  const currency = { before: 'EUR', after: 'KWD' }
  const prices = { before: { monthly: 990 }, after: { monthly: 1500 } }
  expect(of({ version: 2, currency, prices })).toEqual([null, null, currency])
  expect(of({ version: 2, prices })).toEqual([null, { before: 'EUR', after: 'EUR' }])
})

test('one change without a field, lists and ids are readable', () => {
  expect(changesIn({ before: 'high', after: 'critical' })).toEqual([{ path: [], before: 'high', after: 'critical' }])
  expect(changesIn({ changed: ['rules', 'prices'], batch: '0198c1de-1111-7222-8333-444455556666' })).toEqual([
    { path: ['changed'], after: ['rules', 'prices'] },
    { path: ['batch'], after: '0198c1de-1111-7222-8333-444455556666' },
  ])
})

test('objects are split into fields, in lists as well, and a transition has its other facts beside it', () => {
  expect(changesIn({ effects: { slow: true, exposure: false }, filters: { gender: 'woman' } })).toEqual([
    { path: ['effects', 'slow'], after: true },
    { path: ['effects', 'exposure'], after: false },
    { path: ['filters', 'gender'], after: 'woman' },
  ])
  expect(changesIn({ decisions: [{ kind: 'ban', count: 2 }] })).toEqual([
    { path: ['decisions'], after: [{ kind: 'ban', count: '2' }] },
  ])
  expect(changesIn({ before: 'waiting', after: 'in_force', kind: 'ban' })).toEqual([
    { path: [], before: 'waiting', after: 'in_force' },
    { path: ['kind'], after: 'ban' },
  ])
})

test('booleans stay as they are, to be translated for the reader', () => {
  expect(changesIn({ exposure: true, search: 'true' })).toEqual([
    { path: ['exposure'], after: true },
    { path: ['search'], after: 'true' },
  ])
})

test('fields become labels', () => {
  expect(['firstName', 'problem_type', 'until'].map(labelOf)).toEqual(['First name', 'Problem type', 'Until'])
})
