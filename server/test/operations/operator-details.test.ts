import type { Operator } from '@kindred/contract'
import { expect, test } from 'vitest'
import { configure } from '../configuring.ts'
import { startWorld } from '../world.ts'

const club: Operator = {
  name: 'Climbing Club Harbour e. V.',
  address: 'Rope Walk 7\n20457 Hamburg',
  register: 'Hamburg, VR 21',
  taxNumber: 'DE 99',
}

async function opened() {
  const world = await startWorld({ env: { PUBLIC_URL: 'https://climbers.example' } })
  const { client } = await world.administrator()
  const set = (operator: Operator | undefined) => configure(client, { operator })
  return { world, client, set }
}

test('an installation without an operator answers as before', async () => {
  const { world, client } = await opened()
  expect((await world.client().getImprint()).data).toEqual({ operator: {} })
  expect((await world.client().getStatus()).settings).not.toHaveProperty('imprint')
  expect((await client.getConfiguration()).data.configuration).not.toHaveProperty('operator')
})

test('anyone can see who runs the site, and the pages know that there is an imprint', async () => {
  const { world, set } = await opened()
  await set(club)
  expect((await world.client().getImprint()).data).toEqual({ operator: club })
  expect((await world.client().getStatus()).settings.imprint).toBe(true)
  expect(await (await world.request('/imprint')).text()).toContain('<title>Imprint')
})

test('every email ends with the operator', async () => {
  const { world, set } = await opened()
  await set({ ...club, name: 'Club <b>&' })
  const { email } = await world.newcomer()
  const [mail] = await world.mailsTo(email)
  expect(mail!.text.trimEnd().endsWith('Club <b>&\nRope Walk 7, 20457 Hamburg\nHamburg, VR 21\nDE 99')).toBe(true)
  expect(mail!.html).toContain('Club &#60;b&#62;&#38;<br>Rope Walk 7, 20457 Hamburg<br>')
})

test('staff are reminded of missing details until they are there', async () => {
  const { client, set } = await opened()
  const missing = async () => [
    (await client.getWorkQueue()).data.operatorDetails,
    (await client.getHealth()).data.health.missingDetails,
  ]
  expect(await missing()).toEqual([2, ['name', 'address']])
  await set({ name: 'Ada Lovelace' })
  expect(await missing()).toEqual([1, ['address']])
  await set(club)
  expect(await missing()).toEqual([0, []])
})

test('an earlier version without an operator can be restored', async () => {
  const { world, client, set } = await opened()
  await set(club)
  await set(undefined)
  expect((await world.client().getImprint()).data).toEqual({ operator: {} })
  const { versions } = (await client.listConfigurationVersions()).data
  expect(versions.map(({ changed }) => changed)).toEqual([['operator'], ['operator']])
})
