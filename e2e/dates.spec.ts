import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { inFuture } from '../scripts/present.ts'
import { PLACE, eveningIn } from './dates-steps.ts'
import { demoMember, signInAs, expect, openLive, test, matched } from './world.ts'

test('two people plan a date in their chat, and a friend without an account sees that one of them is home', async ({
  page,
  browser,
}) => {
  const { ada, ben, matchId } = await matched(page)
  await signInAs(page, ada)
  await openLive(page, `/chat/${matchId}`)
  await page.getByRole('button', { name: 'Suggest a date' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Suggest a date to Ben' })
  await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  const days = dialog.getByRole('group', { name: 'Up to three days' }).getByRole('button')
  for (const ahead of [1, 3, 5]) await days.nth(ahead).press('Enter')
  await expect(days.nth(2)).toBeDisabled()
  await days.nth(5).press('Enter')
  await dialog.getByRole('group', { name: 'Time' }).getByRole('button').last().press('Enter')
  await dialog.getByLabel('Public place').fill(PLACE)
  await dialog.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(dialog).toBeHidden()
  const plan = page.getByRole('group', { name: 'Your date' })
  await expect(plan.getByText('You suggested a date')).toBeVisible()
  const { data } = await ben.client.getDatePlan({ params: { id: matchId } })
  const halfPastEight = [1, 3].map((ahead) => page.evaluate(eveningIn, ahead))
  expect(data.plan).toMatchObject({ state: 'proposed', place: PLACE, slots: await Promise.all(halfPastEight) })
  const { _id: planId, slots } = data.plan!
  // The page learns of the change through the socket.
  await ben.client.acceptPlan({ params: { id: matchId, planId }, body: { slot: slots[1]! } })
  const moment = page.getByRole('dialog', { name: 'You have a date with Ben' })
  await expect(moment.getByText(PLACE)).toBeVisible()
  await moment.getByRole('button', { name: 'Back to your chat' }).press('Enter')
  await expect(plan.getByText(/^Date with Ben: /)).toBeVisible()
  await expect(plan.getByText(PLACE)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    plan.getByRole('button', { name: 'Add to calendar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('date.ics')
  const entry = await readFile(await download.path(), 'utf8')
  expect(entry).toContain(String.raw`LOCATION:Café by the pier\; table 4\, inside`)
  expect(entry).toContain(`DTSTART:${slots[1]!.replaceAll(/[-:]|\.\d+/g, '')}`)

  await plan.getByRole('button', { name: 'Share with a friend' }).click()
  const sharing = page.getByRole('dialog', { name: 'Share your date with a friend' })
  await expect(sharing.getByLabel('Check on me at')).toHaveValue(/T/)
  await sharing.getByRole('button', { name: 'Create link' }).click()
  const link = await sharing.getByLabel('Link for your friend').inputValue()
  await page.keyboard.press('Escape')

  const friend = await (await browser.newContext()).newPage()
  await friend.goto(link)
  await expect(friend.getByRole('heading', { name: 'Ada’s date with Ben' })).toBeVisible()
  await expect(friend.getByText(PLACE)).toBeVisible()
  await expect(friend.getByText('You’ll see here when Ada is home.')).toBeVisible()
  await expect(friend.getByRole('img')).toHaveCount(0)
  await plan.getByRole('button', { name: 'I’m home' }).click()
  await expect(plan.getByText('You’re marked as home. Your friend can see that.')).toBeVisible()
  await friend.reload()
  await expect(friend.getByText('Ada is home.')).toBeVisible()
  await friend.context().close()
})

test('suggestions and dates to come are on one page, which the settings and the matches lead to', async ({ page }) => {
  const { ada, ben, matchId } = await matched(page)
  const params = { id: matchId }
  const slot = inFuture(5 * 3_600_000).toISOString()
  await signInAs(page, ada)
  await page.goto('/matches')
  await page.getByRole('link', { name: 'Your dates' }).click()
  await expect(page.getByRole('heading', { name: 'No dates yet' })).toBeVisible()
  const [suggested, upcoming] = ['Suggested', 'Upcoming'].map((name) => page.getByRole('region', { name })) as [
    Locator,
    Locator,
  ]
  await ben.client.proposePlan({ params, body: { slots: [slot], place: PLACE } })
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Your dates' }).click()
  await expect(suggested.getByRole('heading', { name: 'Ben suggests a date' })).toBeVisible()
  await expect(suggested.getByText(PLACE)).toBeVisible()
  await suggested.getByRole('link', { name: 'Answer in your chat' }).click()
  const card = page.getByRole('group', { name: 'Your date' })
  await card.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('button', { name: 'Back to your chat' }).click()
  await expect(card.getByText(/^Date with Ben: /)).toBeVisible()
  await page.goto('/dates')
  await expect(upcoming.getByRole('heading', { name: /^Date with Ben: / })).toBeVisible()
  await upcoming.getByRole('link', { name: 'Open your chat' }).click()
  await expect(page).toHaveURL(`/chat/${matchId}`)
})

test('a bar leads to the cards of dates among the messages', async ({ page }) => {
  const { ada, ben, matchId } = await matched(page)
  const params = { id: matchId }
  const say = (text: string) => ben.client.sendMessage({ params, body: { clientId: crypto.randomUUID(), text } })
  const suggest = (hours: number) =>
    ben.client.proposePlan({
      params,
      body: { slots: [inFuture(hours * 3_600_000).toISOString()], place: PLACE },
    })
  await say('First')
  const declined = (await suggest(4)).data.plan!
  await ada.client.endPlan({ params: { id: matchId, planId: declined._id } })
  await say('Second')
  await suggest(6)
  for (let nth = 0; nth < 30; nth += 1) await say(`Later ${nth}`)
  await signInAs(page, ada)
  await page.goto(`/chat/${matchId}`)
  const log = page.getByRole('log')
  const card = log.getByRole('group', { name: 'Your date' })
  await expect(card).not.toBeInViewport()
  await page.getByRole('button', { name: /^Ben suggests a date/ }).press('Enter')
  await expect(card).toBeInViewport()
  await expect(card).toBeFocused()
  const order = (await log.innerText()).match(/First|You declined|Second|Ben suggests a date|Later 0/g)
  expect(order).toEqual(['First', 'You declined', 'Second', 'Ben suggests a date', 'Later 0'])
  // A card at the end is shown in full, although it appears after the messages.
  await suggest(8)
  await page.reload()
  await expect(card).toBeInViewport({ ratio: 1 })
})

test('the day after, a member says how it was for themselves alone, and deletes it', async ({ page }) => {
  await signInAs(page, demoMember)
  await page.goto('/dates')
  const question = page.getByRole('region', { name: /^Your date with/ })
  const save = question.getByRole('button', { name: 'Save answer' })
  await expect(save).toBeDisabled()
  await expect(question.getByText(/never sees your answers/)).toBeVisible()
  await question.getByRole('group', { name: 'Did you meet?' }).getByLabel('Yes').check()
  await question.getByRole('group', { name: 'Would you like to meet again?' }).getByLabel('Yes').check()
  await save.click()
  const answers = page.getByRole('region', { name: 'Past' })
  await expect(answers.getByText('You met, and you’d like to meet again.')).toBeVisible()
  await expect(question).toHaveCount(0)
  await answers.getByRole('button', { name: /^Delete answer about/ }).click()
  await expect(answers).toHaveCount(0)
  await expect(question).toBeVisible()
})
