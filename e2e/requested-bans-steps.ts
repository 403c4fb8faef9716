import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { administrator, expect, giveReason, inLetters, moderator, newMember, signInAs } from './world.ts'

export async function reported(page: Page) {
  const [ada, mallory] = [
    await newMember(page),
    await newMember(page, { firstName: 'Mallory', lastName: inLetters(randomUUID()) }),
  ]
  const { report } = (
    await ada.client.createReport({
      body: {
        problem_type: 'Other',
        detail: 'scam',
        description: 'Asks for gift cards.',
        userId: mallory.user._id,
      },
    })
  ).data
  return { report, mallory }
}

export async function askForBan(page: Page, { report }: Awaited<ReturnType<typeof reported>>) {
  await signInAs(page, moderator)
  await page.goto(`/reports/${report._id}`)
  const decision = page.getByRole('region', { name: 'Decision' })
  await expect(decision.getByText('Nothing happens until an administrator approves it.')).toBeVisible()
  await expect(decision.getByText(/1 minute to undo/)).toBeHidden()
  await decision.getByRole('button', { name: 'Look at the evidence first' }).click()
  await giveReason(page)
  await decision.getByRole('button', { name: 'Request ban of Mallory' }).click()
  await expect(page.getByRole('status').getByText('An administrator has to approve this first.')).toBeVisible()
  await expect(decision.getByText('Waiting for approval')).toBeVisible()
  return decision
}

export async function approver(browser: Browser, name: string) {
  const page = await (await browser.newContext()).newPage()
  await signInAs(page, administrator)
  await page.goto('/approvals')
  return { page, request: page.getByRole('listitem').filter({ hasText: name }) }
}
