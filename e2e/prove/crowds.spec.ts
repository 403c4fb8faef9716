import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { administrator, crowds, signInAs, expect, giveReason, test } from '../world.ts'

const figure = (page: Page, name: string) =>
  page.getByLabel('Stats').locator('[data-stat]', { hasText: name }).locator('[data-value]')
const formatted = (count: number) => count.toLocaleString('en-GB')
const divided = (count: number, by: number) => Math.floor((count - 1) / by)

for (const { count, port } of crowds)
  test.describe(`with ${count} users`, () => {
    test.use({ baseURL: `http://127.0.0.1:${port}` })

    test('the dashboard counts all users and shows the five newest', async ({ page }) => {
      await signInAs(page, administrator)
      await page.goto('/dashboard')
      const cards = page.getByRole('region', { name: 'Stats' })
      await expect(cards).toContainText(`Total Users${formatted(count)}`)
      await expect(cards).toContainText(`VIP Users${formatted(divided(count, 10))}`)
      await expect(cards).toContainText(`Active Users${formatted(count - divided(count, 7))}`)
      await expect(page.getByRole('table', { name: 'Recent Users' }).getByRole('row')).toHaveCount(
        Math.min(5, count) + 1,
      )
      const newest = count === 3 ? 'Person Number 000001' : 'Person Number 000004'
      await expect(page.getByRole('table', { name: 'Recent Users' })).toContainText(newest)
    })

    test('the users screen counts, searches and filters all users, and renders only visible rows', async ({ page }) => {
      await signInAs(page, administrator)
      await page.goto('/users')
      await expect(
        page.getByText(`Showing ${formatted(Math.min(1000, count))} of ${formatted(count)} users`),
      ).toBeVisible()
      await expect(figure(page, 'Verified')).toHaveText(formatted(count - divided(count, 5)))
      expect(await page.getByRole('row').count()).toBeLessThan(360)
      await page.getByLabel('Status', { exact: true }).selectOption('inactive')
      const inactive = divided(count, 7)
      if (inactive === 0) await expect(page.getByText('No users found matching your criteria')).toBeVisible()
      else await expect(page.getByText(`Showing ${formatted(Math.min(1000, inactive))} of`)).toBeVisible()
      await page.getByLabel('Status', { exact: true }).selectOption('all')
      const last = `Number ${String(count - 1).padStart(6, '0')}`
      await page.getByLabel('Search by name or email').fill(last.toUpperCase())
      await page.keyboard.press('Enter')
      await expect(page.getByText(`Showing 1 of ${formatted(count)} users`)).toBeVisible()
      await expect(page.getByRole('row', { name: new RegExp(`Person ${last}`) })).toBeVisible()
      await page.getByLabel('Search by name or email').fill('nobody at all')
      await page.keyboard.press('Enter')
      await expect(page.getByText('No users found matching your criteria')).toBeVisible()
      await page.getByRole('button', { name: 'Clear search' }).click()
      await expect(page.getByText(/^Showing/)).toBeVisible()
    })

    if (count > 1000)
      test('scrolling the list continues past the first 1,000', async ({ page }) => {
        await signInAs(page, administrator)
        await page.goto('/users')
        await expect(page.getByText(`Showing 1,000 of ${formatted(count)} users`)).toBeVisible()
        // Rows that aren't rendered yet have only an estimated height, so the end may move.
        const endShows = (what: Locator) =>
          expect(async () => {
            await page.keyboard.press('End')
            await expect(what).toBeVisible({ timeout: 1000 })
          }).toPass()
        await endShows(page.getByText(`Showing ${formatted(Math.min(2000, count))} of ${formatted(count)} users`))
        const bottom = `Number ${String(Math.min(2000, count) - 1).padStart(6, '0')}`
        await endShows(page.getByRole('row', { name: new RegExp(bottom) }))
        expect(await page.getByRole('row').count()).toBeLessThan(360)
      })

    test('reports can be counted, searched, filtered and paged', async ({ page }) => {
      await signInAs(page, administrator)
      await page.goto('/reports')
      const reports = count > 3 ? 1500 : 0
      await expect(figure(page, 'Total Reports')).toHaveText(formatted(reports))
      await expect(figure(page, 'Pending')).toHaveText(formatted(reports - Math.floor(reports / 3)))
      await expect(figure(page, 'High Priority')).toHaveText(formatted(reports / 10))
      await expect(figure(page, 'Avg Response Time')).toHaveText(reports > 0 ? '1h' : 'N/A')
      if (reports === 0) return await expect(page.getByText('No reports found matching your criteria.')).toBeVisible()
      await expect(page.getByText('1–10 of 1,500')).toBeVisible()
      await page.getByRole('button', { name: '150', exact: true }).click()
      await expect(page.getByText('1,491–1,500 of 1,500')).toBeVisible()
      await expect(page.getByRole('cell', { name: 'Lamp number 001500 flickers' })).toBeVisible()
      await page.getByLabel('Search reports').fill('NUMBER 000777')
      await page.keyboard.press('Enter')
      await expect(page.getByText('1–1 of 1')).toBeVisible()
      await page.getByLabel('Search reports').fill('no lamp like that')
      await page.keyboard.press('Enter')
      await expect(page.getByText('No reports found matching your criteria.')).toBeVisible()
      await page.getByLabel('Search reports').fill('')
      await page.keyboard.press('Enter')
      await page.getByLabel('Status', { exact: true }).selectOption('resolved')
      await expect(page.getByText('1–10 of 500')).toBeVisible()
    })

    test('the exported file has one line per user', async ({ page }) => {
      await signInAs(page, administrator)
      await page.goto('/users')
      const file = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export' }).click()
      await giveReason(page, 'The yearly count.', ['Export users', 'Export'])
      const lines = (await readFile(await (await file).path(), 'utf8')).trimEnd().split('\r\n')
      expect(lines).toHaveLength(count + 1)
      expect(lines[0]).toContain('id,firstName,lastName,email')
    })
  })

test('with no users, every stat is 0 and the lists are empty', async ({ page }) => {
  await signInAs(page, administrator)
  const nobody = {
    total: 0,
    vip: 0,
    active: 0,
    online: 0,
    newThisMonth: 0,
    newLastMonth: 0,
    newLastMonthSoFar: 0,
    profileComplete: 0,
    emailVerified: 0,
  }
  const growth = Array.from({ length: 6 }, (_, at) => ({ month: `2026-0${at + 1}`, total: 0, vip: 0 }))
  const data = { at: new Date().toISOString(), ...nobody, growth, gender: [], age: [], recent: [] }
  await page.route('**/admin/statistics*', (route) => route.fulfill({ json: { data } }))
  await page.route(/\/admin\/users\?/, (route) =>
    route.fulfill({ json: { data: { users: [], pagination: { page: 1, limit: 1000, total: 0, pages: 0 } } } }),
  )
  await page.goto('/dashboard')
  const cards = page.getByRole('region', { name: 'Stats' })
  for (const name of ['Total Users', 'VIP Users', 'Active Users', 'New This Month'])
    await expect(cards).toContainText(`${name}0`)
  await page.goto('/users')
  await expect(page.getByText('No users found matching your criteria')).toBeVisible()
  for (const name of ['Total users', 'VIP users', 'Active users', 'Online now', 'Verified'])
    await expect(figure(page, name)).toHaveText('0')
  await expect(figure(page, 'Engagement rate')).toHaveText('0%')
})
