import type { Page } from '@playwright/test'
import { expect } from './world.ts'

export async function pay(page: Page): Promise<void> {
  await page.goto('/premium')
  await page.getByLabel('Monthly').check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByLabel('Test card').selectOption('Succeeds')
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await expect(page.getByText('Thank you! Premium is active')).toBeVisible()
}
