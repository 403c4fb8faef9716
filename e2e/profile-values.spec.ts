import { administrator, expect, inLetters, communityUrl, newMember, signInAs, test } from './world.ts'

// The server of its own keeps the operator's values out of other journeys.
test.use({ baseURL: communityUrl('values') })

test('the operator adds a prompt and an interest, a member chooses them, and another reads them', async ({ page }) => {
  test.slow()
  const mark = inLetters(String(Date.now()))
  const [prompt, interest] = [`My route ${mark}`, `Bouldering ${mark}`]
  await signInAs(page, administrator)
  await page.goto('/configuration?section=values')
  const prompts = page.getByRole('region', { name: 'Prompts' })
  await expect(prompts.getByLabel('A perfect Sunday', { exact: true })).toHaveValue('A perfect Sunday')
  await prompts.getByRole('button', { name: 'Add a prompt' }).click()
  await prompts.getByRole('textbox').last().fill(prompt)
  const interests = page.getByRole('region', { name: 'Suggested interests' })
  await interests.getByRole('button', { name: 'Add an interest' }).click()
  await interests.getByRole('textbox').last().fill(interest)
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' })
  await prompts.getByLabel(prompt, { exact: true }).fill(`Meine Route ${mark}`)
  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('None.', { exact: true })).toBeVisible()
  }
  await save()

  const ada = await newMember(page, { firstName: `Ada${mark}` })
  const ben = await newMember(page, { firstName: `Ben${mark}` })
  await signInAs(page, ada)
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Prompts/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Prompts' })
  await sheet.getByRole('button', { name: 'Add a prompt' }).click()
  await sheet.getByLabel('Prompt', { exact: true }).last().selectOption({ label: prompt })
  await sheet.getByLabel('Your answer').last().fill('The long one by the river.')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: /^Interests/ }).click()
  const chips = page.getByRole('dialog', { name: 'Interests' })
  await chips.getByLabel('Interests', { exact: true }).fill('Bouldering')
  await chips.getByRole('button', { name: `Add ${interest}` }).click()
  await chips.getByRole('button', { name: 'Done' }).click()
  await expect(chips).toBeHidden()

  await ben.client.setLanguage({ body: { language: 'de' } })
  await signInAs(page, ben)
  await page.goto(`/members/${ada.user._id}`)
  await expect(page.getByRole('heading', { name: `Meine Route ${mark}` })).toBeVisible()
  await expect(page.getByText(interest)).toBeVisible()

  // A retired prompt is gone with its answer, and comes back with it.
  const answers = (count: number) =>
    expect(async () => {
      const { user } = (await ada.client.getProfile()).userData
      expect(user.prompts.filter(({ question }) => question === prompt)).toHaveLength(count)
    }).toPass()
  await answers(1)
  await signInAs(page, administrator)
  await page.goto('/configuration?section=values')
  await prompts.getByRole('button', { name: `Retire ${prompt}` }).click()
  await save()
  await answers(0)
  await prompts.getByRole('button', { name: `Bring back ${prompt}` }).click()
  await save()
  await answers(1)
})
