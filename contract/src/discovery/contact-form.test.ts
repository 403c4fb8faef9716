import { expect, test } from 'vitest'
import { bucketOf, contactIn, contactsIn } from './contact-form.ts'

const valueIn = (line: string) => {
  const contact = contactIn(line)
  return contact && `${contact.kind}:${contact.value}`
}

test.each([
  ['Ada@Example.ORG', 'email:ada@example.org'],
  ['Ada Lovelace <ada@example.org>', 'email:ada@example.org'],
  ['mailto:ada@example.org', 'email:ada@example.org'],
  ['ada@münchen.example', 'email:ada@xn--mnchen-3ya.example'],
  ['+351 912 345 678', 'phone:12345678'],
  ['912 345 678', 'phone:12345678'],
  ['00351-912-345-678', 'phone:12345678'],
  ['(0171) 234-5678', 'phone:12345678'],
  ['\u202a+351 912345678\u202c', 'phone:12345678'],
  ['٠١٢٣٤٥٦٧٨٩', 'phone:23456789'],
  ['Ana Silva, Porto', 'name:ana silva, porto'],
  ['  ANA  MARIA da Silva ,  porto, Portugal', 'name:ana silva, porto'],
  ['Zoë Weiß, Köln', 'name:zoe weiss, koln'],
  ['Seán O’Neill, São Paulo', 'name:sean oneill, sao paulo'],
  ['ليلى حداد، عمّان', 'name:ليلى حداد, عمان'],
])('%s is %s', (line, value) => {
  expect(valueIn(line)).toBe(value)
})

test.each([
  '',
  'Ana',
  'Ana Silva',
  'Ana, Porto',
  '12345',
  '1234567890123456',
  'ada@',
  '@example.org',
  'ada@exa mple/x',
])('%j is no contact', (line) => {
  expect(contactIn(line)).toBeNull()
})

test('a list counts each contact once, and returns the lines that it can’t read', () => {
  const { contacts, unread } = contactsIn('a@x.example\nA@X.example;+351 912345678\r\n\nmum\nAna Silva, Porto')
  expect(contacts.map(({ hint }) => hint)).toEqual(['A…@X.example', '… 78', 'A. S., Porto'])
  expect(unread).toEqual(['mum'])
})

test('a bucket is the first twelve bits of a hash', () => {
  expect([bucketOf(Uint8Array.of(0xab, 0xcd)), bucketOf(Uint8Array.of(0xff, 0xff))]).toEqual([0xabc, 0xfff])
})
