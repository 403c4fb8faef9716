import type { Language } from '@kindred/contract/languages'
import { expect, test } from 'vitest'
import { startProviders } from '../fake-providers.ts'
import { registration } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

const world = shared(() => startWorld())

const post = async ({ request }: World, path: string, body: object, accepts: string) => {
  const headers = { 'content-type': 'application/json', 'accept-language': accepts }
  const answer = await request(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.ok).toBe(true)
  return answer.json()
}

test('an account keeps the language that it was created in, and every sign-in says it', async () => {
  const body = registration('Ada')
  const { user, token } = await post(await world(), '/auth/register', body, 'nl, pt-PT;q=0.9, en;q=0.2')
  expect(user.language).toBe('pt-BR')
  const { email, password } = body
  const signedIn = await post(await world(), '/auth/login', { email, password }, 'de')
  expect(signedIn.data.user.language).toBe('pt-BR')
  const { userData } = await (await world()).client(token).getProfile()
  expect(userData.user.language).toBe('pt-BR')
})

test('so does an account that a provider vouches for', async () => {
  const outside = await startProviders()
  const own = await startWorld({ env: outside.env })
  const { address } = (await own.client().startProvider({ params: { provider: 'google' } })).data
  const tokenId = await outside.googleToken(new URL(address).searchParams.get('nonce')!)
  const { data } = await post(own, '/auth/google', { tokenId }, 'ar-EG')
  expect(data.user.language).toBe('ar')
})

test('a chosen language is kept before the address is verified, and for restricted accounts', async () => {
  const { newcomer, query, client } = await world()
  const ada = await newcomer()
  expect(await ada.client.setLanguage({ body: { language: 'fr' } })).toEqual({ language: 'fr' })
  await query(`update accounts set state = 'suspended' where id = '${ada.user._id}'`)
  expect(await ada.client.setLanguage({ body: { language: 'de' } })).toEqual({ language: 'de' })
  const { data } = await client().login({ body: { email: ada.email, password: ada.password } })
  expect(data.user.language).toBe('de')
})

test.each(['en-XA', 'de-AT', 'DE', '', '../../x', null, ['de']])(
  '%j is no language of an account',
  async (language) => {
    const ada = await (await world()).newcomer()
    // The type allows only languages that exist.
    const sent = ada.client.setLanguage({ body: { language: language as Language } })
    await expect(sent).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
    expect((await ada.client.getProfile()).userData.user.language).toBe('en')
  },
)

test('strangers choose no language, members do not see it of others, and staff do', async () => {
  const { client, dater, administrator } = await world()
  await expect(client().setLanguage({ body: { language: 'de' } })).rejects.toMatchObject({ status: 401 })
  const [ada, ben, ines] = [await dater(), await dater({ firstName: 'Ben' }), await administrator()]
  await ada.client.setLanguage({ body: { language: 'es' } })
  const params = { id: ada.user._id }
  expect(JSON.stringify(await ben.client.getPerson({ params }))).not.toContain('"language"')
  expect(JSON.stringify(await ines.client.getPerson({ params }))).not.toContain('"language"')
  const { data } = await ines.client.getDossier({ params, reason: 'A court asks.' })
  expect(data.language).toBe('es')
})
