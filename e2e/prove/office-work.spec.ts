import { waitingPhotos } from '../waiting-photos.ts'
import { administrator, signInAs, expect, test } from '../world.ts'

test('a visible palette runs actions, and ? lists the keys', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/reports')
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const text of ['Everywhere', 'Lists', 'Reports', 'Next', 'Resolve'])
    await expect(keys.getByText(text, { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.getByLabel('Search reports').fill('what?')
  await expect(keys).toBeHidden()
  // The list updates a moment later.
  await expect(page).toHaveURL(/search=what/)
  await page.getByRole('button', { name: /^Search or run a command/ }).click()
  // Until the palette covers them, the filters of the list behind it have the same label.
  const palette = page.getByRole('combobox', { name: /^Search screens, settings and actions/ })
  await palette.fill('overdue')
  await page.getByRole('option', { name: 'Overdue reports' }).click()
  await expect(page).toHaveURL(/overdue=true/)
  await page.getByRole('button', { name: /^Search or run a command/ }).click()
  for (const name of ['Claim the next report', 'Switch to dark mode', 'Keyboard shortcuts', 'Logout'])
    await expect(page.getByRole('option', { name })).toBeAttached()
  await palette.fill('keyboard')
  await page.keyboard.press('Enter')
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  // Search also finds members and actions for them, and ignores accents.
  await page.keyboard.press('Control+k')
  await palette.fill('deactivate zoe lind')
  await expect(page.getByRole('option')).toHaveText(['Deactivate Zoë Lindqvist…'])
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Deactivate Zoë Lindqvist?' })
  await expect(dialog.getByLabel(/Reason \(visible to the member\)/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+k')
  await palette.fill('lindqvist')
  await page.getByRole('option', { name: 'Audit log about Zoë Lindqvist' }).click()
  await expect(page).toHaveURL(/\/audit\?about=/)
})

test('heads sort their list both ways, also by the keyboard, and the address keeps the order', async ({ page }) => {
  await signInAs(page, administrator)
  for (const [path, head, steps] of [
    ['/users?search=demo.kindred', 'User', ['none', 'ascending sort=name', 'descending sort=nameDescending']],
    ['/users?search=demo.kindred', 'Last Active', ['none', 'descending sort=lastActive', 'ascending longestInactive']],
    ['/users?search=demo.kindred', 'Join Date', ['descending', 'ascending sort=oldest', 'descending']],
    ['/reports', 'Priority', ['none', 'descending order=priority', 'ascending order=leastUrgent']],
    ['/reports', 'Date', ['descending', 'ascending order=oldest', 'descending']],
    ['/subscriptions', 'Since', ['descending', 'ascending sort=oldest', 'descending']],
  ] as const) {
    await page.goto(path)
    const header = page.getByRole('table').first().getByRole('columnheader', { name: head, exact: true })
    const rows = page.getByRole('table').first().getByRole('row')
    const seen: string[] = []
    for (const step of steps) {
      const [direction, address = /^[^=]*(search=[^&=]*)?$/] = step.split(' ')
      if (seen.length > 0) await page.keyboard.press('Enter')
      await expect(header, `${path} ${head}`).toHaveAttribute('aria-sort', direction!)
      await expect(page).toHaveURL(typeof address === 'string' ? new RegExp(address) : address)
      await expect(rows.nth(1)).not.toHaveText(seen.at(-1) ?? '')
      seen.push((await rows.nth(1).textContent())!)
      await header.getByRole('button').focus()
    }
    await page.reload()
    await expect(header).toHaveAttribute('aria-sort', steps[2].split(' ')[0]!)
  }
  await expect(page.getByRole('columnheader', { name: 'Plan' })).not.toHaveAttribute('aria-sort')
})

test('a recording that still loads is left without an error', async ({ page }) => {
  await signInAs(page, administrator)
  await waitingPhotos(page, ['Ana'])
  await page.goto('/photos')
  const open = (name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
  await expect(open('Ana')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(open('Fay')).toBeVisible()
  await page.evaluate(() => {
    const leave = new MutationObserver(() => {
      if (!document.querySelector('audio')) return
      leave.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }))
    })
    leave.observe(document.body, { childList: true, subtree: true })
  })
  await open('Fay').getByRole('button', { name: 'Play recording' }).click()
  await expect(open('Fay')).toHaveCount(0)
})

test('ten photos are cleared with eleven keys', async ({ page }) => {
  const names = Array.from('ABCDEFGHIJ', (letter) => `Member ${letter}`)
  await signInAs(page, administrator)
  const decided = await waitingPhotos(page, names, { later: [] })
  await page.goto('/photos')
  const approve = page.getByRole('button', { name: 'Approve' })
  for (let keys = 0; keys < 11; keys++) {
    if (keys > 0) await expect(approve).toBeEnabled()
    else await expect(approve).toBeVisible()
    await page.keyboard.press('a')
    await expect.poll(() => decided.length).toBe(keys)
  }
  expect(decided).toEqual(names.map((name) => `${name}: {"shown":true}`))
})
