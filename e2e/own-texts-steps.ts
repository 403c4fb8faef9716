import type { Page } from '@playwright/test'
import { expect } from './world.ts'

export const save = (page: Page) =>
  // Another journey may have saved a version in the meantime.
  expect(async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status').getByText('Saved. Your changes are live.')).toBeVisible({ timeout: 3000 })
  }).toPass()
