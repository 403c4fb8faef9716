import { expect, test } from 'vitest'
import { registration } from '../people.ts'
import { shared, startWorld } from '../world.ts'

// Names that could be mistaken for those of the team, the product or another person are refused.

// Names change so often here that earlier responses would be attributed to the wrong person.
const anyWorld = shared(() => startWorld({ eavesdrop: false }))

const TEAM = 'This name could be mistaken for our team. Please use your own.'
const SCRIPTS = 'Please write the name in letters of one script.'
const BRAND = 'This name could be mistaken for Kindred. Please use your own.'

const refused: [firstName: string, lastName: string, message: string][] = [
  ['Kindred', 'Support', TEAM],
  ['Admin', 'Miller', TEAM],
  ['Adrnin', 'Miller', TEAM],
  ['Ana', 'Моderator', SCRIPTS],
  ['Ana', 'Soporte', TEAM],
  ['Аnn', 'Miller', SCRIPTS],
  ['Kindred', 'Miller', BRAND],
  ['Ana', 'Kındred', BRAND],
  ['Kin-dred', 'Miller', BRAND],
  ['K i n d r e d', 'Miller', BRAND],
  ['Staff', 'Miller', TEAM],
  ['Deleted member', 'Miller', TEAM],
  ['Sᴜᴘᴘᴏʀᴛ', 'Miller', TEAM],
  ['Safety', 'Center', TEAM],
  ['Verified Account', 'Miller', TEAM],
  ['Billing', 'Miller', TEAM],
  ['Customer', 'Service', TEAM],
  ['Ana', 'CEO', TEAM],
  ['Ana', 'Kɪndred', BRAND],
  ['\u3164', 'Miller', 'Please use letters that can be seen.'],
]

test('no one can join, rename themselves or be renamed by staff as the team or the product, or in mixed scripts', async () => {
  const world = await anyWorld()
  const [ada, newcomer, ines] = [await world.dater(), await world.member(), await world.administrator()]
  for (const [firstName, lastName, message] of refused) {
    const name = { firstName, lastName }
    const answers = await Promise.all(
      [
        world.client().register({ body: { ...registration(), ...name } }),
        newcomer.client.completeProfile({ body: name }),
        ada.client.editProfile({ body: name }),
        ines.client.editUser({ params: { id: ada.user._id }, body: name }),
      ].map((call: Promise<unknown>) => call.then(() => 'saved').catch((error: unknown) => JSON.stringify(error))),
    )
    for (const answer of answers)
      expect([firstName, lastName, answer]).toEqual([firstName, lastName, expect.stringContaining(message)])
  }
})

test('names of people are accepted in every script, also those that have such a word in them', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  for (const [firstName, lastName] of [
    ['Adminah', 'Teamo'],
    ['Анна', 'Miller'],
    ['さくら', '田中 Sato'],
    ['ليلى', 'Rasmi'],
    ['Kindreda', 'Aide'],
    ['Bill', 'Billing'],
    ['Тимофей', 'Сахаров'],
    ['Χρήστος', 'Αντωνίου'],
    ['דוד', 'סוסן'],
  ] as const) {
    const { update } = await ada.client.editProfile({ body: { firstName, lastName } })
    expect(update.user.firstName).toBe(firstName)
  }
})

test('someone whose name was accepted before can still change the rest of their profile', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  await world.query(`update accounts set first_name = 'Kindred' where id = '${ada.user._id}'`)
  const { update } = await ada.client.editProfile({ body: { firstName: 'Kindred', bio: 'Rows before breakfast.' } })
  expect(update.user.bio).toBe('Rows before breakfast.')
})
