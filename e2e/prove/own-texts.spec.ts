import { inFuture } from '../../scripts/present.ts'
import { save } from '../own-texts-steps.ts'
import { administrator, communityUrl, expect, newMember, signInAs, test } from '../world.ts'

// On a server of its own, because everyone sees an operator's texts.
// A refused save, and one that another journey was faster than.
test.use({ baseURL: communityUrl('texts'), expectedErrors: /status of (400|409)/ })
test.describe.configure({ mode: 'serial' })

test('a new text and a new page begin with what can be known, where the next words go', async ({ page }) => {
  // Who has to be told 15 days before.
  await newMember(page)
  await signInAs(page, administrator)
  await page.goto('/configuration?section=documents')
  await page.getByRole('button', { name: 'Write your own' }).click()
  const from = page.getByLabel('Applies from')
  await expect(from).toBeFocused()
  const day = (days: number) =>
    inFuture(days * 86_400_000)
      .toISOString()
      .slice(0, 10)
  await expect(from).toHaveValue(day(15))
  const add = page.getByRole('button', { name: 'Add a version' })
  for (const days of [16, 17]) {
    await add.click()
    await expect(from.last()).toHaveValue(day(days))
  }
  for (const _ of [16, 17]) await page.getByRole('button', { name: 'Remove this version' }).last().click()
  // On the way to a day, such as a year that is being typed.
  await from.fill('0002-12-24')
  await expect(from).toBeEditable()
  await page.getByRole('textbox', { name: 'Text' }).fill('Be kind.')
  await from.fill(day(14))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Choose \d+ \w+ \d{4} or later\.$/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Text' }).selectOption('Own pages')
  await page.getByRole('button', { name: 'Add a page' }).click()
  const title = page.getByRole('textbox', { name: 'Title' })
  const address = page.getByRole('textbox', { name: 'Address' })
  await expect(title).toBeFocused()
  await title.fill('Our house rules')
  await expect(address).toHaveValue('our-house-rules')
  await address.fill('rules-of-ours')
  await title.fill('Our rules')
  await expect(address).toHaveValue('rules-of-ours')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('العربية')
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveAttribute('dir', 'rtl')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeFocused()
})

test('an operator offers two languages and replaces a text of ours, and everyone sees both', async ({
  page,
  browser,
}) => {
  await signInAs(page, administrator)
  await page.goto('/configuration?section=texts')
  for (const language of ['Français', 'Español', 'Português (Brasil)', 'العربية'])
    await page.getByRole('checkbox', { name: language }).uncheck()
  await page.getByRole('combobox', { name: 'Default language' }).selectOption('Deutsch')
  const words = page.getByRole('region', { name: 'Your own words' })
  await words.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await words.getByRole('textbox', { name: 'Find a text by its words' }).fill('Zum Inhalt springen')
  const found = words.getByRole('list', { name: 'Found texts' }).getByRole('group', { name: 'Zum Inhalt springen' })
  await found.getByRole('textbox', { name: 'Your words' }).fill('Ab zum Inhalt {name}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(found.getByText('{name} isn’t one of its values.')).toBeVisible()
  await found.getByRole('textbox', { name: 'Your words' }).fill('Ab zum Inhalt <b>')
  await save(page)

  const context = await browser.newContext({ locale: 'fr-FR' })
  const visitor = await context.newPage()
  await visitor.goto('/signin?lang=fr')
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'de')
  await expect(visitor.getByRole('link', { name: 'Ab zum Inhalt <b>' })).toBeAttached()
  const picker = visitor.getByRole('combobox', { name: 'Sprache' })
  await expect(picker.getByRole('option')).toHaveText(['English', 'Deutsch'])
  await picker.selectOption('English')
  await expect(visitor.getByRole('link', { name: 'Skip to content' })).toBeAttached()
  await picker.or(visitor.getByRole('combobox', { name: 'Language' })).selectOption('Deutsch')
  await expect(visitor.getByRole('link', { name: 'Ab zum Inhalt <b>' })).toBeAttached()
  await context.close()

  await words.getByRole('button', { name: 'Show our text again: Skip to content' }).click()
  for (const language of ['Français', 'Español', 'Português (Brasil)', 'العربية'])
    await page.getByRole('checkbox', { name: language }).check()
  await page.getByRole('combobox', { name: 'Default language' }).selectOption('As installed')
  await save(page)
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('None.')
})
