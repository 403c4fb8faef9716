import { bornYearsAgo } from '../../server/test/present.ts'
import { newMember, signInAs, expect, test } from '../world.ts'

// The browser logs the 404 of blocked members, who can no longer be found, and the 400 of a report with too few words.
test.use({ expectedErrors: /status of 40[04]/ })

test('on a card and on a profile, a report takes three taps, and a blocked card is gone', async ({ page }) => {
  // No other journey has members of this age, so no one else takes part.
  const age = 73
  const dateOfBirth = bornYearsAgo(age)
  const [ada, ...others] = await Promise.all(
    ['Ada', 'Bea', 'Cem'].map((firstName) => newMember(page, { firstName, dateOfBirth })),
  )
  for (const { client } of [ada!, ...others]) await client.setPreferences({ body: { ageMin: age, ageMax: age } })
  await signInAs(page, ada!)
  await page.goto('/discover')
  const card = page.getByRole('article')
  const heading = card.getByRole('heading', { level: 2 }).first().getByRole('link')
  const personOfCard = () => heading.getAttribute('href')
  const nameOfCard = () => heading.textContent()
  const [first, firstName] = [await personOfCard(), await nameOfCard()]
  const reason = 'Fake profile, or someone else’s photos'
  const report = async (name: string | null) => {
    const photos = page.getByRole('figure', { name: `Photos of ${name}` })
    await photos.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Report', exact: true }).click()
    await page.getByRole('button', { name: reason }).click()
    return page.getByRole('dialog', { name: `Block ${name} too?` })
  }
  const block = await report(firstName)
  await block.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(heading).not.toHaveAttribute('href', first!)
  const second = await nameOfCard()
  await heading.click()
  // The card, which has the same menu, stays until the profile has loaded.
  await expect(page.getByRole('region', { name: 'Safety' })).toBeVisible()
  const profile = await report(second)
  await profile.getByRole('button', { name: 'Not now' }).click()
  const { reports } = (await ada!.client.listMyReports({ query: {} })).data
  expect(reports.map(({ detail }) => detail)).toEqual(['fake_profile', 'fake_profile'])
  // The deck was left with this person in front.
  await page.getByRole('region', { name: 'Safety' }).getByRole('button', { name: 'Block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page).toHaveURL('/discover')
  await expect(page.getByRole('heading', { name: 'Your filters hide everyone' })).toBeVisible()
})
