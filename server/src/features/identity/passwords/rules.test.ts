import { expect, test } from 'vitest'
import { write } from '../../../infra/language/write.ts'
import { weaknessOf } from './rules.ts'

const about = { brand: 'Kindred', names: ['Zoë', 'Lindqvist'], email: 'zoe.lindqvist@example.org' }

const weaknessIn = (password: string): string | undefined => {
  const weakness = weaknessOf(password, about)
  return weakness && write('en', weakness)
}

test.each([
  'short12',
  'password1',
  'Qwertyuiop',
  'letmein123!',
  'aaaaaaaaaaaa',
  'kindred2026',
  'Kindred!!',
  'zoe-lindqvist-1990',
  'Lindqvist99',
  'ab'.repeat(10),
  '87654321',
  'abcdefgh',
  '123123123',
  'iloveyou 1',
  'SUNSHINE1...',
  'x7q!x7q!x7q!',
  'walk'.repeat(3),
])('%s is refused with a reason', (password) => {
  expect(weaknessIn(password)).toMatch(/\w/)
})

test.each([
  'harbour lemon violin',
  'tX9!qpLm',
  'съешь ещё этих булок',
  'kindred spirits of the northern sea',
  '🦊🐢🦉🐝🦔🐙🐳🦜',
])('%s is accepted', (password) => {
  expect(weaknessOf(password, about)).toBeUndefined()
})

test('length is counted in visible characters, up to 256', () => {
  expect(weaknessIn('🦊'.repeat(7))).toContain('at least 8')
  expect(weaknessIn('x1!y2?z3'.repeat(33))).toContain('at most 256')
})
