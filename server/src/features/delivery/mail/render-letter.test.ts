import { message } from '@kindred/contract'
import { expect, test } from 'vitest'
import { formatsIn } from '../../../infra/zones.ts'
import { renderLetter } from './letters.ts'

const link = 'https://kindred.example/x'
const zoe = {
  language: 'en',
  brand: 'Kindred',
  firstName: 'Zoë',
  support: 'help@kindred.example',
  imprint: [],
  formats: formatsIn('UTC', 'en'),
} as const
const reviewed = { subject: message('Your photo is approved'), lines: [message('People can see it now.')], link }

test('the HTML starts with the subject, without the brand behind it', () => {
  const { subject, html } = renderLetter('picture-decided', reviewed, zoe)
  expect(subject).toBe('Your photo is approved · Kindred')
  expect(html).toMatch(/<h1 [^>]*>Your photo is approved<\/h1>\n<p [^>]*>Hi Zoë,/)
})

test('a heading that a line would repeat is left out', () => {
  const match = message('You and {name} matched', { name: 'Ben' })
  const { html } = renderLetter('notice', { lines: [match], link, settings: link }, zoe)
  expect(html).not.toContain('<h1')
  expect(html.split('You and Ben matched')).toHaveLength(3)
})

test('in plain text, the words of a button are above its link', () => {
  const { text } = renderLetter('picture-decided', reviewed, zoe)
  expect(text).toContain(`People can see it now.\n\nView my photos\n${link}\n\n`)
})

test('no one is greeted by a name without usable letters', () => {
  for (const firstName of [null, '\u200b', '42!'])
    expect(renderLetter('picture-decided', reviewed, { ...zoe, firstName }).text).toMatch(/^Hi,\n\n/)
})
