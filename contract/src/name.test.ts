import { expect, test } from 'vitest'
import { claimsBrand, claimsFunction, claimsTitle, mixesScripts } from './name.ts'

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
  'Sᴜᴘᴘᴏʀᴛ',
  'ꓢꓴꓑꓑꓳꓣꓔ',
  'ѕuрроrt',
  'CEO',
  'Mods',
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

test.each([
  'Safety Center',
  'Safetycenter',
  'Safe-ty Centre',
  'Verified Account',
  'Billing',
  'Community Manager',
  'Concierge',
  'Bɪlling B',
  'Trust and Safety',
  'Payment Services',
  'Facturación',
  'Compte vérifié',
  'Sicherheitszentrum',
  'مركز الأمان',
])('%j is made of functions of staff', (name) => {
  expect(claimsFunction(name)).toBe(true)
})

test.each([
  'Bill',
  'Billie',
  'Trust',
  'Avis',
  'Care',
  'Anna Billing',
  'Pilar Director',
  'Mark Center',
  'Justice Legal',
  'Admina',
  'Moderato',
  'Елена',
  'Тимофей',
  'Оскар',
  'Αντώνης',
  'Χρήστος',
  'سلامة',
  'أمان',
  'שמעון',
  '安全',
])('%j is a name of a person', (name) => {
  expect([claimsFunction(name), claimsTitle(name), claimsBrand(name, 'Kindred')]).toEqual([false, false, false])
})

test('the name of the product is refused as words of a full name only', () => {
  for (const name of ['Kindred', 'kındred Ana', 'Kjndred', 'Kɪndred', 'Ana Кindred', 'Kindred-Ana'])
    expect([name, claimsBrand(name, 'Kindred')]).toEqual([name, true])
  expect(claimsBrand('Kindreda Ana', 'Kindred')).toBe(false)
  expect(claimsBrand('Blue Moon', 'Blue Moon')).toBe(true)
  expect(claimsBrand('Bluemoon', 'Blue Moon')).toBe(true)
  expect(claimsBrand('Moon Blue', 'Blue Moon')).toBe(false)
})
