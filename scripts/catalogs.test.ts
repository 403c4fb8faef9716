import { expect, test } from 'vitest'
import { problemsOf, withoutLongComments } from './catalogs.ts'

test('a catalog says what it lacks, and which translations cannot be used', () => {
  const catalog = [
    ['Yes', 'Ja'],
    ['No', ''],
    ['{count, plural, one {# like} other {# likes}}', '{count, plural, one {# Like} other {# Likes}}'],
    ['{0} of {1}', '{0} von {2}'],
    ['{name} is here', '{name ist da'],
    ['Read <0>more</0>', 'Mehr lesen'],
  ].map(([text, translation]) => `msgid "${text}"\nmsgstr "${translation}"\n`)
  const { missing, broken } = problemsOf(catalog.join('\n'))
  expect(missing).toEqual(['No'])
  expect(broken.map((each) => each.replace(/^(.*?)[.:].*$/s, '$1'))).toEqual([
    'Keep {1}',
    'It isn’t an ICU message',
    'Its tags differ',
  ])
})

test('a comment that would be a whole file is left out', () => {
  const short = '#. placeholder {0}: user.name\nmsgid "{0}"\n'
  expect(withoutLongComments(`#. placeholder {0}: ${'import '.repeat(40)}\n${short}`)).toBe(short)
})

test('only where every text has the value may a translation choose its words by whom it addresses', () => {
  const catalog = 'msgid "Save"\nmsgstr "{viewer, select, woman {احفظي} man {احفظ} other {حفظ}}"\n'
  expect(problemsOf(catalog, ['viewer']).broken).toEqual([])
  expect(problemsOf(catalog).broken).toHaveLength(1)
})
