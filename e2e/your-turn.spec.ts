import { waiting } from './your-turn-steps.ts'
import { anySize, expect, newMember, signInAs, test } from './world.ts'

const names = ['Ben', 'Cleo', 'Dan', 'Eli', 'Fay', 'Gus', 'Hana', 'Ida']

test.describe('too many people who wait', () => {
  test.use({ expectedErrors: /status of 409/ })
  test('pause likes, which a kind goodbye brings back', anySize, async ({ page }) => {
    const ada = await newMember(page)
    for (const name of names) await waiting(page, ada, name)
    const zoe = await newMember(page, { firstName: 'Zoe' })
    await signInAs(page, ada)
    await page.goto(`/members/${zoe.user._id}`)
    const like = page.getByRole('button', { name: 'Like', exact: true })
    await like.click()
    const sheet = page.getByRole('dialog', { name: 'Your turn' })
    await expect(sheet).toContainText('8 people are waiting to hear from you.')
    await expect(sheet.getByRole('listitem')).toHaveCount(names.length)
    await expect(sheet.getByRole('link', { name: /Fay/ })).toContainText('Hello from Fay')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()

    // The deck brings back the card that it had already put aside.
    await page.goto('/discover')
    await page.getByRole('button', { name: 'Like', exact: true }).click()
    await expect(sheet.getByRole('listitem')).toHaveCount(names.length)
    const close = sheet.getByRole('button', { name: 'Close the conversation with Fay kindly' })
    // A long last line leaves room for the button.
    await expect(close).toBeInViewport({ ratio: 1 })
    await close.click()
    const goodbye = page.getByRole('dialog', { name: 'Unmatch Fay?' })
    await goodbye.getByRole('button', { name: 'Unmatch' }).click()
    await expect(sheet).toContainText('You can like people again.')
    await sheet.getByRole('button', { name: 'Keep going' }).click()
    await page.goto(`/members/${zoe.user._id}`)
    await like.click()
    await expect(page.getByRole('main').getByText('You like Zoe.')).toBeVisible()
  })
})
