import { newMember, signInAs, expect, test } from './world.ts'

test('a profile has the deck’s buttons, hearts on parts that can be liked, and a way back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
  const cleo = await newMember(page, { firstName: 'Cleo' })
  await ben.client.editProfile({ body: { prompts: [{ question: 'A perfect Sunday', answer: 'Pancakes.' }] } })
  await signInAs(page, ada)
  // A new tab has no history to go back to.
  const opened = page.context().waitForEvent('page')
  await page.evaluate((id) => void window.open(`/members/${id}`, '_blank', 'noopener'), ben.user._id)
  const tab = await opened
  await tab.setViewportSize({ width: 390, height: 844 })
  await tab.getByRole('button', { name: 'Back', exact: true }).press('Enter')
  await expect(tab).toHaveURL('/discover')
  await tab.close()
  await page.goto(`/members/${ben.user._id}`)
  await page.getByRole('button', { name: 'Like the answer to “A perfect Sunday”' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Like Ben’s answer' })
  await dialog.getByLabel('Your note').fill('With syrup?')
  await dialog.getByRole('button', { name: 'Send like' }).press('Enter')
  await expect(page.getByRole('main').getByText('You like Ben.')).toBeVisible()
  expect((await ada.client.listGivenLikes()).data.likes).toMatchObject([{ user: { _id: ben.user._id } }])
  await page.goto(`/members/${cleo.user._id}`)
  const main = page.getByRole('main')
  await page.getByRole('button', { name: 'Pass', exact: true }).press('Enter')
  await expect(main.getByText('You passed on Cleo.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Like', exact: true })).toBeHidden()
  await main.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('button', { name: 'Super like', exact: true }).click()
  await expect(main.getByText('Super liked Cleo.')).toBeVisible()
  expect((await cleo.client.listLikes()).data.superlikes).toMatchObject([{ user: { _id: ada.user._id } }])
  // From a list, the back button returns to the list.
  await page.goto('/likes')
  await page.getByText('Liked by you').first().click()
  await page.getByRole('link', { name: /Ben/ }).first().click()
  await expect(page.getByRole('button', { name: 'Like this photo' })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/likes/)
})

test('a score is a number only once its range is narrow, and fewer than five likes have no faces', async ({ page }) => {
  const [ada, ben] = [
    await newMember(page, {}, { interests: ['choir'] }),
    await newMember(page, { firstName: 'Ben' }, { interests: ['choir'] }),
  ]
  await ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })
  await signInAs(page, ada)
  const main = page.getByRole('main')
  await page.goto(`/members/${ben.user._id}`)
  await expect(main.getByText('It’s too early for a score.')).toBeVisible()
  await expect(main.getByText(/choir/i).first()).toBeVisible()
  await expect(main.getByText(/Likely between/)).toBeHidden()
  const { questions } = (await ada.client.listQuestions()).data
  for (const { _id: id } of questions)
    for (const { client } of [ada, ben])
      await client.answerQuestion({
        params: { id },
        body: { answer: 0, accepted: [0], importance: 50, shown: true },
      })
  await page.reload()
  await expect(main.getByText(/Likely between/)).toBeVisible()
  await expect(main.getByText('It’s too early for a score.')).toBeHidden()
  await page.goto('/likes')
  await expect(main.getByRole('heading', { name: 'At most four so far' })).toBeVisible()
  await expect(main.locator('img')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'See who' })).toHaveCount(0)
  await page.goto('/premium')
  await expect(main.getByText('At most four people like you so far.')).toBeVisible()
})
