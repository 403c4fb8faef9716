import type { Page } from '@playwright/test'
import { inFuture } from '../../scripts/present.ts'
import { readFile } from 'node:fs/promises'
import { administrator, anySize, expect, inLetters, newMember, signInAs, test } from '../world.ts'

// Nothing here is saved, because other journeys share the server.
// A refused save.
test.use({ expectedErrors: /status of 400/ })

const changes = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const saveButton = (page: Page) => changes(page).getByRole('button', { name: 'Save', exact: true })

/** Answers with this many versions, as after as many saves. */
const withVersions = (page: Page, count: number) =>
  page.route('**/api/v1/admin/configuration/versions', (route) => {
    const versions = Array.from({ length: count }, (_, at) => ({
      version: count - at,
      changedAt: inFuture(-at * 86_400_000).toISOString(),
      changedBy: 'Ines Moreau',
      reason: 'Asked for by the board.',
      changed: ['look', 'brand'],
    }))
    return route.fulfill({ json: { success: true, data: { versions } } })
  })

test(
  'unsaved changes stay in view beside a long form, and older versions wait behind a button',
  anySize,
  async ({ page }) => {
    await signInAs(page, administrator)
    await withVersions(page, 9)
    await page.goto('/configuration?section=look')
    await page.getByLabel('Accent', { exact: true }).fill('#8a2be2')
    const versions = page.getByRole('region', { name: 'Versions' })
    await expect(versions.getByRole('listitem')).toHaveCount(4)
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1024, height: 768 },
    ]) {
      await page.setViewportSize(size)
      for (const top of [0, 900, 100_000]) {
        await page.evaluate((y) => scrollTo(0, y), top)
        await expect(changes(page)).toBeInViewport({ ratio: 1 })
        await expect(saveButton(page)).toBeInViewport({ ratio: 1 })
      }
    }
    await versions.getByRole('button', { name: 'Show 6 more' }).click()
    await expect(versions.getByRole('listitem')).toHaveCount(10)
    await expect(changes(page)).toBeInViewport({ ratio: 1 })
    await changes(page).getByRole('button', { name: 'Discard' }).click()
  },
)

test('in a low window, the end of the sidebar stays in view, and its places scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 420 })
  await signInAs(page, administrator)
  await page.goto('/audit')
  const places = page.getByRole('navigation', { name: 'Back office' })
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeInViewport({ ratio: 1 })
  // The open screen is near the end.
  await expect(places.getByRole('link', { name: 'Audit' })).toBeInViewport({ ratio: 1 })
  await expect(places.getByRole('link', { name: /^Reports/ })).not.toBeInViewport()
  await places.getByRole('link', { name: /^Reports/ }).focus()
  await expect(places.getByRole('link', { name: /^Reports/ })).toBeInViewport({ ratio: 1 })
})

test('a file of questions starts from a template, and an error names the missing columns', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/configuration?section=questions')
  const files = page.getByRole('region', { name: 'Import and export' })
  const downloading = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Download a template' }).click()
  const csv = await readFile(await (await downloading).path())
  expect(csv.toString()).toMatch(/^\ufeffid,language,question,answer1,answer2,.*,sensitive\r\n,en,/)
  const upload = (buffer: Buffer) =>
    files.getByLabel('Import a CSV or JSON').setInputFiles({ name: 'questions.csv', mimeType: 'text/csv', buffer })
  await upload(csv)
  await expect(files.getByRole('region', { name: 'Preview' }).getByRole('status')).toContainText('1 new')
  await upload(Buffer.from('Frage,answer1\nSegeln?,Ja\n'))
  await expect(files.getByRole('alert')).toHaveText(
    'The first line has to name the columns. Missing: question and answer2.',
  )
})

test('the palette finds sections by their settings, and puts reports last', async ({ page }) => {
  const mark = inLetters(String(Date.now()))
  const ada = await newMember(page)
  await ada.client.createReport({ body: { problem_type: 'Other', description: `Too many prompts ${mark}.` } })
  await signInAs(page, administrator)
  await page.goto('/configuration')
  // The first paint has no fields.
  await expect(page.getByLabel('Support address')).toBeVisible()
  const palette = page.getByRole('combobox', { name: /^Search screens, settings and actions/ })
  await page.keyboard.press('Control+k')
  for (const [text, name] of [
    ['minimum age', 'Configuration: What members may do'],
    ['trusted issuers', 'Configuration: Proof of age'],
    ['tax number', 'Configuration: Operator'],
    ['currency', 'Configuration: Prices'],
  ] as const) {
    await palette.fill(text)
    await expect(page.getByRole('option').first()).toHaveText(name)
  }
  await palette.fill('refund')
  await expect(page.getByRole('option', { name: 'Subscriptions' })).toBeVisible()
  await palette.fill(`prompts ${mark}`)
  await expect(page.getByRole('option')).toHaveText([/^Report /])
  await palette.fill('prompts')
  await expect(page.getByRole('option', { name: /^Report / }).last()).toBeVisible()
  await expect(page.getByRole('option').first()).toHaveText('Configuration: Profile values')
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('prices and refunds are written with a comma, and every currency has a name', async ({ page }) => {
    await signInAs(page, administrator)
    await page.goto('/configuration?section=prices')
    const monthly = page.getByLabel('Monatlich (EUR)')
    await expect(monthly).toHaveValue('12,90')
    await monthly.fill('13.5')
    await expect(page.getByText('13,50 € pro Monat')).toBeVisible()
    await monthly.fill('14,25')
    await expect(page.getByText('14,25 € pro Monat')).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(monthly).toHaveValue('14,25')
    const names = await page.getByLabel('Währung').getByRole('option').allTextContents()
    expect(names.filter((name) => /^(\w+) · \1$/.test(name))).toEqual([])
    expect(names).toContain('EUR · Euro')
  })
})
