import { randomUUID } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import { bornYearsAgo, inFuture } from '../../scripts/present.ts'
import {
  anySize,
  newMember,
  signInAs,
  expect,
  openLive,
  reloadOffline,
  test,
  likeEachOther,
  matched,
} from '../world.ts'

test.describe('swipes that the server hasn’t answered', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_/ })
  test('survive an early reload, and those of another tab as well', anySize, async ({ page, context }, { project }) => {
    // No other journey has members of these ages.
    const age = project.name === 'phone' ? 74 : 75
    const dateOfBirth = bornYearsAgo(age)
    const [ada, ...others] = await Promise.all(
      ['Ada', 'Bea', 'Cem'].map((firstName) => newMember(page, { firstName, dateOfBirth })),
    )
    for (const { client } of [ada!, ...others]) await client.setPreferences({ body: { ageMin: age, ageMax: age } })
    await signInAs(page, ada!)
    const second = await context.newPage()
    const card = (tab: Page) => tab.getByRole('article').getByRole('heading', { level: 2 }).first()
    for (const tab of [page, second]) {
      await tab.goto('/discover')
      await expect(card(tab)).toBeVisible()
    }
    await context.route('**/api/v1/choices', (route) => route.abort())
    for (let nth = 0; nth < 2; nth++) {
      const person = await card(second).textContent()
      await second.getByRole('button', { name: 'Like', exact: true }).click()
      await expect(card(second).filter({ hasText: person! })).toHaveCount(0)
    }
    await second.close()
    await page.getByRole('button', { name: 'Like', exact: true }).click()
    await page.reload()
    await context.unroute('**/api/v1/choices')
    await page.reload()
    const given = async () =>
      (await ada!.client.listGivenLikes()).data.likes.map(({ user }) => user.firstName).toSorted()
    await expect.poll(given).toEqual(['Bea', 'Cem'])
  })
})

test.describe('two matches at once', () => {
  test.use({ expectedErrors: /ERR_|Failed to load resource/ })
  test(
    'come one after the other, and each first message reaches its recipient once, or stays as a draft',
    anySize,
    async ({ page }, { project }) => {
      // No other journey has members of these ages.
      const age = project.name === 'phone' ? 76 : 77
      const dateOfBirth = bornYearsAgo(age)
      const [ada, bea, cem] = [
        await newMember(page, { dateOfBirth }),
        await newMember(page, { firstName: 'Bea', dateOfBirth }),
        await newMember(page, { firstName: 'Cem', dateOfBirth }),
      ]
      await ada.client.setPreferences({ body: { ageMin: age, ageMax: age } })
      for (const { client } of [bea, cem]) await client.choose({ body: { userId: ada.user._id, action: 'like' } })
      const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let nth = 0
      await page.route('**/api/v1/choices', async (route) => {
        await held[nth++]!.promise
        await route.continue()
      })
      await signInAs(page, ada)
      await page.goto('/discover')
      const card = page.getByRole('article').getByRole('heading', { level: 2 }).first()
      await expect(card).toHaveText(/Bea|Cem/)
      const isBeaFirst = (await card.textContent())!.includes('Bea')
      const [first, second] = isBeaFirst ? [bea, cem] : [cem, bea]
      const like = page.getByRole('button', { name: 'Like', exact: true })
      await like.click()
      await expect(card).toContainText(second.firstName)
      await like.click()
      held[0]!.resolve()
      const momentOf = ({ firstName }: typeof ada) =>
        page.getByRole('dialog', { name: `You and ${firstName} like each other` })
      const field = momentOf(first).getByRole('textbox')
      await field.fill('Only for you')
      const isSecondIn = page.waitForResponse('**/api/v1/choices')
      held[1]!.resolve()
      await (await isSecondIn).finished()
      // The answers to this message are lost, until the member tries again.
      const lost = async (route: Route) => {
        await route.fetch()
        await route.abort()
      }
      await page.route('**/messages', lost)
      const send = momentOf(first).getByRole('button', { name: 'Send' })
      await send.click()
      await expect(momentOf(first).getByRole('alert')).toBeVisible()
      await page.unroute('**/messages', lost)
      await send.click()
      const next = momentOf(second).getByRole('textbox')
      await expect(next).toHaveValue('')
      if (project.name === 'desk') await expect(next).toBeFocused()
      await next.fill('For later')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      const { matches } = (await ada.client.listMatches()).data
      const written = async ({ firstName }: typeof ada) => {
        const { _id: id } = matches.find(({ user }) => user.firstName === firstName)!
        const { messages } = (await ada.client.listMessages({ params: { id }, query: {} })).data
        return messages.map(({ text }) => text)
      }
      expect(await written(first)).toEqual(['Only for you'])
      expect(await written(second)).toEqual([])
      await page.goto(`/chat/${matches.find(({ user }) => user._id === second.user._id)!._id}`)
      await expect(page.getByLabel(`Message to ${second.firstName}`)).toHaveValue('For later')
    },
  )
})

