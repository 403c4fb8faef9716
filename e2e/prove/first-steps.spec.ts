import type { Page } from '@playwright/test'
import {
  administrator,
  expect,
  inLetters,
  newMember,
  newPerson,
  communityUrl,
  signInAs,
  test,
  likeEachOther,
} from '../world.ts'

// A save and a recipe are refused.
test.use({ baseURL: communityUrl('firstSteps'), expectedErrors: /status of 400/ })
// Each journey replaces the whole configuration.
test.describe.configure({ mode: 'serial' })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

const headlines = [
  ['English', 'Meet at the market'],
  ['Deutsch', 'Wir sehen uns am Markt'],
  ['العربية', 'لنلتقِ في السوق'],
] as const
const questions = [
  ['English', 'Favorite bench'],
  ['Deutsch', 'Lieblingsbank'],
  ['العربية', 'المقعد المفضل'],
] as const
const moreAboutYou = [
  ['en', /^More about you/],
  ['de', /^Mehr über dich/],
  ['ar', /^المزيد عنك/],
] as const

test('a new administrator makes an empty installation a town of its own, by clicking alone', async ({ page }) => {
  test.slow()
  await signInAs(page, administrator)
  await page.goto('/dashboard')
  await page
    .getByRole('list', { name: 'To do' })
    .getByRole('link', { name: /^First steps/ })
    .click()
  await expect(heading(page, 'Who it’s for')).toBeVisible()
  const steps = page.getByRole('navigation', { name: 'Steps' })
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('')
  await steps.getByRole('link', { name: /Who may join/ }).click()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(heading(page, 'Who it’s for')).toBeFocused()
  await expect(page.getByText('Name: This field is required.')).toBeVisible()
  await expect(steps.getByRole('link', { name: 'Needs correction Who it’s for' })).toBeVisible()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('Lindenau')
  await expect(name).not.toHaveAttribute('aria-invalid')

  const changes = page.getByRole('region', { name: 'Unsaved changes' })
  const town = page.getByRole('button', { name: /^Town/ })
  await town.click()
  await expect(changes).toBeFocused()
  await expect(changes).toContainText('Look › Accent')
  await changes.getByRole('button', { name: 'Discard' }).click()
  await expect(changes).toBeHidden()
  await name.fill('Lindenau')
  await town.click()
  await expect(changes).toContainText('Look › Accent')
  const loaded = page.getByRole('status').getByText('Recipe loaded.')
  await expect(loaded).toBeVisible()
  await expect(name).toHaveValue('Lindenau')
  await page.getByRole('button', { name: 'Save and continue' }).click()

  await expect(heading(page, 'Look')).toBeFocused()
  await expect(loaded).toBeHidden()
  const accent = page.getByLabel('Accent', { exact: true }).first()
  await expect(accent).toHaveValue('#2f6b3a')
  await accent.fill('#8a3b12')
  for (const [language, headline] of headlines) {
    await page.getByLabel('Language').selectOption({ label: language })
    await page.getByLabel('Headline', { exact: true }).fill(headline)
  }
  await page.getByRole('button', { name: 'Save and continue' }).click()

  // Left here, the guide resumes where nothing is set yet.
  await expect(heading(page, 'Who runs it')).toBeVisible()
  await page.getByRole('link', { name: 'Continue later' }).click()
  await page
    .getByRole('list', { name: 'To do' })
    .getByRole('link', { name: /^First steps 2/ })
    .click()
  await expect(heading(page, 'Who runs it')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Verein Lindenau')
  await page.getByLabel('Postal address').fill('Am Markt 1\n12345 Lindenau')
  await page.getByRole('button', { name: 'Save and continue' }).click()

  const skip = async (step: string) => {
    await expect(heading(page, step)).toBeVisible()
    await page.getByRole('button', { name: 'Skip this step' }).click()
  }
  // The recipe has set it.
  await expect(heading(page, 'Who may join')).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(heading(page, 'Profile')).toBeVisible()
  const fields = page.getByRole('region', { name: 'Profile fields' })
  await fields.getByRole('button', { name: 'Add a field' }).click()
  for (const [language, question] of questions) {
    await fields.getByLabel('Language').selectOption({ label: language })
    await fields.getByLabel('Question', { exact: true }).last().fill(question)
  }
  await fields.getByLabel('Language').selectOption({ label: 'English' })
  await fields.getByLabel('Type', { exact: true }).last().selectOption({ label: 'Short text' })
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await skip('Money')
  await expect(heading(page, 'Team')).toBeVisible()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('list', { name: 'To do' })).toContainText('Failed jobs')
  await expect(page.getByRole('list', { name: 'To do' })).not.toContainText('First steps')

  const ada = await newMember(page)
  for (const [at, language] of (['en', 'de', 'ar'] as const).entries()) {
    await page.goto(`/welcome?lang=${language}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(headlines[at]![1])
    await expect(page).toHaveTitle(/Lindenau/)
  }
  await page.goto('/imprint')
  await expect(page.getByText('Verein Lindenau').first()).toBeVisible()
  await signInAs(page, ada)
  for (const [at, [language, more]] of moreAboutYou.entries()) {
    await page.goto(`/profile?lang=${language}`)
    await page.getByRole('button', { name: more }).click()
    await expect(page.getByRole('dialog').getByLabel(questions[at]![1], { exact: true })).toBeVisible()
  }
})

test('a recipe makes it a campus, where two strangers find each other by their faculty', async ({ page }) => {
  test.slow()
  await signInAs(page, administrator)
  await page.goto('/configuration?section=recipes')
  const open = async (name: string, text: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Open a recipe file' }).click(),
    ])
    await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  }
  const wrong = { foo: 1, house: { minimumAge: 5 } }
  await open('wrong.json', JSON.stringify({ recipe: 1, configuration: wrong }))
  await expect(page.getByText('foo: This field isn’t accepted here.')).toBeVisible()
  await expect(page.getByText('What members may do › Minimum age: Enter 18 or more.')).toBeVisible()
  await open('cut.json', '{"recipe": 1, "conf')
  await expect(page.getByText('This file isn’t a recipe.')).toBeVisible()
  await page.getByRole('button', { name: /^Campus/ }).click()
  const changes = page.getByRole('region', { name: 'Unsaved changes' })
  await changes.getByRole('button', { name: /^Show \d+ more$/ }).click()
  await expect(changes).toContainText('Profile fields › Faculty')
  await changes.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').getByText('Saved. Your changes are live.')).toBeVisible()
  // What is exported is what was chosen, with the name of this site.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as a recipe' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('lindenau.recipe.json')

  const mark = inLetters(String(Date.now()))
  const person = (firstName: string) => ({
    ...newPerson(`${firstName}${mark}`),
    email: `${firstName.toLowerCase()}.${mark}@law.campus.example`,
  })
  const answers = (faculty: string) => ({ faculty: { value: faculty }, stage: { value: 'master' } })
  const ada = await newMember(page, person('Ada'), {}, answers('arts'))
  const ben = await newMember(page, person('Ben'), { gender: 'man' }, answers('law'))
  await signInAs(page, ada)
  await page.goto('/search?lang=ar')
  await page.getByRole('button', { name: 'الفلاتر' }).click()
  const faculty = page.getByRole('dialog').getByRole('group', { name: 'الكلية' })
  await faculty.getByRole('button', { name: 'الحقوق' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'عرض النتائج' }).click()
  await expect(page).toHaveURL(/fields=faculty/)
  await page
    .getByRole('link', { name: new RegExp(ben.firstName) })
    .first()
    .click()
  await expect(page.getByRole('definition').filter({ hasText: 'الحقوق' })).toBeVisible()
  // Both like each other, and meet.
  await likeEachOther(ada, ben)
  await page.goto('/matches')
  await expect(page.getByRole('link', { name: new RegExp(ben.firstName) }).first()).toBeVisible()
})
