import { type Language, directionOf } from '@kindred/contract/languages'
import type { Page } from '@playwright/test'
import { administrator, anySize, codeIn, newMember, expect, mailTo, newPerson, test } from '../world.ts'
import { textsIn, type Text } from '../words.ts'

// A member's first steps in another language. The journey takes all texts from the catalog, so it fails on screens that
// show any other text.

const languages = process.env['PROVE'] === 'full' ? (['de', 'ar'] as const) : (['ar'] as const)

for (const language of languages) {
  test(`from joining to the first message in ${language}`, anySize, async ({ page }) => {
    const text = await textsIn(language)
    const person = { ...newPerson(language === 'ar' ? 'ليلى' : 'Jürgen'), lastName: 'Marlowe' }
    await join(page, language, text, person)
    const subject = language === 'ar' ? /[\u0600-\u06ff]/ : /E-Mail/
    await page.getByLabel(text('Code'), { exact: true }).fill(codeIn(await mailTo(page, person.email, subject)))
    await expect(page).toHaveURL(/\/onboarding/)
    await finishProfile(page, language, text)
    await page.getByRole('link', { name: text('Go to Discover'), exact: true }).click()
    await expect(page).toHaveURL(/\/discover$/)
    // A signed-in user's language is stored in the account and on the device.
    await expectLanguage(page, language)
    const ben = await newMember(page, { firstName: 'Ben' }, { gender: 'man' })
    const me = await page.evaluate(() => JSON.parse(localStorage.getItem('user')!)._id as string)
    await ben.client.choose({ body: { userId: me, action: 'like' } })
    const request = page.waitForRequest('**/auth/profile')
    await page.goto(`/members/${ben.user._id}`)
    // The page's first request is sent before its texts have loaded.
    expect(await (await request).headerValue('accept-language')).toBe(language)
    await page.getByRole('button', { name: text('Like'), exact: true }).click()
    const moment = page.getByRole('dialog')
    await moment.getByRole('textbox', { name: /Ben/ }).fill('Grüß dich, يا بن')
    await moment.getByRole('button', { name: text('Send'), exact: true }).click()
    await expect(moment).toBeHidden()
    await page.getByRole('main').locator('a[href^="/chat/"]').click()
    const log = page.getByRole('log')
    await expect(log.getByText('Grüß dich, يا بن')).toBeVisible()
    await expect(log.getByText(text('Sent'), { exact: true })).toBeVisible()
    await expectLanguage(page, language)
  })

  test(`an administrator's day in ${language}`, anySize, async ({ page }) => {
    const text = await textsIn(language)
    const ada = await newMember(page)
    const words = `The lamp flickers, ${Date.now()}`
    await ada.client.createReport({ body: { problem_type: 'Bug Report', description: words } })
    await page.goto(`/login?lang=${language}`)
    await page.getByLabel(text('Email'), { exact: true }).fill(administrator.email)
    await page.getByLabel(text('Password'), { exact: true }).fill(administrator.password)
    await page.getByRole('button', { name: text('Sign In'), exact: true }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expectLanguage(page, language)
    await page
      .getByRole('link', { name: text('Reports'), exact: true })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: text('Reports Management') })).toBeVisible()
    await page.getByLabel(text('Search reports')).fill(words)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.locator('table button', { hasText: text('Reply') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('Reply'), { exact: true }).fill('We have changed the bulb.')
    await dialog.getByRole('button', { name: text('Send'), exact: true }).click()
    await expect(dialog).toBeHidden()
    await page
      .getByRole('link', { name: text('Users'), exact: true })
      .first()
      .click()
    // The list of reports is also a table, so the heading identifies the screen.
    await expect(page.getByRole('heading', { name: text('Users Management') })).toBeVisible()
    await expect(page.getByRole('table')).toBeVisible()
    await expectLanguage(page, language)
    await page.getByRole('button', { name: text('Logout'), exact: true }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('heading', { name: text('Welcome Back') })).toBeVisible()
  })
}

const expectLanguage = async (page: Page, language: Language): Promise<void> => {
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language))
}

async function join(page: Page, language: Language, text: Text, person: ReturnType<typeof newPerson>): Promise<void> {
  await page.goto(`/join?lang=${language}`)
  await expectLanguage(page, language)
  await page.getByLabel(text('First name')).fill(person.firstName)
  await page.getByLabel(text('Last name')).fill(person.lastName)
  const next = page.getByRole('button', { name: text('Next'), exact: true })
  await next.click()
  await page.getByLabel(text('Date of birth')).fill(person.dateOfBirth)
  await next.click()
  await page.getByLabel(text('Email'), { exact: true }).fill(person.email)
  await next.click()
  await page.getByLabel(text('Password'), { exact: true }).fill(person.password)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: text('Join'), exact: true }).click()
  await expect(page).toHaveURL(/\/verify-email/)
}

async function finishProfile(page: Page, language: Language, text: Text): Promise<void> {
  const next = () => page.getByRole('button', { name: text('Next'), exact: true }).click()
  const step = (name: string) =>
    expect(page.getByRole('heading', { name: text(name, { viewer: 'woman' }), exact: true })).toBeVisible()
  await page.getByRole('button', { name: text('Woman'), exact: true }).click()
  await step('Who would you like to meet?')
  await page.getByLabel(text('Men'), { exact: true }).check()
  const agree =
    'I agree to {brand} using my dating preferences, religion and beliefs to find matches for me. ' +
    'I can withdraw this at any time.'
  await page.getByLabel(text(agree, { brand: language === 'ar' ? '\u2068Kindred\u2069' : 'Kindred' })).check()
  await next()
  await step('How old, and how far away?')
  await next()
  await step('Where do you live?')
  const brazil = new Intl.DisplayNames(language, { type: 'region' }).of('BR')
  await page.getByLabel(text('City')).fill('São Paulo')
  const whole = text('{first}, {second}', { first: 'São Paulo', second: brazil })
  await page.getByRole('option', { name: whole, exact: true }).click()
  await next()
  await step('Show yourself')
  await page.getByRole('button', { name: text('Later'), exact: true }).click()
  await step('What are you looking for?')
  await page.getByRole('button', { name: text('Long-term'), exact: true }).click()
  await step('What do you like?')
  await next()
  await step('Start a conversation')
  await page.getByRole('button', { name: text('Finish'), exact: true }).click()
  await step('This is how others see you')
}
