import type { Locator } from '@playwright/test'
import { present } from '../../scripts/present.ts'
import { FACTS, openDialog, person, written } from '../decisions-steps.ts'
import { administrator, callsOf, signInAs, expect, mailTo, passDecisions, clockServer, tabTo, test } from '../world.ts'

// Staff decisions, and the notices that members read.

test('before a ban for fraud, staff see by keyboard who is warned, and the text', async ({ page }) => {
  const [sam, ben] = [await person(page, 'Sam'), await person(page, 'Benno')]
  await written(sam, ben)
  await signInAs(page, administrator)
  const dialog = await openDialog(page, sam.user._id)
  await tabTo(page, dialog.getByLabel('Decision'))
  await page.keyboard.type('Ban')
  await tabTo(page, dialog.getByLabel('This was fraud'))
  await page.keyboard.press('Space')
  await expect(dialog.getByText(/^1 person who received messages from them will be warned in 12 hours/)).toBeVisible()
  const warnings = dialog.getByRole('region', { name: 'Fraud warnings' })
  await tabTo(page, warnings.getByLabel('Preview for'))
  await page.keyboard.type('Benno')
  await expect(warnings.getByText(/We banned Sam, who sent you messages on Kindred\./)).toBeVisible()
  await expect(warnings.getByText(/never send money/i)).toBeVisible()
})

/** Scrolls to an element, and waits until it is within the window with nothing covering it. */
async function expectUncovered(part: Locator) {
  await part.scrollIntoViewIfNeeded()
  const found = await part.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const isOnTop = element.contains(document.elementFromPoint(x, y))
    return { isOnTop, isInside: top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight }
  })
  expect(found, String(part)).toEqual({ isOnTop: true, isInside: true })
}

for (const width of [390, 1440])
  test(`a ban for fraud hides none of its consequences at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const [sam, ben] = [await person(page, 'Sam'), await person(page, 'Bennet')]
    await written(sam, ben)
    await signInAs(page, administrator)
    const dialog = await openDialog(page, sam.user._id)
    await dialog.getByLabel('Decision').selectOption('ban')
    await dialog.getByLabel('Violation type').selectOption('scam')
    await dialog.getByLabel('This was fraud').check()
    await dialog.getByLabel('Facts (visible to the member)').fill(FACTS)
    const preview = dialog.getByRole('region', { name: 'Effects' })
    await expect(preview.getByText(/will be warned in 12 hours/)).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Fraud warnings' }).getByText(/^1 person received/)).toBeVisible()
    await preview.getByText('Email preview').click()
    await expect(preview.getByText(FACTS)).toBeVisible()
    const items = preview.getByRole('listitem')
    const parts = [preview.getByText(/strikes? so far/), ...(await items.all())]
    expect(parts.length).toBeGreaterThan(4)
    parts.push(preview.getByText('Email preview'), preview.locator('details b'))
    parts.push(dialog.getByLabel('Preview for'), dialog.getByRole('button', { name: 'Apply', exact: true }))
    for (const part of parts) await expectUncovered(part)
  })

test.describe('on a server whose time can be moved on', () => {
  test.use({ baseURL: `http://127.0.0.1:${clockServer.port}` })

  test('a suspension expires while its member looks at it, and an email confirms it', async ({ page }) => {
    const ida = await person(page, 'Ida')
    const { data } = await callsOf(page).login({ body: administrator })
    const body = { kind: 'suspend', days: 7, rule: 6, category: 'scam', facts: FACTS } as const
    await callsOf(page, data.token).decide({ params: { id: ida.user._id }, body })
    await page.clock.install({ time: present() })
    await signInAs(page, ida)
    await page.goto('/matches')
    const restricted = page.getByRole('heading', { name: 'Your account is restricted' })
    await expect(restricted).toBeVisible()
    await page.clock.runFor('01:01')
    await expect(restricted).toBeVisible()
    await passDecisions(page, clockServer.port, ida)
    await page.clock.runFor('01:01')
    await expect(restricted).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Matches', exact: true })).toBeVisible()
    expect(await mailTo(page, ida.email, /A restriction on your account has been lifted/)).toContain('has expired')
  })
})
