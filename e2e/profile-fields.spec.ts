import { administrator, expect, inLetters, communityUrl, newMember, signInAs, test } from './world.ts'

// The server of its own keeps the community's fields out of other journeys.
test.use({ baseURL: communityUrl('fields'), expectedErrors: /status of 400/ })

test('the operator asks for the faculty, two members answer, and one finds the other by it', async ({ page }) => {
  test.slow()
  const mark = inLetters(String(Date.now()))
  await signInAs(page, administrator)
  await page.goto('/configuration?section=fields')
  const list = page.getByRole('region', { name: 'Profile fields' })
  await list.getByRole('button', { name: 'Add a field' }).click()
  await expect(list.getByLabel('Question', { exact: true }).last()).toBeFocused()
  const question = `Faculty ${mark}`
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Profile fields › New field › Question: This field is required.')
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused()
  await list.getByLabel('Question', { exact: true }).last().fill(question)
  for (const option of ['Law', 'Arts']) {
    await list.getByRole('button', { name: 'Add an option' }).click()
    const last = list.getByLabel(/^Option \d$/).last()
    await expect(last).toBeFocused()
    await last.fill(option)
  }
  await list.getByLabel('Search filter').selectOption({ label: 'For everyone' })
  const preview = list.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('group', { name: question }).getByRole('button')).toHaveText(['Law', 'Arts'])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').getByText('Saved. Your changes are live.')).toBeVisible()

  const ada = await newMember(page, { firstName: `Ada${mark}` })
  const ben = await newMember(page, { firstName: `Ben${mark}` })
  const { fields } = (await ben.client.listFields()).data
  const { id } = fields.find(({ label }) => label === question)!
  await ben.client.answerFields({ body: { answers: { [id]: { value: 'arts' } } } })
  await signInAs(page, ada)
  await page.goto('/profile')
  const row = page.getByRole('button', { name: /More about you/ })
  await row.click()
  const sheet = page.getByRole('dialog', { name: 'More about you' })
  await sheet.getByRole('group', { name: question }).getByRole('button', { name: 'Law' }).click()
  await expect(sheet.getByLabel(`Who sees ${question}`)).toHaveValue('everyone')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(row).toContainText('Law')

  await signInAs(page, ben)
  await page.goto('/search')
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByRole('group', { name: question }).getByRole('button', { name: 'Law' }).click()
  await filters.getByRole('button', { name: 'Show results' }).click()
  await expect(page).toHaveURL(new RegExp(`fields=${id}`))
  const found = page.getByRole('region', { name: 'People found' })
  await expect(found.getByRole('status')).toHaveText('1 person is a mutual fit.')
  await found
    .getByRole('link', { name: new RegExp(ada.firstName) })
    .first()
    .click()
  await expect(page.getByRole('term').filter({ hasText: question })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Law' })).toBeVisible()

  // A retired field is gone at once, and comes back with the answers.
  const field = (count: number) =>
    expect(async () => {
      const { fields: now } = (await ada.client.listFields()).data
      expect(now.filter((each) => each.id === id && each.answer?.value === 'law')).toHaveLength(count)
    }).toPass()
  await signInAs(page, administrator)
  await page.goto('/configuration?section=fields')
  await list.getByRole('button', { name: `Retire ${question}` }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('None.', { exact: true })).toBeVisible()
  await field(0)
  await page.getByRole('button', { name: `Bring back ${question}` }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('None.', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeFocused()
  await field(1)
  // Other journeys on this server aren't asked.
  await list.getByRole('button', { name: `Retire ${question}` }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('None.', { exact: true })).toBeVisible()
  await field(0)
})
