import { present } from '../../scripts/present.ts'
import { anySize, answerOnce, expect, matched, openLive, signInAs, test } from '../world.ts'

test.describe('messages that fail on their way', () => {
  test.use({ expectedErrors: /status of (409|503)|Failed to load resource|ERR_/ })

  test('a refused edit stays in the field, and after 15 minutes there is no Edit', anySize, async ({ page }) => {
    const { ada, matchId: id } = await matched(page)
    await ada.client.sendMessage({ params: { id }, body: { clientId: crypto.randomUUID(), text: 'On the peir.' } })
    await signInAs(page, ada)
    await page.clock.install({ time: present() })
    await openLive(page, `/chat/${id}`)
    const log = page.getByRole('log')
    const field = page.getByLabel('Message to Ben')
    const openActions = (text: string) => log.getByRole('button', { name: `Actions for “${text}”` }).press('Enter')
    const edit = page.getByRole('menuitem', { name: 'Edit' })
    await openActions('On the peir.')
    await edit.click()
    await field.fill('On the pier.')
    await answerOnce(page, `/matches/${id}/messages/*`, { status: 409, json: { message: 'Not now.' } })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Not now.')).toBeVisible()
    await expect(field).toHaveValue('On the pier.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(log.getByText('On the pier.')).toBeVisible()
    await expect(field).toHaveValue('')
    await page.clock.fastForward('16:00')
    await openActions('On the pier.')
    await expect(page.getByRole('menuitem', { name: 'Copy' })).toBeVisible()
    await expect(edit).toHaveCount(0)
  })
})
