import { expect, test } from 'vitest'
import { patternsIn, unhidden } from './patterns.ts'
import { firstMessagesRule } from './rule.ts'
import { firstMessages } from './signals.ts'

const DAY = 86_400_000
const judge = firstMessagesRule(firstMessages)
/** Lines that begin with `A: ` are by the sender, those with `B: ` by the reader. */
const signsOf = (lines: readonly string[], after = 0) =>
  judge(lines.map((line, nth) => ({ isOwn: line.startsWith('A'), text: line.slice(3), at: nth * after })))?.signs

const ASKED = 'A: Text me on WhatsApp, I barely open this app: +44 7700 900123'

test('contact details are no sign once both know each other, or after the reader asked for them', () => {
  expect(signsOf([ASKED])).toContain('contact')
  expect(signsOf(['B: Hi!', ASKED])).toContain('contact')
  expect(signsOf(['B: Shall we swap numbers?', ASKED])).toBeUndefined()
  expect(signsOf(['B: Hi!', ASKED], 6 * DAY)).toBeUndefined()
  // Someone who never answers doesn't become an acquaintance over time.
  expect(signsOf(['A: Hi!', ASKED], 6 * DAY)).toContain('contact')
  expect(signsOf(['B: Hi!', 'A: Hi!', 'B: How are you?', 'B: I am tired', 'B: Are you?', ASKED])).toBeUndefined()
})

test('what someone asks for counts more than what they mention, and a doubt of the reader counts', () => {
  expect(signsOf(['A: My aunt sent me a gift card for Christmas'])).toBeUndefined()
  expect(signsOf(['A: Could you buy me a gift card and send me a photo of the code?'])).toContain('gift')
  expect(signsOf(['A: I am a widow, deployed with the army on a mission', 'B: Oh', 'A: The network here is bad'])).toBe(
    undefined,
  )
  const offer = 'A: I trade crypto and I can show you how'
  expect(signsOf([offer, 'B: Interesting!'])).not.toContain('doubt')
  expect(signsOf([offer, 'B: Sounds too good'])).toContain('doubt')
})

test.each([
  'add me on t e l e g r a m, i rarely log in here',
  'add me on tele.gram, i rarely log in here',
  'add me on t3legr4m, i rarely log in here',
  'add me on te1egram, i rarely log in here',
  'add me on tеlеgrаm, i rarely log in here',
  'add me on tele\u200bgram, i rarely log in here',
  'add me on ｔｅｌｅｇｒａｍ, i rarely log in here',
  'add me on ᴛᴇʟᴇɢʀᴀᴍ, i rarely log in here',
  'add me on 🅣🅔🅛🅔🅖🅡🅐🅜, i rarely log in here',
  'add me on 🆃🅴🅻🅴🅶🆁🅰🅼, i rarely log in here',
  'add me on 🇹🇪🇱🇪🇬🇷🇦🇲, i rarely log in here',
  'add me on 🇹 🇪 🇱 🇪 🇬 🇷 🇦 🇲, i rarely log in here',
  'add me on ⒯⒠⒧⒠⒢⒭⒜⒨, i rarely log in here',
  'add me on ꓔꓰꓡꓰꓖꓣꓮꓟ, i rarely log in here',
  'add me on ΤΕLΕGRΑΜ, i rarely log in here',
  'add me on ŧɇłɇǥɍȺm, i rarely log in here',
  'add me on ԝһатѕарр, i rarely log in here',
  'add me on telegram🇩🇪🅱️, i rarely log in here',
  'add me on tele\ngram, i rarely log in here',
  'add me on te \r\n  le\ngram\ni rarely log in here',
  'call me, i rarely log in here: zero seven seven zero zero nine zero zero one two three',
  'register here, your card is only for the age: hotmia [dot] xyz/join',
  'call me, i rarely log in here: 6️⃣0️⃣0️⃣ 0️⃣0️⃣8️⃣ 1️⃣2️⃣3️⃣',
])('finds what is hidden: %s', (text) => {
  expect(signsOf([`A: ${text}`])).toBeDefined()
})

test.each([
  'Привет! Кот и сахар, хорошо. Напиши мне, когда захочешь, я рад.',
  'Καλημέρα! Είμαι εδώ με τον Νίκο και τη Μαρία, πάμε για καφέ;',
  'مرحبا! كيف حالك اليوم؟ أحب القهوة والقراءة في المساء',
  'שלום! מה שלומך? אני אוהב לטייל עם הכלב שלי בערב',
  '你好，周末想一起喝咖啡吗？我喜欢看电影和爬山。',
  '今日はいい天気ですね。コーヒーが好きです。',
  'Спасибо, тот сериал на Netflix: хорош!',
  'I grew up in 🇩🇪 and 🇫🇷, and I love 🅿️arking jokes',
  'Roses\nare\nred',
])('everyday texts are no sign in any script: %s', (text) => {
  expect(signsOf([`A: ${text}`])).toBeUndefined()
})

test.each([
  'I will be there in the next hour, dear',
  'Bin in einer Stunde da, Schatz',
  'Llego en una hora, cariño',
  'Je suis là dans une heure, mon cœur',
])('a time to meet is no threat: %s', (text) => {
  expect(signsOf([`A: ${text}`])).toBeUndefined()
})

test('links to well-known sites are no sign, and to others that look like them they are', () => {
  const linked = (host: string) => patternsIn(`Listen to https://${host}/xyz`, new Set(['spotify.com']))
  expect(linked('open.spotify.com')).not.toContain('link')
  expect(linked('spotify.com.example.net')).toContain('link')
  expect(linked('notspotify.com')).toContain('link')
})

test('long texts take no more than time in proportion to their length', () => {
  const parts = [
    'a ',
    'a.',
    'a1',
    '1 ',
    'one ',
    'a_',
    'www.',
    'a.com/',
    '٠ ',
    'a-b.',
    'x',
    '(1',
    '1,',
    '\u200b',
    'a\n',
    '\n ',
    '🇹',
    'send ',
  ]
  const slow = parts.filter((part) => {
    const once = (text: string) => {
      // CPU time of this thread alone, because other tests run at the same time.
      const started = process.threadCpuUsage()
      for (let time = 0; time < 5; time++) {
        unhidden(text)
        patternsIn(text, new Set())
      }
      return process.threadCpuUsage(started).user
    }
    // The minimum of three runs, because the engine compiles and collects garbage in between.
    const cost = (length: number) => {
      const text = part.repeat(length / part.length)
      return Math.min(once(text), once(text), once(text))
    }
    cost(1000)
    // For 10 times the length, quadratic time would cost 100 times as much.
    return cost(10_000) > 40 * Math.max(cost(1000), 1000)
  })
  expect(slow).toEqual([])
})
