import type { Answer } from '@kindred/contract/profiles/questions'
import { bornYearsAgo } from '../scripts/present.ts'
import { randomUUID } from 'node:crypto'
import { anySize, newMember, signInAs, expect, goToMatch, openLive, test } from './world.ts'

test('a deck works by buttons and keys, with undo, filters and a grid', async ({ page }) => {
  const ada = await newMember(page)
  const yearsAgo33 = bornYearsAgo(33)
  await newMember(page, { firstName: 'Ben', dateOfBirth: yearsAgo33 }, { gender: 'man' })
  await signInAs(page, ada)
  await page.goto('/discover')
  const whole = page.getByRole('article').locator('h2 a')
  const shownProfile = async () => (await whole.getAttribute('href'))!
  const shows = (href: string) => expect(whole).toHaveAttribute('href', href)
  const showsAnother = (href: string) => expect(whole).not.toHaveAttribute('href', href)
  const first = await shownProfile()
  const liked = page.waitForResponse((answer) => answer.request().postDataJSON()?.action === 'like')
  await page.keyboard.press('ArrowRight')
  await showsAnother(first)
  const second = await shownProfile()
  await page.getByRole('button', { name: 'Pass' }).click()
  await showsAnother(second)
  await page.keyboard.press('u')
  await shows(second)
  // The reloaded page resends whatever hasn't arrived yet, and its deck may be older.
  await (await liked).finished()
  await page.reload()
  await showsAnother(first)
  await page.getByRole('button', { name: 'Grid' }).click()
  await expect(page).toHaveURL(/view=grid/)
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Maximum age').fill('31')
  await expect(sheet.getByText(/Hides \d+/).first()).toBeVisible()
  await expect(sheet.getByText(/^Raising the maximum age to 33 adds \d+ (person|people)\.$/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Widen' })).toBeVisible()
  // By keyboard, the ends of the age range can't pass each other.
  const youngest = sheet.getByLabel('Minimum age')
  await youngest.focus()
  await page.keyboard.press('End')
  await expect(youngest).toHaveValue('31')
  const distance = sheet.getByLabel('Maximum distance')
  await distance.focus()
  await page.keyboard.press('Home')
  await expect(distance).toHaveAttribute('aria-valuetext', /^up to \d+ km$/)
  await sheet.getByRole('button', { name: 'Reset' }).click()
  await expect(sheet.getByLabel('Maximum age')).toHaveValue('120')
  await expect(distance).toHaveAttribute('aria-valuetext', 'Any')
  await sheet.getByRole('button', { name: /^Show \d+ (person|people)$/ }).click()
  await expect(sheet).toBeHidden()
})

test.describe('an exhausted list is requested once more', () => {
  test.use({ expectedErrors: /status of 404/ })
  test(
    'a mutual like announces a match, and both write, react, edit and delete, each seeing it live',
    anySize,
    async ({ page, browser }) => {
      const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' }, { gender: 'man' })]
      await ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })
      await signInAs(page, ada)
      await openLive(page, `/members/${ben.user._id}`)
      await page.getByRole('button', { name: 'Like', exact: true }).click()
      await goToMatch(page)
      const context = await browser.newContext()
      const other = await context.newPage()
      await signInAs(other, ben)
      await openLive(other, new URL(page.url()).pathname)
      const [mine, theirs] = [page.getByRole('log'), other.getByRole('log')]
      await expect(other.getByLabel('Message to Ada')).toBeVisible()
      // The notice is shown only for a few seconds.
      const isTyping = expect(other.getByText('Ada is typing')).toBeAttached()
      await page.getByLabel('Message to Ben').fill('Do you know the bakery')
      await isTyping
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(theirs.getByText('Do you know the bakery')).toBeVisible()
      await expect(mine.getByText('Read', { exact: true })).toBeVisible()
      await mine.getByRole('button', { name: /^Actions for/ }).press('Enter')
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByLabel('Message to Ben').fill('Do you know the bakery by the river?')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(theirs.getByText('by the river?')).toBeVisible()
      await theirs.getByRole('button', { name: /^Actions for/ }).press('Enter')
      await other.getByRole('menuitem', { name: 'React with ❤️' }).click()
      await expect(mine.getByRole('button', { name: '❤️ from Ben' })).toBeVisible()
      await mine.getByRole('button', { name: /^Actions for/ }).press('Enter')
      await page.getByRole('menuitem', { name: 'Delete for both' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete for both' }).click()
      await expect(theirs.getByText('Deleted message')).toBeVisible()
      const more = page.getByRole('button', { name: 'More: report, block, unmatch' })
      await more.click()
      await page.getByRole('menuitem', { name: 'Mute' }).click()
      await expect(page.getByLabel('Muted').first()).toBeAttached()
      await more.click()
      await page.getByRole('menuitem', { name: 'Unmatch' }).click()
      await page.getByRole('dialog', { name: 'Unmatch Ben?' }).getByRole('button', { name: 'Unmatch' }).click()
      await expect(page).toHaveURL(/\/matches/)
      await other.goto('/notifications')
      await expect(other.getByText(/Ada said goodbye/)).toBeVisible()
      // A match resumes once both have asked for it.
      await page.getByText('Past matches: 1').click()
      await page.getByRole('button', { name: 'Rematch Ben' }).click()
      await expect(page.getByRole('button', { name: 'Asked Ben' })).toBeVisible()
      await other.goto('/matches')
      await other.getByText('Past matches: 1').click()
      await other.getByRole('button', { name: 'Rematch Ada' }).click()
      await expect(other.getByLabel('Message to Ada')).toBeVisible()
      // The page loads the two lists one after the other.
      await expect(page.getByText('Past matches: 1')).toHaveCount(0)
      await expect(page.getByRole('link', { name: /Ben/ })).toBeVisible()
      await context.close()
    },
  )
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_|WebSocket/ })
  test('a swipe and a message wait offline, show it, and arrive once', anySize, async ({ page }) => {
    const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
    await ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })
    await signInAs(page, ada)
    await page.goto(`/members/${ben.user._id}`)
    await page.getByRole('button', { name: 'Like', exact: true }).click()
    await goToMatch(page)
    await expect(page.getByLabel('Message to Ben')).toBeVisible()
    await page.route('**/api/v1/**', (route) => route.abort())
    await page.getByLabel('Message to Ben').fill('Hello from a tunnel')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Sends when you’re back online.')).toBeVisible()
    await page.unroute('**/api/v1/**')
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(page.getByRole('log').getByText('Sent', { exact: true })).toBeVisible()
    await expect(page.getByRole('log').getByText('Hello from a tunnel')).toHaveCount(1)
  })
})

