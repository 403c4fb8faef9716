import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test.each(['error-text', 'subscription-error'])(
  'each text of %s has the name that the catalogs have for it',
  (file) => {
    const source = readFileSync(`web/src/api/${file}.ts`, 'utf8')
    const texts = [...source.matchAll(/\/\*i18n\*\/ \{\s*id: '(.*?)',\s*message: '(.*?)'/g)]
    expect(texts.length).toBeGreaterThan(0)
    for (const [, id, message = ''] of texts) expect([id, message]).toEqual([generateMessageId(message), message])
  },
)
