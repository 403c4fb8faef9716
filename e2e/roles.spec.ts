import type { Page } from '@playwright/test'
import type { StaffRole } from '@kindred/contract/staff'
import { bornYearsAgo } from '../scripts/present.ts'
import { administrator, callsOf, newMember, signInAs, expect, test } from './world.ts'

// The back office for staff with limited rights.

const dateOfBirth = bornYearsAgo(67)

async function colleague(page: Page, role: StaffRole, lastName: string) {
  const person = await newMember(page, { firstName: 'Una', lastName, dateOfBirth })
  const { data } = await callsOf(page).login({ body: administrator })
  const answer = await page.request.post(`/api/v1/admin/users/${person.user._id}/role`, {
    headers: { authorization: `Bearer ${data.token}` },
    data: { role },
  })
  expect(await answer.json()).toMatchObject({ data: { user: { staffRole: role } } })
  return person
}

test('support edits a user without a field for the address, and analysts read no names', async ({ page }) => {
  const support = await colleague(page, 'support', 'Helper')
  const analyst = await colleague(page, 'analyst', 'Counter')
  const member = await newMember(page, { firstName: 'Una', lastName: 'Newest', dateOfBirth })
  await signInAs(page, support)
  await page.goto(`/users/${member.user._id}`)
  await page.getByRole('button', { name: 'Edit User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await expect(dialog.getByLabel('Last name')).toHaveValue('Newest')
  await expect(dialog.getByLabel('Email')).toHaveCount(0)
  await dialog.getByLabel('Last name').fill('Renamed')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Una Renamed')
  await signInAs(page, analyst)
  await page.goto('/dashboard')
  await expect(
    page.getByRole('region', { name: 'Total Users' }).or(page.getByText('Total Users')).first(),
  ).toBeVisible()
  await expect(page.getByRole('table', { name: 'Recent Users' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Transparency' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Transparency' })).toBeVisible()
  for (const path of ['/subscriptions', '/users']) {
    await page.goto(path)
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('main').locator('a[href^="/users/"]')).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText(/@|Una/)
  }
})

test('a moderator withdraws the ban that they asked for', async ({ page }) => {
  const moderator = await colleague(page, 'moderator', 'Careful')
  const member = await newMember(page, { firstName: 'Una', lastName: 'Spared', dateOfBirth })
  const { data } = await callsOf(page).login({ body: { email: moderator.email, password: moderator.password } })
  const ban = { kind: 'ban', rule: 6, category: 'scam', facts: 'Asked three people for gift cards.' } as const
  await callsOf(page, data.token).decide({ params: { id: member.user._id }, body: ban })
  await signInAs(page, moderator)
  await page.goto(`/users/${member.user._id}`)
  const decisions = page.getByRole('region', { name: 'Decisions' })
  await expect(decisions.getByText('Waiting for approval')).toBeVisible()
  await decisions.getByRole('button', { name: 'Withdraw request' }).press('Enter')
  await expect(decisions.getByText('Not approved')).toBeVisible()
  await expect(decisions.getByRole('button', { name: 'Withdraw request' })).toHaveCount(0)
  await signInAs(page, administrator)
  await page.goto(`/audit?about=${member.user._id}`)
  await expect(page.getByRole('row').filter({ hasText: 'Kind: Decision' })).toHaveCount(2)
})
