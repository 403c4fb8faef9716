import { administrator, newMember, signInAs, expect, inLetters, test } from './world.ts'

// Blocked members can no longer be found, and the browser logs the 404.
test.use({ mayComplain: /status of 404/ })

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
