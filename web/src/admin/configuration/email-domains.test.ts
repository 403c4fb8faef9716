import { expect, test } from 'vitest'
import { domainsIn } from './email-domains.ts'

test.each([
  ['uni.example;\n@Law.Example, arts.example', ['uni.example', 'law.example', 'arts.example']],
  ['a.example\nA.example', ['a.example']],
  ['*.müller.de\nMÜLLER.de', ['*.xn--mller-kva.de', 'xn--mller-kva.de']],
  ['not a.domain/x', ['not', 'a.domain/x']],
  ['ü ber', [expect.any(String), 'ber']],
  [' \n', []],
])('domains are read one per line, once each, and as email writes them: %s', (text, domains) => {
  expect(domainsIn(text)).toEqual(domains)
})
