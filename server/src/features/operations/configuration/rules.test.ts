import { expect, test } from 'vitest'
import { defaults } from './defaults.ts'
import { patternsOf } from './rules.ts'

const finds = (word: string, text: string) => patternsOf({ ...defaults.wordLists, fraud: [word] }).fraud!.test(text)

test.each([
  ['scam', 'What a SCAM!', true],
  ['scam', 'scampi', false],
  ['scam*', 'scammers everywhere', true],
  ['gift card', 'buy a gift \n card', true],
  ['gift card', 'gift cards', false],
  ['a.b', 'axb', false],
  ['a.b', 'it says a.b there', true],
  ['(x', 'what (x', true],
  ['under-age', 'she is under-age', true],
  ['{n}|[a]/b\\c^$', 'it is {n}|[a]/b\\c^$ there', true],
  ['Übergabe', 'die ÜBERGABE', true],
  ['bergabe', 'die Übergabe', false],
  ['money', 'send me mo\u200fney', true],
  ['whatsapp', 'on whats\u00adapp', true],
  ['send me money', 's\u0435nd me money', true],
  ['де', 'где', false],
  ['مسدس', 'معه المسدس', true],
  ['مسدس', 'معه مُسَدَّس', true],
  ['مسدس', 'معه مســدس', true],
  ['سأقتل*', 'قال ساقتلك', true],
  ["de l'argent", 'de l’argent', true],
])('a listed word matches itself and nothing else: %s in "%s": %s', (word, text, found) => {
  expect(finds(word, text)).toBe(found)
})

test('an empty word list matches nothing', () => {
  expect(patternsOf({ ...defaults.wordLists, hate: [] }).hate).toBeNull()
})

test.each([
  ['minors', 'Sie ist minderjährig', 'C’est une mineure', 'Es menor de edad', 'É menor de idade', 'وهي طفلة قاصر'],
  ['threats', 'mit einem Messer umbringen', 'il veut me tuer', 'quiere matarme', 'vai me matar', 'هدد بقتلي بسكين'],
  ['fraud', 'ein Betrüger', 'une arnaque', 'una estafa', 'é um golpe', 'هذا محتال'],
  ['money', 'Überweise mir Geld', 'envoie-moi de l’argent', 'envíame dinero', 'manda dinheiro', 'أرسل لي المال'],
  ['elsewhere', 'schreib mir auf Telegram', 'mon numéro est', 'mi número es', 'meu número é', 'على واتساب'],
] as const)('a new installation looks for %s in every language', (list, ...texts) => {
  const words = patternsOf(defaults.wordLists)[list]!
  expect(texts.filter((text) => !words.test(text))).toEqual([])
  expect(words.test('She was very kind, and we talked about the weather in Lisbon.')).toBe(false)
})
