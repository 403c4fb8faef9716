import { expect, newMember, signInAs, test } from '../world.ts'

const names = ['Ben', 'Cem', 'Dan', 'Eli', 'Finn', 'Gus', 'Hugo']

test('in quiet mode, a day has six people and nothing is counted', async ({ page }) => {
  const ada = await newMember(page, {}, { interestedIn: ['man'] })
  for (const firstName of names) await newMember(page, { firstName }, { gender: 'man', interestedIn: ['woman'] })
  await signInAs(page, ada)
  await page.goto('/settings')
  await page.getByRole('link', { name: /^Quiet mode/ }).click()
  await page.getByRole('checkbox', { name: 'Quiet mode' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await expect(page.getByLabel('Show new people at')).toHaveValue('19')
  const saved = page.waitForResponse('**/auth/profile')
  await page.getByLabel('Show new people at').selectOption('7')
  await saved

  await page.goto('/discover')
  const card = page.getByRole('article')
  const pass = page.getByRole('button', { name: 'Pass', exact: true })
  // Other journeys' members may have the same names.
  const who = card.getByRole('heading', { level: 2 }).first().getByRole('link')
  for (let left = 6; left > 0; left--) {
    const person = await who.getAttribute('href')
    await pass.click()
    if (left > 1) await expect(who).not.toHaveAttribute('href', person!)
  }
  const end = page.getByRole('heading', { name: 'That’s everyone for today' })
  await expect(end).toBeVisible()
  await expect(page.getByText(/^You’ll see new people (today|tomorrow|on \w+) at 0?7:00( AM)?\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await page.getByRole('link', { name: 'Matches' }).last().click()
  await expect(page).toHaveURL(/matches/)
  await page.goBack()
  await expect(end).toBeVisible()
  await page.reload()
  await expect(end).toBeVisible()
  // The one who was passed last comes back.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  await pass.click()
  await expect(end).toBeVisible()

  await page.goto('/likes')
  await expect(page.getByText('People who like you also appear in your deck')).toBeVisible()
  await expect(page.getByText('At most four so far')).toBeHidden()

  await page.goto('/settings#quiet-mode')
  await page.getByRole('checkbox', { name: 'Quiet mode' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.goto('/likes')
  await expect(page.getByText('At most four so far')).toBeVisible()
  await page.goto('/discover')
  await expect(card).toBeVisible()
})
