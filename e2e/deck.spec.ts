import { bornYearsAgo } from '../scripts/present.ts'
import { atDeck } from './deck-steps.ts'
import { anySize, newMember, signInAs, expect, test } from './world.ts'

test('people who were decided on stay away, until an undo brings the last one back', anySize, async ({ page }) => {
  const { whole, places, shown } = await atDeck(page, ['Ben', 'Cem', 'Dov'])
  const pass = async () => {
    const person = await shown()
    await page.getByRole('button', { name: 'Pass', exact: true }).click()
    await expect(whole).not.toHaveAttribute('href', person)
    return person
  }
  const first = await pass()
  const second = await pass()
  const third = await shown()
  await places.getByRole('link', { name: /^Likes/ }).click()
  await expect(page).toHaveURL(/\/likes/)
  await places.getByRole('link', { name: 'Discover' }).click()
  await expect(whole).toHaveAttribute('href', third)
  await page.getByRole('button', { name: 'Grid' }).click()
  await expect(page.locator(`a[href="${third}"]`)).toBeVisible()
  await expect(page.locator(`a[href="${first}"], a[href="${second}"]`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Deck' }).click()
  await expect(whole).toHaveAttribute('href', third)
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.dblclick()
  await expect(whole).not.toHaveAttribute('href', third)
  await expect(whole).toHaveAttribute('href', second)
  await expect(page.getByText('Nothing to undo.')).toBeHidden()
})

test(
  'a heart likes one answer or photo, a flick the person; a match says so and offers first lines',
  anySize,
  async ({ page }, { project }) => {
    // No other journey uses these ages.
    const age = project.name === 'phone' ? 79 : 85
    const dateOfBirth = bornYearsAgo(age)
    await page.addInitScript(() => {
      const felt: unknown[] = ((window as unknown as { felt: unknown[] }).felt = [])
      navigator.vibrate = (pattern) => felt.push(pattern) > 0
    })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.setViewportSize({ width: 390, height: 844 })
    const prompts = [{ question: 'A perfect Sunday', answer: 'Bread, then the river.' }]
    const likers = ['Ben', 'Cem', 'Dov'].map((firstName) =>
      newMember(page, { firstName, dateOfBirth }, { gender: 'man', prompts, interests: ['choir'] }),
    )
    const [ada, ...others] = await Promise.all([
      newMember(page, { dateOfBirth }, { prompts, interests: ['Choir'] }),
      ...likers,
    ])
    for (const { client } of [ada, ...others])
      await client.setPreferences({ body: { ageMin: age - 2, ageMax: age + 2 } })
    for (const { client } of others)
      await client.choose({
        body: { userId: ada.user._id, action: 'like', note: 'Which river?', noteOn: 'A perfect Sunday' },
      })
    await signInAs(page, ada)
    await page.goto('/discover')
    const card = page.getByRole('article')
    const first = (await card.getAttribute('aria-label'))!
    const peek = page.locator('[data-peek] img')
    await expect(peek).toBeVisible()
    const edge = (await peek.boundingBox())!
    expect(edge.y).toBeLessThan((await page.getByRole('figure', { name: /^Photos of/ }).boundingBox())!.y - 3)

    // A slow drag that stops on the way changes nothing. The text moves along with the photo.
    const words = page.getByRole('heading', { name: 'A perfect Sunday' })
    const finger = await page.context().newCDPSession(page)
    // Fixed timestamps, so that a busy machine doesn't slow a flick down.
    let at = Date.now()
    const touch = (type: string, x?: number, after = 10) =>
      finger.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: x === undefined ? [] : [{ x, y: 300 }],
        timestamp: (at += after) / 1000,
      })
    const before = (await words.boundingBox())!
    await touch('touchStart', 100)
    for (const x of [120, 140, 160, 180]) await touch('touchMove', x)
    await expect.poll(async () => (await words.boundingBox())!.x).toBeGreaterThan(before.x + 50)
    await touch('touchMove', 181, 300)
    await touch('touchEnd')
    await expect(card).toHaveAttribute('aria-label', first)
    await expect.poll(async () => (await words.boundingBox())!.x).toBe(before.x)

    await touch('touchStart', 100, 500)
    for (const x of [120, 140, 160]) await touch('touchMove', x)
    await touch('touchEnd')
    await expect(page.getByRole('dialog', { name: `You and ${first} like each other` })).toBeVisible()
    await page.getByRole('button', { name: 'Keep looking' }).click()
    const name = (await card.getAttribute('aria-label'))!
    await page.getByRole('button', { name: 'Like the answer to “A perfect Sunday”' }).click()
    const dialog = page.getByRole('dialog', { name: `Like ${name}’s answer` })
    await expect(dialog).toContainText('Bread, then the river.')
    await dialog.getByLabel('Your note').fill('Mine, too')
    await dialog.getByRole('button', { name: 'Send like' }).click()
    const moment = page.getByRole('dialog', { name: `You and ${name} like each other` })
    await expect(moment).toContainText('Liked your answer to “A perfect Sunday”')
    await expect(moment).toContainText('Which river?')
    await expect(moment.getByRole('button', { name: /made me curious/ })).toBeVisible()
    await expect.poll(() => page.evaluate(() => (window as unknown as { felt: unknown[] }).felt)).toHaveLength(4)
    await moment.getByRole('button', { name: 'Keep looking' }).click()

    // The second person is liked with the heart on the photo, and gets a first message.
    await page.getByRole('button', { name: 'Like this photo' }).click()
    await page.getByRole('button', { name: 'Send like' }).click()
    const last = page.getByRole('dialog')
    await expect(last.getByText('You both like choir')).toBeVisible()
    await last.getByRole('button', { name: 'We both like choir. How did you get into it?' }).click()
    await expect(last.getByLabel(/^Message to/)).toHaveValue('We both like choir. How did you get into it?')
    await last.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText(/^Sent to (Ben|Cem|Dov)\.$/)).toBeVisible()
    await expect(last).toHaveCount(0)
    const { matches } = (await ada.client.listMatches()).data
    expect(matches.map(({ lastMessage }) => lastMessage?.text)).toContain(
      'We both like choir. How did you get into it?',
    )
  },
)

test('a member asks why they see a person, by keyboard, on the card and on the profile', anySize, async ({ page }) => {
  const { card, whole } = await atDeck(page, ['Ben'])
  const more = page.getByRole('article').getByRole('button', { name: 'More', exact: true })
  const why = page.getByRole('menuitem', { name: 'Why this person?' })
  const panel = page.getByRole('dialog', { name: 'Why this person?' })
  await more.press('Enter')
  await why.press('Enter')
  await expect(panel.getByText('You fit what they’re looking for, and they fit what you’re looking for.')).toBeVisible()
  // The arrow keys ignore a card behind a dialog.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(more).toBeFocused()
  await expect(card).toBeVisible()
  await whole.click()
  await expect(page).toHaveURL(/members/)
  await expect(whole).toHaveCount(0)
  // The menu of the card is gone with it.
  await expect(why).toHaveCount(0)
  await more.press('Enter')
  await why.press('Enter')
  await expect(panel.getByText(/You fit what they’re looking for/)).toBeVisible()
})
