import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expectFits, narrow } from '../measures.ts'
import { administrator, newMember, signInAs, expect, showPrivateData, inLetters, test } from '../world.ts'

// Members whose texts are as long or short as allowed, or in another script, on every screen that shows members.

const times = <T>(count: number, make: (nth: number) => T) => Array.from({ length: count }, (_, nth) => make(nth))
const letters = (count: number, letter = 'w') => letter.repeat(count)

/** These members meet only each other, because no other journey has members of this age. */
const born = '1932-05-17'
const ages = { ageMin: 90, ageMax: 120 }

const longest = {
  bio: letters(1000),
  prompts: times(3, (nth) => ({ question: `${nth}${letters(199)}`, answer: letters(300) })),
  interests: times(20, (nth) => `${letters(38)}${inLetters(String(nth).padStart(2, '0'))}`),
  languages: times(20, (nth) => `${letters(38)}${inLetters(String(nth).padStart(2, '0'))}`),
  basics: { work: letters(80), education: letters(80), religion: letters(40), height: 250 },
  location: { city: letters(80), country: letters(80) },
}
const rightToLeft = {
  bio: 'أحب القهوة والكتب والمشي الطويل على البحر. '.repeat(8),
  prompts: [{ question: 'يوم أحد مثالي', answer: 'خبز طازج (ثم لا شيء)' }],
  interests: ['قهوة', 'كتب', 'סרטים'],
  location: { city: 'عمّان', country: 'الأردن' },
}
const emoji = {
  bio: '👩‍👩‍👧‍👦🏳️‍🌈🧑🏽‍🚀'.repeat(30),
  prompts: [{ question: '🎉', answer: '🎉'.repeat(300) }],
  interests: ['🎸🎷🎺', '🧘🏿‍♀️'],
  location: { city: '🏖️', country: '🏝️' },
}

async function people(page: Page) {
  const some = [
    [letters(50, 'W'), longest],
    ['I', { bio: 'I', interests: ['i'], location: { city: 'Å', country: 'Å' } }],
    // A profile without texts, as in most other journeys.
    ...(process.env['PROVE'] === 'full' ? ([['Non', {}]] as const) : []),
    ['عبد الرحمن بن عبد العزيز', rightToLeft],
    ['Ém', emoji],
  ] as const
  const viewer = await newMember(
    page,
    { firstName: letters(50, 'M'), lastName: letters(50, 'Ŵ'), dateOfBirth: born },
    longest,
  )
  const others = await Promise.all(
    some.map(([firstName, changes]) => newMember(page, { firstName, dateOfBirth: born }, changes)),
  )
  for (const { client } of [viewer, ...others]) await client.setPreferences({ body: ages })
  for (const { client } of others) await client.choose({ body: { userId: viewer.user._id, action: 'like' } })
  return { viewer, others }
}

async function open(page: Page, path: string) {
  await page.setViewportSize(narrow[0]!)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

async function fits(page: Page, path: string) {
  await open(page, path)
  await expectFits(page, path, narrow)
}

test('people with the longest, the shortest and foreign words fit on every screen', async ({ page }) => {
  test.setTimeout(300_000)
  const { viewer, others } = await people(page)
  await signInAs(page, viewer)
  await fits(page, '/discover?view=grid')
  await open(page, '/discover')
  for (const _each of others) {
    const name = (await page.getByRole('article').getAttribute('aria-label'))!
    await expectFits(page, `the card of ${name}`, narrow)
    await page.getByRole('button', { name: 'Like', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('like each other')
    await expectFits(page, `the match with ${name}`, narrow)
    await page.getByRole('button', { name: 'Keep looking' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const { matches } = (await viewer.client.listMatches()).data
  const { _id: id } = matches.find(({ user }) => user.firstName.startsWith('W'))!
  for (const text of [letters(2000), '🎉', 'مرحبا بك', 'I'])
    for (const { client } of [viewer, others[0]!])
      await client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text } })
  const { report } = (
    await viewer.client.createReport({
      body: { problem_type: 'Other', description: letters(5000), userId: others[0]!.user._id },
    })
  ).data
  for (const { user } of others) await fits(page, `/members/${user._id}`)
  for (const path of ['/matches', `/chat/${id}`, '/search', '/likes', '/notifications', '/profile', '/settings'])
    await fits(page, path)
  await fits(page, '/support')
  await fits(page, '/home')

  await signInAs(page, administrator)
  await fits(page, `/users?search=${letters(50, 'M')}`)
  await fits(page, `/reports?search=${letters(50)}`)
  await fits(page, `/reports/${report._id}`)
  // The dialog that asks for the reason covers the page immediately or a moment later.
  await page.setViewportSize(narrow[0]!)
  await page.goto(`/users/${viewer.user._id}`)
  await showPrivateData(page)
  await expect(page.getByRole('heading', { name: /^MMM/ })).toBeVisible()
  await expectFits(page, 'a user', narrow)
})
