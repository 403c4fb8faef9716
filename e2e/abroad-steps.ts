import { newMember } from './world.ts'
import type { Page } from '@playwright/test'

/** Moves the device to another time zone, as a trip does. */
export async function traveling(page: Page) {
  const device = await page.context().newCDPSession(page)
  return (timezoneId: string) => device.send('Emulation.setTimezoneOverride', { timezoneId })
}

export const isPaused = async ({ client }: Awaited<ReturnType<typeof newMember>>) =>
  (await client.getProfile()).userData.user.settings.paused
