import type { Page } from '@playwright/test'
import { administrator, callsOf, dater, enter, expect, inLetters, test } from './world.ts'

// Appeals from both sides: the people who appeal, and the administrator who decided and has to wait.

const person = (page: Page, firstName: string) =>
  dater(page, { firstName, lastName: inLetters(`Appeals${Date.now()}`), dateOfBirth: '1963-07-21' })

const appealWith = async (page: Page, words: string) => {
  await page.getByRole('button', { name: 'Appeal …' }).click()
  await page.getByLabel('Why is this wrong?').fill(words)
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('region', { name: 'Your appeal' }).getByText('In review')).toBeVisible()
}

test('a suspended member and a reporter appeal, and both sides write', async ({ page, browser }) => {
  const [ada, ben] = [await person(page, 'Ada'), await person(page, 'Ben')]
  const description = `Asks everyone for gift cards, ${Date.now()}`
  const { report } = (
    await ada.client.createReport({
      body: { problem_type: 'Harassment', description, userId: ben.user._id },
    })
  ).data
  const { data } = await callsOf(page).login({ body: administrator })
  const staff = callsOf(page, data.token)
  await staff.setReportStatus({ params: { id: report._id }, body: { status: 'rejected' } })
  await staff.decide({
    params: { id: ben.user._id },
    body: { kind: 'suspend', days: 7, rule: 6, category: 'scam', facts: 'Asked for gift cards on Monday.' },
  })

  await enter(page, ben)
  await page.goto('/support')
  await expect(page.getByRole('region', { name: 'Decisions about you' })).toBeVisible()
  await appealWith(page, 'My brother used my phone on Monday.')

  const desk = await (await browser.newContext()).newPage()
  await enter(desk, administrator)
  await desk.goto('/appeals')
  const appeal = desk.getByRole('listitem', { name: `Appeal by ${ben.user.firstName} ${ben.user.lastName}` })
  await expect(appeal.getByText('My brother used my phone on Monday.')).toBeVisible()
  await expect(appeal.getByText('You made this decision, so someone else reviews the appeal.')).toBeVisible()
  await appeal.getByLabel('Message to them').fill('Which phone was it?')
  await appeal.getByRole('button', { name: 'Send' }).click()
  await expect(appeal.getByText('Which phone was it?')).toBeVisible()

  await page.reload()
  const own = page.getByRole('region', { name: 'Your appeal' })
  await expect(own.getByText('Which phone was it?')).toBeVisible()
  await expect(own.getByText('Ines')).toHaveCount(0)
  await own.getByLabel('Add to your appeal').fill('The green one.')
  await own.getByRole('button', { name: 'Send' }).click()
  await expect(own.getByText('The green one.')).toBeVisible()

  await enter(page, ada)
  await page.goto(`/support?report=${report._id}`)
  await appealWith(page, 'He has written to me again since.')
  await desk.reload()
  await expect(desk.getByText('He has written to me again since.')).toBeVisible()
  await expect(appeal.getByText('The green one.')).toBeVisible()
})

test('anyone reads the published figures; an administrator also downloads the statements', async ({ page }) => {
  await page.goto('/faqs')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).press('Enter')
  await expect(page).toHaveURL(/\/transparency\/public$/)
  await expect(page.getByRole('region', { name: 'Decisions' })).toBeVisible()
  const published = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Figures as CSV' }).click()
  expect((await published).suggestedFilename()).toBe('transparency.csv')

  await enter(page, administrator)
  await page.goto('/transparency')
  await expect(page.getByRole('region', { name: 'Decisions' })).toBeVisible()
  for (const [button, file] of [
    ['Figures as CSV', 'numbers.csv'],
    ['Figures as JSON', 'numbers.json'],
    ['Statements as JSON', 'statements.json'],
  ]) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button! }).click()
    expect((await download).suggestedFilename()).toBe(file)
  }
})
