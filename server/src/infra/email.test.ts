import { expect, test } from 'vitest'
import { emailKey, mailboxKey } from './email.ts'

test.each([
  ['Ada@Example.ORG', 'ada@example.org'],
  [' ada@example.org ', 'ada@example.org'],
  ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
  ['ａda@example.org', 'ada@example.org'],
])('%s is the mailbox %s', (email, key) => {
  expect(emailKey(email)).toBe(key)
})

test('letters that only match in lower case are different mailboxes', () => {
  expect(emailKey('user@gİthub.com')).not.toBe(emailKey('user@github.com'))
  expect(emailKey('usİr@github.com')).toBe('')
})

test.each([
  '',
  'ada',
  'ada@',
  '@example.org',
  'a b@example.org',
  'a\0@example.org',
  'a@\ud800.org',
  'x'.repeat(65) + '@example.org',
])('%j is not a mailbox', (email) => {
  expect(emailKey(email)).toBe('')
})

test.each([
  ['Ada+2@Example.org', 'ada@example.org'],
  ['ada+a+b@example.org', 'ada@example.org'],
  ['a.d.a@example.org', 'a.d.a@example.org'],
  ['A.d.a+x@Gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['+ada@example.org', '+ada@example.org'],
  ['..@gmail.com', '..@gmail.com'],
  ['ada', ''],
])('%s leads to the mailbox %s', (email, key) => {
  expect(mailboxKey(email)).toBe(key)
})
