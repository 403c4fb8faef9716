import { expect, test } from 'vitest'
import { adviceFor, isOneWord, keyOf } from './advice.ts'

const basics = {
  height: null,
  children: null,
  smoking: null,
  drinking: null,
  diet: null,
  religion: null,
  education: null,
  work: null,
}
const nothing = {
  bio: null,
  prompts: [],
  interests: [],
  intention: null,
  photoChecked: false,
  pictures: [],
  basics,
  voice: null,
}
const photo = { publicId: 'pier', alt: 'Me on a pier', width: 1080, height: 1350 }
const whole = {
  ...nothing,
  pictures: [photo, photo, photo],
  bio: 'I bake bread.',
  prompts: [{ question: 'A perfect Sunday', answer: 'Bread and a long walk' }],
  interests: ['choir', 'tea', 'bread'],
  intention: 'open',
  photoChecked: true,
  basics: { ...basics, height: 170, work: 'Baker', diet: 'vegan' as const },
  voice: {},
}

test('a profile gets advice on one part after another, at most three at a time, until nothing would help', () => {
  const answers: [string, object][] = [
    ['photos', { pictures: [photo, photo, { ...photo, alt: '' }] }],
    ['bio', { bio: 'Hello there' }],
    ['prompts', { prompts: whole.prompts }],
    ['interests', { interests: whole.interests }],
    ['intention', { intention: 'open' }],
    ['descriptions', { pictures: whole.pictures }],
    ['verification', { photoChecked: true }],
    ['basics', { basics: whole.basics }],
    ['voice', { voice: {} }],
  ]
  const order = answers.map(([kind]) => kind)
  let user: typeof nothing = nothing
  for (const [at, [kind, answer]] of answers.entries()) {
    const now = adviceFor(user).map((advice) => advice.kind)
    expect(now[0]).toBe(kind)
    // Descriptions are of photos, so they aren't asked for before there are some.
    expect(now).toEqual(order.slice(at, at + 3))
    user = { ...user, ...answer }
  }
  expect(adviceFor(user)).toEqual([])
  // One basic is enough where only one is asked for, and two aren't many elsewhere.
  const two = { ...basics, height: 170, work: 'Baker' }
  expect(adviceFor({ ...user, basics: { ...basics, height: 170 }, asked: 1 })).toEqual([])
  expect(adviceFor({ ...user, basics: two })).toEqual([{ kind: 'basics' }])
  expect(adviceFor({ ...user, photoChecked: false }, { except: ['verification'] })).toEqual([])
})

test('dark and small photos come before words, and are named', () => {
  const small = { ...photo, publicId: 'small', width: 480, height: 600 }
  const user = { ...whole, bio: null, pictures: [photo, small, photo] }
  expect(adviceFor(user, { isFirstDark: true })).toEqual([
    { kind: 'dark', about: 'pier' },
    { kind: 'small', about: 'small' },
    { kind: 'bio' },
  ])
  const sizes = [
    { width: 600, height: 600 },
    { width: 640, height: 800 },
    // A wide photo is stored smaller than it was.
    { width: 1080, height: 420 },
  ]
  for (const size of sizes) expect(adviceFor({ ...whole, pictures: [photo, photo, { ...photo, ...size }] })).toEqual([])
  expect(adviceFor({ ...whole, pictures: [] }, { isFirstDark: true })).toEqual([{ kind: 'photos' }])
})

test('what was put away stays away, and another photo or answer gets advice again', () => {
  const answer = (question: string) => ({ ...whole, prompts: [{ question, answer: 'Bread' }] })
  const away = new Set(adviceFor(answer('A perfect Sunday')).map(keyOf))
  expect([...away]).toEqual(['shortPrompt:A perfect Sunday'])
  const isPutAway = (advice: Parameters<typeof keyOf>[0]) => away.has(keyOf(advice))
  expect(adviceFor(answer('A perfect Sunday'), { isPutAway })).toEqual([])
  expect(adviceFor(answer('I laugh about'), { isPutAway })).toEqual([{ kind: 'shortPrompt', about: 'I laugh about' }])
  // The next piece takes its place.
  const putAway = (advice: { kind: string }) => advice.kind === 'photos'
  expect(adviceFor(nothing, { isPutAway: putAway }).map(({ kind }) => kind)).toEqual(['bio', 'prompts', 'interests'])
})

test.each(['Bread', ' Bread! ', 'pan', 'Ja.', '🙂', '…', 'مرحبا', '面包', 'パン', 'ขนมปัง', 'Brot-', 'д’Артаньян'])(
  '“%s” is one word',
  (text) => {
    expect(isOneWord(text)).toBe(true)
  },
)

test.each([
  'Bread, tea',
  'Long-distance runner',
  'Я пеку хлеб',
  'أحب الخبز',
  '我喜欢面包',
  '私はパンが好きです',
  'ฉันชอบขนมปัง',
  '빵을 좋아해요',
  'ខ្ញុំចូលចិត្តនំប៉័ង',
])('“%s” is more than one word', (text) => {
  expect(isOneWord(text)).toBe(false)
})
