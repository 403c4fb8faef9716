import { administrator, callsOf, expect, communityUrl, signInAs, test } from '../world.ts'

// The server of its own keeps the community's fields out of other journeys.
test.use({ baseURL: communityUrl('fields'), expectedErrors: /status of 400/ })

test('ready-made fields are moved, corrected after a refusal, and lose the translations of removed words', async ({
  page,
}) => {
  const token = (await callsOf(page).login({ body: administrator })).data.token
  await signInAs(page, administrator)
  await page.goto('/configuration?section=fields')
  const list = page.getByRole('region', { name: 'Profile fields' })
  const ready = page.getByRole('region', { name: 'Ready-made fields' })
  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('None.', { exact: true })).toBeVisible()
  }
  await ready.getByRole('button', { name: 'Add “Orientation”' }).press('Enter')
  await expect(ready).toBeFocused()
  await ready.getByRole('button', { name: 'Add “Pronouns”' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  // The focus moves with the field, whose button is then disabled.
  await list.getByRole('button', { name: 'Move Pronouns up' }).press('Enter')
  await expect(list.getByRole('button', { name: 'Move Pronouns down' })).toBeFocused()
  await list.getByLabel('Hint').first().fill('As you like.')
  await list.getByLabel('Language').selectOption('de')
  await list.getByLabel('Hint').first().fill('Wie du magst.')
  await list.getByLabel('Language').selectOption('en')
  await save()
  const stored = async () => {
    const answer = await page.request.get('/api/v1/admin/configuration', {
      headers: { authorization: `Bearer ${token}` },
    })
    return JSON.stringify((await answer.json()).data.configuration.fields)
  }
  expect(await stored()).toContain('Wie du magst.')

  // Refused while another section is open, the field opens, and stays open while it is corrected.
  await page.reload()
  const settings = list.getByRole('button', { name: /Settings of Pronouns/ })
  await settings.click()
  await list.getByLabel('Hint').fill('')
  await list.getByRole('button', { name: 'Add an option' }).click()
  const option = list.getByLabel('Option 5', { exact: true })
  await expect(option).toBeFocused()
  await page.getByRole('link', { name: /^Proof of age/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Profile fields › Pronouns › Options › Option 5: This field is required.',
  )
  await expect(option).toHaveAccessibleDescription('This field is required.')
  await option.pressSequentially('ask me')
  await expect(option).toHaveValue('ask me')
  await save()
  expect(await stored()).not.toContain('Wie du magst.')

  // Other journeys on this server aren't asked.
  const retire = list.getByRole('button', { name: /^Retire (Pronouns|Orientation)$/ })
  for (const left of [1, 0]) {
    await retire.first().click()
    await expect(retire).toHaveCount(left)
  }
  await save()
})
