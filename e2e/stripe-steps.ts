import type { Page } from '@playwright/test'

/** Selects the country, because the price includes its tax. */
export async function live(page: Page): Promise<void> {
  await page.getByLabel('Country').selectOption('Germany')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}
