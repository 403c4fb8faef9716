import { storedMessage, message, type Text } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { beforeAll, expect, test } from 'vitest'
import { record } from '../../src/features/delivery/index.ts'
import { write } from '../../src/infra/language/write.ts'
import { SYSTEM, unitOfWork } from '../../src/work.ts'
import type { Person } from '../people.ts'
import { shared, startWorld } from '../world.ts'

// Every response is in the language of the request's Accept-Language header.

const world = shared(() => startWorld())
const SATURDAY = 'What’s your ideal Saturday night?'

let ada: Person
let ben: Person
beforeAll(async () => {
  const { dater } = await world()
  ;[ada, ben] = [await dater({ firstName: 'Ada' }), await dater({ firstName: 'Ben' })]
}, 60_000)

/** The body of a response to an app in this language. */
async function call(language: string, path: string, token?: string, init: RequestInit = {}) {
  const answer = await (
    await world()
  ).request(`/api/v1${path}`, {
    ...init,
    headers: {
      'accept-language': language,
      ...(init.body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  })
  return answer.json()
}

/** A text in a language. Fails if the text isn't translated. */
function inLanguage(language: Language, text: Text): string {
  const written = write(language, text)
  expect(written).not.toBe(write('en', text))
  return written
}

test.each<Language>(['de', 'ar'])('a refusal is in %s, with the same code', async (language) => {
  const answer = await call(language, '/auth/profile')
  expect([answer.message, answer.code]).toEqual([inLanguage(language, 'Please sign in.'), 'signed_out'])
})

test.each<Language>(['de', 'ar'])('each problem of a form is in %s, with its limit', async (language) => {
  const body = JSON.stringify({ email: `${'a'.repeat(300)}@example.org` })
  const answer = await call(language, '/auth/email', ada.token, { method: 'POST', body })
  expect(answer.message).toBe(inLanguage(language, message('At most {maximum} characters.', { maximum: 254 })))
  expect(answer.errors[0]).toEqual({ path: 'email', msg: answer.message })
})

test.each([
  ['users', 'de', 'ID,Vorname,Nachname,E-Mail,'],
  ['audit', 'fr', 'ID,Date et heure,Qui,'],
  ['users', 'en', 'id,firstName,lastName,email,'],
])('the columns of the file of %s have names in %s', async (list, language, head) => {
  const { request, administrator } = await world()
  const { token } = await administrator()
  const answer = await request(`/api/v1/admin/${list}/export.csv`, {
    headers: { authorization: `Bearer ${token}`, 'x-reason': 'A yearly count.', 'accept-language': language },
  })
  expect((await answer.text()).slice(0, head.length)).toBe(head)
})

test('the sandbox’s bank declines a card in the reader’s language', async () => {
  const { clientSecret } = (await ada.client.createSetupIntent()).data
  const answer = await (
    await world()
  ).request('/dev/payments/pay', {
    method: 'POST',
    headers: { 'accept-language': 'es', 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret, card: 'expired' }),
  })
  expect((await answer.json()).data).toEqual({
    status: 'failed',
    message: inLanguage('es', 'Your card has expired.'),
  })
})

test('an unknown language, or none, is answered in English', async () => {
  for (const language of ['', '*', 'nl', 'de;q=0', '../../x'])
    expect((await call(language, '/auth/profile')).message).toBe('Please sign in.')
})

test.each<Language>(['de', 'ar'])('questions, answers and the reasons from them are in %s', async (language) => {
  const input = { answer: 0, accepted: [0], importance: 250 as const, shown: true }
  for (const { client } of [ada, ben]) await client.answerQuestion({ params: { id: 'home-or-out' }, body: input })
  const { data } = await call(language, '/questions', ada.token)
  const question = data.questions.find(({ _id }: { _id: string }) => _id === 'home-or-out')
  const mine = storedMessage('Home alone', {}, SATURDAY)
  const [text, answer] = [inLanguage(language, SATURDAY), inLanguage(language, mine)]
  expect([question.text, question.answers[0], question.mine.answer]).toEqual([text, answer, 0])
  const reason = message('{question} You both said “{mine}.”', { question: message(SATURDAY), mine })
  const compared = await call(language, `/compatibility/${ben.user._id}`, ada.token)
  expect(compared.data.reasons[0].text).toBe(inLanguage(language, reason))
  const person = await call(language, `/auth/user/${ben.user._id}`, ada.token)
  expect(person.data.distanceFormatted).toBe(
    inLanguage(language, message('Within {km} km', { km: person.data.distance })),
  )
})

test.each<Language>(['de', 'ar'])('notifications are in %s, also those that were saved before', async (language) => {
  const { deps } = await world()
  await unitOfWork(deps, SYSTEM, (work) =>
    record(
      work,
      { to: ada.user._id, kind: 'match', topic: 'one', details: { name: 'Ben', matchId: 'm' } },
      { to: ada.user._id, kind: 'report', topic: 'two', details: { text: 'Adults only', link: '/support' } },
    ),
  )
  const { data } = await call(language, '/notifications', ada.token)
  const texts = data.notifications.map(({ text }: { text: string }) => text)
  expect(texts).toContain(inLanguage(language, message('You and {name} matched', { name: 'Ben' })))
  expect(texts).toContain(inLanguage(language, 'Adults only'))
})

test.each<Language>(['de', 'ar'])('the community rules are in %s', async (language) => {
  const { data } = await call(language, '/rules')
  expect(data.rules[1].title).toBe(inLanguage(language, 'Adults only'))
})

test('a city has the name that the reader’s language gives it, and is found by each of its names', async () => {
  const { user, token } = await (
    await world()
  ).dater({ firstName: 'Cem' }, { location: { city: 'Köln', country: 'Germany' } })
  const cityFor = async (language: string) => [
    (await call(language, `/auth/user/${user._id}`, ada.token)).data.user.location.city,
    (await call(language, '/auth/profile', token)).userData.user.location.city,
  ]
  for (const [language, name] of [
    ['en', 'Cologne'],
    ['de', 'Köln'],
    ['es', 'Colonia'],
    ['ar', 'كولونيا'],
  ] as const)
    expect([language, ...(await cityFor(language))]).toEqual([language, name, name])
  const found = async (language: string, city: string) => {
    const query = new URLSearchParams({ city })
    const { users } = (await call(language, `/auth/search-users?${query}`, ada.token)).data
    return users.map((each: { firstName: string }) => each.firstName)
  }
  for (const name of ['Köln', 'cologne', 'Colônia', 'كولونيا'])
    expect([name, ...(await found('fr', name))]).toEqual([name, 'Cem'])
})

test('places are suggested under the name that was typed, and the one that is chosen is saved under one name', async () => {
  const { client, token } = await (await world()).dater({ firstName: 'Dilek' })
  const suggested = async (language: string, text: string) =>
    (await call(language, `/places?q=${encodeURIComponent(text)}`, token)).data.places[0]
  for (const [language, typed, city] of [
    ['de', 'Münch', 'München'],
    ['de', 'Munich', 'Munich'],
    ['ar', 'ميون', 'ميونخ'],
    ['en', 'münchen', 'München'],
  ] as const) {
    const place = await suggested(language, typed)
    expect(place).toEqual({ city, country: 'Germany' })
    await client.setLocation({ body: place })
    expect((await client.getProfile()).userData.user.location).toEqual({ city: 'Munich', country: 'Germany' })
  }
})
