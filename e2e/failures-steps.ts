import type { Page } from '@playwright/test'
import { takeOverClock } from './controlled-clock.ts'
import { newMember, signInAs } from './world.ts'

export async function payer(page: Page) {
  await takeOverClock(page)
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/premium')
  await page.getByLabel('Monthly').check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByLabel('Test card').selectOption('Succeeds')
  return ada
}

export const isVIP = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { isVIP: boolean }).isVIP)
