import { fakeDevices } from '../fake-devices.ts'
import { signInAs, expect, test, matched } from '../world.ts'

test.use(fakeDevices)

/** Matches the timer once at least a second has been recorded. */
const aSecondOrMore = /^0:(?!00)\d\d \/ 1:00$/

test('a voice note is recorded while the button is held, and a message takes the button’s place', async ({ page }) => {
  const { ada, ben, matchId } = await matched(page)
  await signInAs(page, ada)
  await page.goto(`/chat/${matchId}`)
  const button = page.getByRole('button', { name: 'Record a voice note' })
  await page.getByLabel('Message to Ben').fill('Or in words')
  await expect(button).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await page.getByLabel('Message to Ben').fill('')
  await button.hover()
  await page.mouse.down()
  const dialog = page.getByRole('dialog', { name: 'Voice note to Ben' })
  await expect(dialog.getByText('Recording. Let go to stop.')).toBeVisible()
  await expect(dialog.getByRole('timer')).toHaveText(aSecondOrMore)
  await page.mouse.up()
  const heard = dialog.getByRole('group', { name: 'Your recording' })
  await heard.getByRole('button', { name: 'Play' }).click()
  await expect
    .poll(() => heard.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('group', { name: 'Voice note from you' })).toBeVisible()
  const { messages } = (await ben.client.listMessages({ params: { id: matchId } })).data
  expect(messages).toMatchObject([{ text: null, voice: {} }])
})

test('without a microphone, the dialog says what to do', async ({ page }) => {
  const { ada, matchId } = await matched(page)
  await signInAs(page, ada)
  for (const [name, words] of [
    ['NotAllowedError', 'Allow it in the site settings'],
    ['NotFoundError', 'Connect one'],
  ] as const) {
    await page.goto(`/chat/${matchId}`)
    await page.evaluate((error) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error))
    }, name)
    await page.getByRole('button', { name: 'Record a voice note' }).click()
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  }
})
