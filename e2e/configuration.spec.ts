import type { Page } from '@playwright/test'
import { administrator, expect, signInAs, test } from './world.ts'

// Nothing here is saved, because other journeys share the server.
// A refused save.
test.use({ expectedErrors: /status of 400/ })

const changes = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })

test('what was discarded comes back with Undo, also on another page', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/configuration')
  const address = page.getByLabel('Support address')
  const before = await address.inputValue()
  await address.fill('care@kindred.example')
  await page.goto('/configuration?section=operator')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Rope Walk')
  const discard = async () => {
    if (
      await changes(page)
        .getByRole('button', { name: /^Unsaved changes/ })
        .isVisible()
    )
      await changes(page)
        .getByRole('button', { name: /^Unsaved changes/ })
        .click()
    await changes(page).getByRole('button', { name: 'Discard' }).click()
  }
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
  await discard()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
  await undo.click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Rope Walk')
  await expect(changes(page)).toContainText('Operator › Name')
  await discard()
  await page.getByRole('link', { name: 'Audit log', exact: true }).click()
  await undo.click()
  await page.getByRole('link', { name: 'Configuration', exact: true }).click()
  await expect(address).toHaveValue('care@kindred.example')
  await discard()
  await page.reload()
  await expect(address).toHaveValue(before)
})

test('a refused save names the field, and Ctrl+S saves', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/configuration?section=operator')
  await page.getByRole('textbox', { name: 'Email' }).fill('nowhere')
  await page.keyboard.press('Control+s')
  await expect(changes(page).getByRole('alert')).toHaveText('Operator › Email: Please enter an email address.')
  await changes(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(/(Ctrl S|⌘S)\s*Save/)
})
