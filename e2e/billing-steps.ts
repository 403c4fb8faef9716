import type { Page } from '@playwright/test'

export async function toCheckout(page: Page, plan: string): Promise<void> {
  await page.goto('/premium')
  await page.getByLabel(plan).check()
  await page.getByRole('button', { name: /^(Continue to payment|Try free for 7 days)$/ }).click()
}

export async function give(page: Page, card: string, button: string | RegExp = /^Pay €/): Promise<void> {
  await page.getByLabel('Test card').selectOption(card)
  await page.getByRole('button', { name: button }).click()
}

export const own = (page: Page) => page.getByRole('region', { name: 'Your subscription' })
export const isVIP = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { isVIP: boolean }).isVIP)