test.describe('rejected input', () => {
  test.use({ expectedErrors: /status of 404/ })
  test('someone who is searched for, viewed and blocked then appears nowhere', anySize, async ({ page }) => {
    const word = `w${randomUUID().slice(0, 8)}`
    const [ada] = [await newMember(page), await newMember(page, { firstName: 'Cai' }, { bio: `I collect ${word}` })]
    await signInAs(page, ada)
    await page.goto('/search')
    await page.getByLabel('Keywords').fill(word)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('1 person is a mutual fit')).toBeVisible()
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByLabel('Minimum age').fill('90')
    await sheet.getByRole('textbox', { name: 'Interests' }).fill('tea')
    await sheet.getByRole('textbox', { name: 'Interests' }).press('Enter')
    await sheet.getByRole('group', { name: 'Suggestions for Interests' }).getByRole('button').first().click()
    await sheet.getByRole('button', { name: 'Remove tea' }).click()
    await sheet.getByRole('button', { name: 'Show results' }).click()
    await expect(page.getByRole('button', { name: 'Filters 2' })).toBeFocused()
    await expect(page).toHaveURL(/minAge=90/)
    expect(new URL(page.url()).searchParams.get('interests')).toMatch(/^[^,]+$/)
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await page.getByRole('link', { name: /Cai/ }).click()
    await expect(page.getByText(`I collect ${word}`)).toBeVisible()
    await page.getByRole('button', { name: 'Block' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
    await expect(page.getByText('Cai is blocked. You’ll no longer see each other.')).toBeVisible()
    await page.goto(`/search?q=${word}`)
    await expect(page.getByText('No one found')).toBeVisible()
    await page.goto('/settings#blocks')
    await page.getByRole('button', { name: 'Unblock Cai' }).click()
    await expect(page.getByRole('button', { name: 'Unblock Cai' })).toHaveCount(0)
  })
})

test('a question is answered, and the answer changed', anySize, async ({ page }) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/questions')
  await expect(page.getByText('0 of 120 answered')).toBeVisible()
  await page.getByRole('radio').first().check()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 of 120 answered')).toBeVisible()
  // The next question takes the place of the one above.
  const question = page.getByRole('main').locator('form').getByRole('heading')
  await expect(question).toBeFocused()
  await expect(question).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: /Change your answer to/ }).click()
  await expect(question).toBeFocused()
  await page.getByRole('radio').nth(1).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 of 120 answered')).toBeVisible()
})

test('an answer says how many more people have a score', async ({ page }) => {
  const dateOfBirth = bornYearsAgo(71)
  const [ada, ben] = [await newMember(page, { dateOfBirth }), await newMember(page, { dateOfBirth })]
  await ada.client.setPreferences({ body: { ageMin: 71, ageMax: 71 } })
  const { questions } = (await ada.client.listQuestions()).data
  const body: Answer = { answer: 0, accepted: [0], importance: 10, shown: true }
  for (const { _id: id } of questions.slice(0, 40)) await ben.client.answerQuestion({ params: { id }, body })
  const hasScore = async () => {
    const { interval } = (await ada.client.getCompatibility({ params: { userId: ben.user._id } })).data
    return interval !== null && interval.high - interval.low < 30
  }
  await signInAs(page, ada)
  await page.goto('/questions')
  const news = page.getByRole('status').filter({ hasText: '1 more person in your deck has a score.' })
  for (let count = 1; !(await hasScore()); count += 1) {
    await expect(news).toHaveCount(0)
    await page.getByRole('radio').first().check()
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`${count} of 120 answered`)).toBeVisible()
  }
  await expect(news).toBeVisible()
})
