import { expect, test } from 'vitest'
import { ownExport } from '../own-export.ts'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

const names = async ({ client }: Person, query: object) =>
  (await client.searchPeople({ query })).data.users.map(({ firstName }) => firstName)

async function two() {
  const world = await startWorld()
  const ada = await world.dater(
    {},
    { interestedIn: ['man'], interests: ['Cooking', 'Sourdough'], languages: ['German', 'Klingon'] },
  )
  const jürgen = await world.dater(
    { firstName: 'Jürgen' },
    { gender: 'man', interestedIn: ['woman'], interests: ['kochen', 'Brettspiele'], languages: ['Deutsch'] },
  )
  await jürgen.client.setLanguage({ body: { language: 'de' } })
  return { world, ada, jürgen }
}

test('what is suggested becomes a key in whatever language it is typed, and own words stay', async () => {
  const { ada, jürgen } = await two()
  const saved = (await jürgen.client.getProfile()).userData.user
  expect(saved).toMatchObject({ interests: ['cooking', 'board games'], languages: ['de'] })
  const seen = (await jürgen.client.getPerson({ params: { id: ada.user._id } })).data.user
  expect(seen).toMatchObject({ interests: ['cooking', 'Sourdough'], languages: ['de', 'Klingon'] })
  const { user } = (
    await ada.client.editProfile({
      body: {
        interests: ['KOCHEN', 'cooking', 'الطبخ', 'Randonnee'],
        prompts: [
          { question: 'Ein perfekter Sonntag', answer: 'Bread.' },
          { question: "i'm learning", answer: 'to rest' },
          { question: 'Ask me anything', answer: 'Really.' },
        ],
      },
    })
  ).update
  expect(user.interests).toEqual(['cooking', 'hiking'])
  expect(user.prompts.map(({ question }) => question)).toEqual(['A perfect Sunday', 'I’m learning', 'Ask me anything'])
  const like = { userId: ada.user._id, action: 'like', noteOn: 'Un dimanche parfait', note: 'Which?' } as const
  await jürgen.client.choose({ body: like })
  const { match } = (await ada.client.choose({ body: { userId: jürgen.user._id, action: 'like' } })).data
  expect(match?.theirLike).toMatchObject({ noteOn: 'A perfect Sunday', note: 'Which?' })
})

test('a search finds an interest or a language in all languages, also by its word', async () => {
  const { ada, jürgen } = await two()
  for (const query of [
    { interests: 'Cuisine' },
    { interests: 'cooking,juegos de mesa' },
    { languages: 'Allemand' },
    { languages: 'de' },
    { q: 'Brettspiel' },
    { q: 'board games' },
  ])
    expect([query, await names(ada, query)]).toEqual([query, ['Jürgen']])
  expect(await names(jürgen, { q: 'koch' })).toEqual(['Ada'])
  expect(await names(jürgen, { interests: 'sourdough' })).toEqual(['Ada'])
  expect(await names(jürgen, { q: 'wandern' })).toEqual([])
})

test('reasons and exports have the words in the reader’s language', async () => {
  const { world, ada, jürgen } = await two()
  const reasonFor = async (reader: Person, other: Person, language: string) => {
    const path = `/api/v1/compatibility/${other.user._id}`
    const headers = { authorization: `Bearer ${reader.token}`, 'accept-language': language }
    return JSON.stringify(await (await world.request(path, { headers })).json())
  }
  expect(await reasonFor(ada, jürgen, 'en')).toContain('You’re both into cooking.')
  expect(await reasonFor(jürgen, ada, 'de')).toMatch(/Kochen/)
  await jürgen.client.editProfile({ body: { prompts: [{ question: 'A perfect Sunday', answer: 'Brot.' }] } })
  const file = (await ownExport(world, jürgen))['data.json']
  expect(JSON.parse(new TextDecoder().decode(file))).toMatchObject({
    profile: [
      {
        interests: ['Kochen', 'Brettspiele'],
        languages: ['Deutsch'],
        prompts: [{ question: 'Ein perfekter Sonntag', answer: 'Brot.' }],
      },
    ],
  })
})
