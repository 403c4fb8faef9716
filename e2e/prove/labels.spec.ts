import { administrator, expect, inLetters, newMember, signInAs, test } from '../world.ts'

test('staff make a label by its name, and find users and reports by it', async ({ page }) => {
  const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
  const body = { problem_type: 'Harassment', description: 'They will not stop.', userId: ben.user._id } as const
  const { report } = (await ada.client.createReport({ body })).data
  const name = `Otter ${inLetters(String(Date.now()))}`
  await signInAs(page, administrator)
  await page.goto(`/users/${ben.user._id}`)
  const labels = page.getByRole('group', { name: 'Labels' })
  await labels.getByRole('button', { name: 'Add label' }).click()
  const menu = page.getByRole('dialog', { name: 'Labels' })
  await menu.getByLabel('Find or create a label').fill(name)
  await menu.getByText('Yellow').click()
  await menu.getByLabel('Find or create a label').press('Enter')
  await expect(menu.getByRole('checkbox', { name })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(labels.getByText(name)).toBeVisible()
  await page.goto(`/reports/${report._id}`)
  await labels.getByRole('button', { name: 'Add label' }).click()
  await menu.getByLabel('Find or create a label').fill(name.toUpperCase())
  await expect(menu.getByRole('button', { name: /^Create/ })).toHaveCount(0)
  await menu.getByRole('checkbox', { name }).click()
  await expect(menu.getByRole('checkbox', { name })).toBeChecked()
  for (const [path, list, words] of [
    ['/users', 'Users', 'Ben'],
    ['/reports', 'Reports', 'They will not stop.'],
  ] as const) {
    await page.goto(path)
    const filter = page.getByLabel('Label', { exact: true })
    if (!(await filter.isVisible())) await page.getByRole('main').getByRole('button', { name: 'More filters' }).click()
    await filter.selectOption(name)
    await expect(page).toHaveURL(/label=/)
    await page.keyboard.press('Escape')
    const rows = page.getByRole('table', { name: list }).getByRole('row')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText(words)
    await expect(rows.nth(1)).toContainText(name)
  }
  await page.goto(`/users/${ben.user._id}`)
  await labels.getByRole('button', { name: 'Labels' }).click()
  await menu.getByRole('button', { name: `Edit ${name}` }).click()
  await menu.getByLabel('Name').fill(`${name}s`)
  await menu.getByRole('button', { name: 'Save' }).click()
  await expect(labels.getByText(`${name}s`).first()).toBeVisible()
  await menu.getByRole('button', { name: `Edit ${name}s` }).click()
  await menu.getByRole('button', { name: 'Delete label' }).click()
  await expect(labels.getByText(name)).toHaveCount(0)
  await expect(labels.getByRole('button', { name: 'Add label' })).toBeVisible()
})
