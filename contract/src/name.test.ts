import { expect, test } from 'vitest'
import { claimsBrand, claimsTitle, mixesScripts } from './name.ts'

test.each(['Аnn', 'Pаul', 'Αnna', 'Annа Maria', 'Anna Мария', 'Ann가나א', 'Иван Ivan', 'נoa'])(
  '%j mixes scripts',
  (name) => {
    expect(mixesScripts(name)).toBe(true)
  },
)

test.each([
  'Ann',
  'Zoë-Ángel',
  'Анна',
  'Άννα',
  'ليلى',
  'נועה',
  'अनन्या',
  '田中 さくら',
  'ケンジ Tanaka',
  'ジョー',
  '김민준',
  '金 민준 Kim',
  'Oʼneill',
  'ਸਿੰਘ',
  'สมชาย',
])('%j is written as names are', (name) => {
  expect(mixesScripts(name)).toBe(false)
})

test.each([
  'Support',
  'Kindred Support',
  'ADMIN',
  'Admln',
  'Adrnin',
  'Ad-min',
  'Àdmïn',
  'Ａｄｍｉｎ',
  'The Moderator',
  'Team',
  'Official Ana',
  'System',
  'Help',
  'Hilfe',
  'Soporte',
  'Équipe',
  'Modérateur',
  'Suporte',
  'الدعم',
  'Админ',
])('%j is a title', (name) => {
  expect(claimsTitle(name)).toBe(true)
})

test.each([
  'Adminah',
  'Supporta',
  'Teamo',
  'Ana',
  'Aidé',
  'Aide',
  'Helpa',
  'Rasmi',
  'رسمي',
  'نظام',
  'Modesta',
  'Stemann',
])('%j is a name', (name) => {
  expect(claimsTitle(name)).toBe(false)
})

test('the name of the product is refused as words of a full name only', () => {
  for (const name of ['Kindred', 'kındred Ana', 'Ana Кindred', 'Kindred-Ana'])
    expect([name, claimsBrand(name, 'Kindred')]).toEqual([name, true])
  expect(claimsBrand('Kindreda Ana', 'Kindred')).toBe(false)
  expect(claimsBrand('Blue Moon', 'Blue Moon')).toBe(true)
  expect(claimsBrand('Bluemoon', 'Blue Moon')).toBe(true)
  expect(claimsBrand('Moon Blue', 'Blue Moon')).toBe(false)
})
