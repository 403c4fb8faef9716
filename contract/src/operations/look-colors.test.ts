import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastOf } from './color.ts'
import { colorProperties, contrastPairs, contrastProblems, fixedColors, lookTokens, ownSteps } from './look-colors.ts'

const css = readFileSync('web/src/ui/tokens.css', 'utf8')

/** The numbers of a color of tokens.css, in one theme. */
function inTokens(name: string, theme: 'light' | 'dark'): number[] {
  const value = new RegExp(String.raw`^\s+--${name}:\s*(.+?);`, 'm').exec(css)?.[1] ?? ''
  const both = /^light-dark\((var\([^)]*\)|oklch\([^)]*\)), (var\([^)]*\)|oklch\([^)]*\))\)$/.exec(value)
  const one = both ? both[theme === 'light' ? 1 : 2]! : value
  const [, variable] = /^var\(--([\w-]+)\)$/.exec(one) ?? []
  if (variable) return inTokens(variable, theme)
  return (/^oklch\(([\d. ]+)\)$/.exec(one)?.[1] ?? '').split(' ').map(Number)
}

test('the colors that stay ours, and the steps of our ramps, are those of the style sheet', () => {
  for (const [name, { light, dark }] of Object.entries(fixedColors)) {
    expect([name, inTokens(name, 'light'), inTokens(name, 'dark')]).toEqual([name, light, dark])
  }
  for (const [name, steps] of Object.entries(ownSteps))
    for (const [step, color] of Object.entries(steps))
      expect([name, step, inTokens(`${name}-${step}`, 'light')]).toEqual([name, step, color])
})

test('tokens come from the steps of the ramps that the style sheet names', () => {
  const { ramps, tokens } = lookTokens({})
  const all: Record<string, Record<number, string>> = ramps
  for (const [name, { light, dark }] of Object.entries(tokens)) {
    const [, ...steps] = new RegExp(
      String.raw`--${name}:\s*light-dark\(var\(--(\w+)-(\d+)\), var\(--(\w+)-(\d+)\)\)`,
    ).exec(css)!
    const [ramp, step, darkRamp, darkStep] = steps as [string, string, string, string]
    if (ramp === 'stone') continue
    expect([name, light, dark]).toEqual([name, all[ramp]![Number(step)], all[darkRamp]![Number(darkStep)]])
  }
})

test('every pair of our own colors has the contrast it needs', () => {
  expect(contrastPairs({}).filter(({ ratio, needs }) => ratio < needs)).toEqual([])
})

const failures = (colors: { accent?: string; second?: string }) =>
  contrastPairs(colors).filter(({ ratio, needs }) => ratio < needs)

test('of any two colors, either all pairs can be read, or the suggested colors make it so', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, color, (accent, second) => {
      const problems = contrastProblems({ accent, second })
      expect(problems.length > 0).toBe(failures({ accent, second }).length > 0)
      const changed = Object.fromEntries(problems.map(({ color: which, nearest }) => [which, nearest]))
      expect(failures({ accent, second, ...changed })).toEqual([])
    }),
    { numRuns: process.env['PROVE'] === 'full' ? 5000 : 500 },
  )
})

test('the chosen color itself is the fill of buttons in the light theme', () => {
  const { ramps, tokens } = colorProperties({ accent: '#1d4ed8' })
  expect([ramps['--ember-600'], tokens.light['--accent']]).toEqual(['#1d4ed8', '#1d4ed8'])
  expect(tokens.dark['--accent']).toMatch(/^#[0-9a-f]{6}$/)
  expect(colorProperties({})).toEqual({ ramps: {}, tokens: { light: {}, dark: {} } })
})

test.each([
  ['near-white', '#fefefe', 'surface'],
  ['yellow', '#ffe600', 'canvas'],
  ['neon green', '#39ff14', 'canvas'],
])('a %s accent is refused with a darker color that works', (_name, accent, back) => {
  const [problem] = contrastProblems({ accent })
  expect(problem).toMatchObject({ color: 'accent', front: 'accent', theme: 'light', needs: 3, back })
  expect(contrastOf(problem!.nearest, '#ffffff')).toBeGreaterThan(3)
  expect(contrastOf(problem!.nearest, '#ffffff')).toBeLessThan(3.6)
})

test.each(['#000000', '#0a0a0a', '#ff00aa', '#808080'])('the accent %s works as it is', (accent) => {
  expect(contrastProblems({ accent })).toEqual([])
})

test('what is safe never looks like danger, like nothing, or like what to press', () => {
  const positive = (colors: { accent?: string; second?: string }) => lookTokens(colors).tokens['positive']!.light
  const ours = positive({})
  expect(positive({ second: '#7a1fa2' })).toBe('#7a1fa2')
  expect(positive({ second: '#b00030' })).toBe(ours)
  expect(positive({ second: '#444444' })).toBe(ours)
  expect(positive({ accent: '#1d4ed8', second: '#1e40af' })).toBe(ours)
})
