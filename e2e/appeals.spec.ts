import type { Locator, Page } from '@playwright/test'
import {
  administrator,
  callsOf,
  newMember,
  signInAs,
  expect,
  inLetters,
  mailTo,
  moderator,
  pressOn,
  tabTo,
  test,
} from './world.ts'

// Appeals from both sides: the members who appeal, the administrator who decided and may not review, and a colleague
// who may.

const person = (page: Page, firstName: string) =>
  newMember(page, { firstName, lastName: inLetters(`Appeals${Date.now()}`), dateOfBirth: '1963-07-21' })

const appealWith = async (page: Page, words: string) => {
  await pressOn(page, page.getByRole('button', { name: 'Appeal…' }))
  await expect(page.getByLabel('Why should we reconsider?')).toBeFocused()
  await page.keyboard.type(words)
  await pressOn(page, page.getByRole('button', { name: 'Send appeal' }))
  const appeal = page.getByRole('region', { name: 'Your appeal' })
  await expect(appeal.getByText('In review')).toBeVisible()
  await expect(appeal).toBeFocused()
}

const writeIn = async (page: Page, of: Locator, field: string, words: string, button: string) => {
  await tabTo(page, of.getByLabel(field))
  await page.keyboard.type(words)
  await pressOn(page, of.getByRole('button', { name: button, exact: true }))
}

const sendIn = async (page: Page, of: Locator, field: string, words: string) => {
  await writeIn(page, of, field, words, 'Send')
  await expect(of.getByLabel(field)).toHaveValue('')
  await expect(of.getByText(words)).toBeVisible()
}

const decideOn = async (desk: Page, appeal: Locator, outcome: 'Overturn' | 'Uphold', reason: string) => {
  const decision = desk.getByRole('region', { name: 'Decision' })
  await tabTo(desk, decision.getByLabel('Reasons (visible to the member)'))
  await desk.keyboard.type(reason)
  await pressOn(desk, decision.getByRole('button', { name: new RegExp(`^${outcome} and tell`) }))
  await expect(appeal).toHaveCount(0)
}

/** Goes through the open appeals, which begin with the one that has waited longest, to the newest. */
const goToLast = async (desk: Page) => {
  await expect(desk.getByRole('region', { name: /^Appeal by/ })).toBeVisible()
  const next = desk.getByRole('button', { name: 'Next' })
  while (await next.isEnabled()) await desk.keyboard.press('j')
}

test('a member and a reporter appeal, another decides, and all use the keyboard alone', async ({ page, browser }) => {
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

  await signInAs(page, ben)
  await page.goto('/support')
  await expect(page.getByRole('region', { name: 'Decisions about your account' })).toBeVisible()
  await appealWith(page, 'My brother used my phone on Monday.')

  const desk = await (await browser.newContext()).newPage()
  await signInAs(desk, administrator)
  await desk.goto('/appeals')
  await goToLast(desk)
  const appealBy = ({ user }: typeof ada) =>
    desk.getByRole('region', { name: `Appeal by ${user.firstName} ${user.lastName}` })
  await expect(appealBy(ben).getByText('My brother used my phone on Monday.')).toBeVisible()
  await expect(desk.getByText('You made this decision, so someone else reviews the appeal.')).toBeVisible()

  await signInAs(desk, moderator)
  await desk.goto('/appeals')
  await goToLast(desk)
  await sendIn(desk, appealBy(ben), 'Message to the member', 'Which phone was it?')

  await page.reload()
  const own = page.getByRole('region', { name: 'Your appeal' })
  await expect(own.getByText('Which phone was it?')).toBeVisible()
  await expect(own.getByText('Mara')).toHaveCount(0)
  await sendIn(page, own, 'Add to your appeal', 'The green one.')

  await desk.reload()
  await goToLast(desk)
  await expect(appealBy(ben).getByText('The green one.')).toBeVisible()
  await decideOn(desk, appealBy(ben), 'Overturn', 'His brother wrote it.')
  expect(await mailTo(page, ben.user.email!, /Your appeal was successful/)).toContain('His brother wrote it.')
  await page.reload()
  await expect(own.getByText('Granted')).toBeVisible()

  await signInAs(page, ada)
  await page.goto(`/support?report=${report._id}`)
  await appealWith(page, 'He has written to me again since.')
  await desk.reload()
  await goToLast(desk)
  await expect(appealBy(ada).getByText('He has written to me again since.')).toBeVisible()
  await decideOn(desk, appealBy(ada), 'Uphold', 'His brother wrote it, and has apologized.')
  await page.reload()
  await expect(own.getByText('Not changed')).toBeVisible()
})

test('anyone reads the published figures; an administrator also downloads the statements', async ({ page }) => {
  await page.goto('/faqs')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).press('Enter')
  await expect(page).toHaveURL(/\/transparency\/public$/)
  await expect(page.getByRole('region', { name: 'Decisions' })).toBeVisible()
  const published = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Data (CSV)' }).click()
  expect((await published).suggestedFilename()).toBe('transparency.csv')

  await signInAs(page, administrator)
  await page.goto('/transparency')
  await expect(page.getByRole('region', { name: 'Decisions' })).toBeVisible()
  for (const [button, file] of [
    ['Data (CSV)', 'numbers.csv'],
    ['Data (JSON)', 'numbers.json'],
    ['Statements (JSON)', 'statements.json'],
  ]) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button! }).click()
    expect((await download).suggestedFilename()).toBe(file)
  }
})