test('a long conversation stays scrolled to its end, and lets readers scroll up', async ({ page }) => {
  const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
  const params = { id: await likeEachOther(ben, ada) }
  const send = (text: string) => ben.client.sendMessage({ params, body: { clientId: randomUUID(), text } })
  for (let nth = 1; nth <= 25; nth++) await send(`Verse ${nth}`)
  await signInAs(page, ada)
  await openLive(page, `/chat/${params.id}`)
  const verse = (nth: number) => page.getByRole('log').getByText(`Verse ${nth}`, { exact: true })
  await expect(verse(25)).toBeInViewport()
  await page.getByLabel('Message to Ben').fill('Line after line, '.repeat(20))
  await expect(verse(25)).toBeInViewport()
  await verse(2).scrollIntoViewIfNeeded()
  await send('Verse 26')
  await expect(verse(26)).toBeAttached()
  await expect(verse(2)).toBeInViewport()
  await expect(verse(26)).not.toBeInViewport()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(verse(26)).toBeInViewport()
})

test.describe('a member who was offline', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_|WebSocket/ })
  test('catches up on all messages in order, and so does the other member', anySize, async ({ page, browser }) => {
    const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
    const id = await likeEachOther(ben, ada)
    const context = await browser.newContext()
    const other = await context.newPage()
    for (const [tab, who, name] of [
      [page, ada, 'Ben'],
      [other, ben, 'Ada'],
    ] as const) {
      await signInAs(tab, who)
      await openLive(tab, `/chat/${id}`)
      await expect(tab.getByLabel(`Message to ${name}`)).toBeVisible()
    }
    const send = async (tab: typeof page, name: string, text: string) => {
      await tab.getByLabel(`Message to ${name}`).fill(text)
      await tab.getByRole('button', { name: 'Send' }).click()
    }
    await send(page, 'Ben', 'One')
    await expect(other.getByRole('log').getByText('One', { exact: true })).toBeVisible()
    await context.setOffline(true)
    await send(other, 'Ada', 'From the tunnel')
    for (const text of ['Two', 'Three']) await send(page, 'Ben', text)
    await expect(page.getByRole('log').getByText('Three', { exact: true })).toBeVisible()
    await expect(other.getByRole('log').getByText('Two', { exact: true })).toHaveCount(0)
    await context.setOffline(false)
    const all = ['One', 'Two', 'Three', 'From the tunnel']
    for (const tab of [page, other])
      for (const text of all) await expect(tab.getByRole('log').getByText(text, { exact: true })).toHaveCount(1)
    await expect(other.getByText('Not sent.')).toHaveCount(0)
    const messageOrder = async (tab: typeof page) =>
      (await tab.getByRole('log').innerText()).match(new RegExp(all.join('|'), 'g'))
    await other.reload()
    await expect(other.getByRole('log').getByText('From the tunnel', { exact: true })).toBeVisible()
    const order = await messageOrder(other)
    await expect.poll(() => messageOrder(page)).toEqual(order)
    await context.close()
  })
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load|WebSocket/ })
  test(
    'matches and conversations open offline, other pages say so, and a message is sent later',
    anySize,
    async ({ page, context }) => {
      const { ada, ben, matchId: id } = await matched(page)
      const body = { clientId: crypto.randomUUID(), text: 'The lighthouse at seven?' }
      await ben.client.sendMessage({ params: { id }, body })
      await signInAs(page, ada)
      await page.goto('/matches')
      await page.evaluate(() => navigator.serviceWorker.ready)
      await page.reload()
      await expect(page.getByRole('link', { name: /Ben/ }).first()).toBeVisible()
      await page.goto(`/chat/${id}`)
      const log = page.getByRole('log')
      await expect(log.getByText('The lighthouse at seven?')).toBeVisible()
      const slots = [inFuture(30 * 3_600_000).toISOString()]
      await ben.client.proposePlan({ params: { id }, body: { slots, place: 'The pier' } })
      await expect(log.getByText('The pier')).toBeVisible()
      await reloadOffline(page)
      await expect(log.getByText('The lighthouse at seven?')).toBeVisible()
      await expect(log.getByText('The pier')).toBeVisible()
      await page.getByLabel('Message to Ben').fill('Yes, from the tunnel.')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(log.getByText('Yes, from the tunnel.')).toBeVisible()
      await page.goto('/matches')
      await expect(page.getByRole('link', { name: /Ben/ }).first()).toBeVisible()
      await page.goto('/notifications')
      await expect(page.getByText(/isn’t available offline yet/).first()).toBeVisible()
      await context.setOffline(false)
      await expect
        .poll(async () => (await ben.client.listMessages({ params: { id }, query: {} })).data.messages.at(-1)?.text)
        .toBe('Yes, from the tunnel.')
      // Nothing of it stays after signing out.
      await page.goto('/settings')
      await page.getByRole('button', { name: 'Sign out' }).first().click()
      await expect(page).toHaveURL(/welcome/)
      expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('conversations')
    },
  )
  test(
    'the app opens offline with a banner, and continues when the network is back',
    anySize,
    async ({ page, context }) => {
      const ada = await newMember(page)
      await signInAs(page, ada)
      await page.goto('/matches')
      await reloadOffline(page)
      await context.setOffline(false)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  )
})
