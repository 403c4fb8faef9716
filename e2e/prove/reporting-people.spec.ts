import { bornYearsAgo } from '../../scripts/present.ts'
import { administrator, newMember, signInAs, expect, inLetters, test } from '../world.ts'

// The browser logs the 404 of blocked members, who can no longer be found, and the 400 of a report with too few words.
test.use({ expectedErrors: /status of 40[04]/ })

test('on a card and on a profile, a report takes three taps, and a blocked card is gone', async ({ page }) => {
  // No other journey has members of this age, so no one else takes part.
  const age = 73
  const dateOfBirth = bornYearsAgo(age)
  const [ada, ...others] = await Promise.all(
    ['Ada', 'Bea', 'Cem'].map((firstName) => newMember(page, { firstName, dateOfBirth })),
  )
  for (const { client } of [ada!, ...others]) await client.setPreferences({ body: { ageMin: age, ageMax: age } })
  await signInAs(page, ada!)
  await page.goto('/discover')
  const card = page.getByRole('article')
  const heading = card.getByRole('heading', { level: 2 }).first().getByRole('link')
  const personOfCard = () => heading.getAttribute('href')
  const nameOfCard = () => heading.textContent()
  const [first, firstName] = [await personOfCard(), await nameOfCard()]
  const reason = 'Fake profile, or someone else’s photos'
  const report = async (name: string | null) => {
    const photos = page.getByRole('figure', { name: `Photos of ${name}` })
    await photos.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Report', exact: true }).click()
    await page.getByRole('button', { name: reason }).click()
    await page.getByRole('button', { name: 'Send report' }).click()
    return page.getByRole('dialog', { name: `Block ${name} too?` })
  }
  const block = await report(firstName)
  await block.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(heading).not.toHaveAttribute('href', first!)
  const second = await nameOfCard()
  await heading.click()
  // The card, which has the same menu, stays until the profile has loaded.
  await expect(page.getByRole('region', { name: 'Safety' })).toBeVisible()
  const profile = await report(second)
  await profile.getByRole('button', { name: 'Not now' }).click()
  const { reports } = (await ada!.client.listMyReports({ query: {} })).data
  expect(reports.map(({ detail }) => detail)).toEqual(['fake_profile', 'fake_profile'])
  // The deck was left with this person in front.
  await page.getByRole('region', { name: 'Safety' }).getByRole('button', { name: 'Block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page).toHaveURL('/discover')
  await expect(page.getByRole('heading', { name: 'Your filters hide everyone' })).toBeVisible()
})

test('someone is reported for a reason by keyboard alone, and blocked afterwards', async ({ page, browser }) => {
  const name = `Cai${inLetters(String(Date.now()))}`
  const cai = await newMember(page, { firstName: name, dateOfBirth: '1961-02-03' })
  const ada = await newMember(page, { dateOfBirth: '1961-03-04' })
  const words = `Asked me for gift cards, ${Date.now()}`
  await signInAs(page, ada)
  await page.goto(`/support?about=${cai.user._id}`)
  const reason = page.getByLabel('What’s the problem?')
  // The field appears once the parts above it have loaded.
  await expect(reason).toBeVisible()
  await page.getByLabel('Is it about someone?').focus()
  await page.keyboard.press('Tab')
  await expect(reason).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(reason).toHaveValue('scam')
  await page.keyboard.press('Tab')
  await page.keyboard.type(words)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Block ${name} too?` })
  // The dialog takes the focus a moment after it appears.
  await expect(dialog.locator(':focus')).toBeVisible()
  await dialog.getByRole('button', { name: 'Block', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${name} is blocked. You’ll no longer see each other.`)).toBeVisible()
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await expect(conversation.getByText(words)).toBeVisible()
  await expect(conversation.getByText('Scam, or asks for money')).toBeVisible()
  // The form doesn't offer to block a member who is already blocked.
  await page.goto(`/support?about=${cai.user._id}`)
  await reason.selectOption('Harassment')
  await page.getByLabel('What happened?').fill('They write from another account now.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(conversation.getByText('They write from another account now.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const desk = await (await browser.newContext()).newPage()
  await signInAs(desk, administrator)
  await desk.goto(`/reports?search=${encodeURIComponent(words)}`)
  await desk.getByRole('table').getByRole('link').first().click()
  await expect(desk.getByText('Other · Scam, or asks for money')).toBeVisible()
  await desk.context().close()
})
