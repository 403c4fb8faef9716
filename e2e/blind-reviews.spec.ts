import { administrator, signInAs, expect, test } from './world.ts'

test('staff judge a drawn case by keyboard, see both answers, and close a disagreement', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/dashboard')
  await page
    .getByRole('region', { name: 'To do' })
    .getByRole('link', { name: /^Blind reviews [1-9]/ })
    .click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Agreement in the last 12 months' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Open case' })).toBeVisible()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Your answer' })
  await expect(form).toBeVisible()
  await expect(main).not.toContainText('Mara Lind')
  await form.getByLabel('What would you have decided?').selectOption('Content removed')
  await form.getByLabel('Rule broken').selectOption({ index: 0 })
  await form.getByLabel('Why').fill('The photo shows an actor.')
  await form.getByRole('button', { name: 'Answer' }).press('Enter')
  await expect(form).toHaveCount(0)
  // The count of open cases contains the disagreement, which an administrator settles here.
  await main.getByLabel('Outcome').fill('We suspend first from now on.')
  await main.getByRole('button', { name: 'Close', exact: true }).press('Enter')
  await expect(page.getByText('No cases assigned to you')).toBeVisible()

  await page.getByLabel('Show', { exact: true }).selectOption('All')
  const answered = main.getByRole('region', { name: 'Case' }).filter({ hasText: 'The photo shows an actor.' })
  await expect(main.getByText('Blind review', { exact: true })).toBeVisible()
  const next = page.getByRole('button', { name: 'Next' })
  while ((await answered.count()) === 0 && (await next.isEnabled())) await page.keyboard.press('j')
  await expect(answered).toContainText('Mara Lind')
  await expect(answered).toContainText('Same rule')
})
