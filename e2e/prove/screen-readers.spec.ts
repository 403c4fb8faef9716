import type { Locator, Page } from '@playwright/test'
import { bornYearsAgo } from '../../scripts/present.ts'
import { randomUUID } from 'node:crypto'
import { administrator, newMember, signInAs, expect, test } from '../world.ts'

// The accessibility trees of the main screens, stored in files for review (docs/testing.md says how to update them).
// Everything that differs between runs is fixed: the clock, the dates and URLs in responses, and the people in lists.

test.use({ timezoneId: 'Europe/Lisbon' })

const NOW = '2026-03-17T10:00:00.000Z'
const EARLIER = '2026-03-14T09:26:00.000Z'

type Lists = {
  users?: { name: string }[]
  reports?: { description: string }[]
  colleagues?: object[]
  labels?: object[]
  pagination?: object
}

/** Reduces the back office's lists to one item each, whatever other journeys add. */
function onlyOurs({ users, reports, colleagues, labels, pagination }: Lists, words: string): void {
  users?.splice(0, users.length, ...users.filter(({ name }) => name === 'Robin').slice(0, 1))
  reports?.splice(0, reports.length, ...reports.filter(({ description }) => description === words).slice(0, 1))
  colleagues?.splice(0)
  labels?.splice(0)
  if (pagination) Object.assign(pagination, { page: 1, total: 1, pages: 1 })
}

async function freeze(page: Page, words: string): Promise<void> {
  await page.clock.setFixedTime(NOW)
  await page.route(/\/api\/v1\/(?!pictures|auth\/(login|refresh))/, async (route) => {
    const url = new URL(route.request().url())
    // The first page may contain only reports from other journeys.
    if (url.pathname.endsWith('/reports/reports')) url.searchParams.set('search', words)
    const response = await route.fetch({ url: url.href })
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    const text = (await response.text())
      .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, `"${EARLIER}"`)
      .replaceAll(/"[\w.]+@people\.example"/g, '"robin@people.example"')
    const body: { data?: Lists } = JSON.parse(text)
    if (body.data) onlyOurs(body.data, words)
    await route.fulfill({ response, json: body })
  })
}

/** The accessibility tree of an element, without ids, total counts, and long lists of numbers. */
async function tree(place: Locator, ...ids: string[]): Promise<string> {
  await place.page().waitForLoadState('networkidle')
  const text = (await place.ariaSnapshot())
    .replaceAll(/(?<=Hides |Show |Showing 1 of )[\d,]+/g, 'N')
    .replaceAll(/(( *- option) "?\d+"?\n)(?:\2 "?\d+"?\n)+/g, '$1$2 …\n')
  // Screens also show shortened ids.
  const short = ids.flatMap((id) => [id, id.slice(0, 8), id.slice(-6)])
  return `${short.reduce((left, id) => left.replaceAll(id, 'ID'), text)}\n`
}

const expectTree = (place: Locator, snapshot: string, ...ids: string[]): Promise<void> =>
  expect(async () => expect(await tree(place, ...ids)).toMatchSnapshot(snapshot)).toPass({ timeout: 15_000 })

test('screen readers find the deck, filters, a chat, users and reports as their snapshots say', async ({ page }) => {
  const words = 'The lamp in the hall flickers.'
  const robin = await newMember(
    page,
    { firstName: 'Robin', lastName: 'Hale', dateOfBirth: bornYearsAgo(40) },
    { gender: 'agender' },
  )
  const ada = await newMember(page, { dateOfBirth: bornYearsAgo(40) }, { interestedIn: ['agender'] })
  const sent = await robin.client.createReport({ body: { problem_type: 'Bug Report', description: words } })
  const [robinId, reportId] = [robin.user._id, sent.data.report._id]
  await freeze(page, words)
  await signInAs(page, ada)
  await page.goto('/discover')
  await expect(page.getByRole('article')).toBeVisible()
  await expectTree(page.getByRole('main'), 'deck.txt', robinId)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('button', { name: /^Show/ })).toBeVisible()
  await expectTree(sheet, 'filters.txt')
  await robin.client.choose({ body: { userId: ada.user._id, action: 'like' } })
  const { data } = await ada.client.choose({ body: { userId: robinId, action: 'like' } })
  await robin.client.sendMessage({
    params: { id: data.match!._id },
    body: { clientId: randomUUID(), text: 'Do you know the bakery?' },
  })
  await page.goto(`/chat/${data.match!._id}`)
  await expect(page.getByRole('log').getByText('Do you know the bakery?')).toBeVisible()
  await expectTree(page.getByRole('main'), 'chat.txt', robinId, data.match!._id)
  await signInAs(page, administrator)
  await page.goto('/users?search=Robin')
  await expect(page.getByRole('table')).toBeVisible()
  await expectTree(page.getByRole('region', { name: 'Users' }), 'users.txt', robinId)
  await page.goto('/reports')
  await expect(page.getByRole('table')).toBeVisible()
  await expectTree(page.getByRole('region', { name: 'Reports' }), 'reports.txt', reportId)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
