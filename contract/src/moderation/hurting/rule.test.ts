import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hurtIn } from './rule.ts'

type Corpus = { language: string; harmless: string[]; hurtful: string[] }

function measure(origin: 'blind' | 'second-blind' | 'by-author') {
  const folder = new URL(`corpora/${origin}/`, import.meta.url)
  const corpora = readdirSync(folder).map((file): Corpus => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  return corpora.map(({ language, harmless, hurtful }) => ({
    language,
    harmless: harmless.length,
    hurtful: hurtful.length,
    falseAlarms: harmless.filter((text) => hurtIn(text) !== undefined),
    caught: hurtful.filter((text) => hurtIn(text) !== undefined).length,
  }))
}
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

test.each(['blind', 'by-author'] as const)(
  '%s: at most 2 of 100 harmless messages alarm, and 60 hurtful do',
  (origin) => {
    const measured = measure(origin)
    expect(measured.map(({ language }) => language)).toEqual(['ar', 'de', 'en', 'es', 'fr', 'pt-BR'])
    for (const { language, harmless, falseAlarms, hurtful, caught } of measured) {
      console.log(
        `${origin} ${language}: ${falseAlarms.length} of ${harmless} alarm, ${caught} of ${hurtful} are caught`,
      )
      expect(falseAlarms.length / harmless, `${language}: ${falseAlarms.join('\n')}`).toBeLessThanOrEqual(0.02)
    }
    const caught = sum(measured.map((each) => each.caught)) / sum(measured.map((each) => each.hurtful))
    expect(caught).toBeGreaterThanOrEqual(0.6)
  },
)

test('second-blind, unknown to the rule: at most 2 of 100 harmless messages alarm', () => {
  const measured = measure('second-blind')
  const [alarms, harmless] = [
    sum(measured.map(({ falseAlarms }) => falseAlarms.length)),
    sum(measured.map((each) => each.harmless)),
  ]
  const [caught, hurtful] = [sum(measured.map((each) => each.caught)), sum(measured.map((each) => each.hurtful))]
  console.log(`second-blind: ${alarms} of ${harmless} alarm, ${caught} of ${hurtful} are caught`)
  expect(harmless).toBe(1200)
  expect(alarms / harmless).toBeLessThanOrEqual(0.02)
  expect(caught / hurtful).toBeGreaterThanOrEqual(0.35)
})

test('friends may tease each other, quote others, and exchange numbers', () => {
  expect(hurtIn('You’re such an idiot')).toBe('harsh')
  expect(hurtIn('You’re such an idiot 😂')).toBeUndefined()
  expect(hurtIn('He yelled “you fat pig” across the street')).toBeUndefined()
  expect(hurtIn('I would never hurt you')).toBeUndefined()
  expect(hurtIn('I never use this app, text me on WhatsApp: +44 7700 900123')).toBeUndefined()
})

test('words are found behind digits, gaps and accents', () => {
  const disguised = ['k1ll y0urself', 's a l e   p u t e', 'Schick mir Nacktbílder', 'MAAAAL, halt die Fresseee']
  expect(disguised.map(hurtIn)).toEqual(disguised.map(() => 'harsh'))
  expect(hurtIn('Can you buy me a Steam card and send me a photo of the code?')).toBe('scam')
})

test.each([
  'are you coming to the park with your dog? ',
  'a b c d ',
  'you are so so so ',
  'if you dont ever ',
  'x',
  'b1tch ',
])('a long message of “%s” takes time in proportion to its length', (line) => {
  // The processor’s time of this thread, so that other work on the machine doesn’t count. It ticks coarsely.
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const timeOf = (text: string) => {
    const start = used()
    for (let nth = 0; nth < 20; nth++) hurtIn(`${text}${nth}`)
    return used() - start
  }
  const text = line.repeat(20_000 / line.length)
  expect(timeOf(text)).toBeLessThan(8 * timeOf(text.slice(0, 5000)) + 50)
})
