import type { Page, WebSocketRoute } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { inFuture } from '../../scripts/present.ts'
import { expect, inLetters, likeEachOther, newMember, openLive, reloadOffline, signInAs, test } from '../world.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** A member who sees only two people, because no other journey adds anyone eligible. */
async function withTwoOthers(page: Page) {
  const kind = inLetters(randomUUID().slice(0, 8))
  for (const firstName of ['Ben', 'Cem'])
    await newMember(page, { firstName }, { gender: kind, interestedIn: ['woman'] })
  const ada = await newMember(page, {}, { gender: 'woman', interestedIn: [kind], interests: ['choir'] })
  await signInAs(page, ada)
  return ada
}

test('an empty Discover gives the reason, and offers the next step', async ({ page }) => {
  const { client } = await withTwoOthers(page)
  await client.setPreferences({ body: { ageMin: 70, dealbreakers: { intention: ['friends'] } } })
  await page.goto('/discover')
  await expect(heading(page, 'Your filters hide everyone')).toBeVisible()
  await page.getByRole('button', { name: 'Change filters' }).click()
  await expect(page.getByText('No one fits all of these filters right now.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show 2 people' }).click()
  const whole = page.getByRole('article').locator('h2 a')
  const first = (await whole.getAttribute('href'))!
  await page.getByRole('button', { name: 'Pass', exact: true }).click()
  await expect(whole).not.toHaveAttribute('href', first)
  await page.getByRole('button', { name: 'Pass', exact: true }).click()
  await expect(heading(page, 'That’s everyone for now')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('No one new is a mutual fit right now.')
  await client.setPrivacy({ body: { paused: true } })
  for (const path of ['/search', '/likes', '/discover']) {
    await page.goto(path)
    await expect(heading(page, 'Your profile is snoozed')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(heading(page, 'That’s everyone for now')).toBeVisible()
})

test('someone who deletes their account sees the date, and can keep the account', async ({ page }) => {
  const ada = await withTwoOthers(page)
  await ada.client.deleteAccount({ body: { password: ada.password } })
  await signInAs(page, ada)
  for (const path of ['/matches', '/discover']) {
    await page.goto(path)
    await expect(heading(page, 'Your account will be deleted')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/Everything is erased on \d+ \w+ 20\d\d\./)
  }
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('article')).toBeVisible()
})

test.describe('without a connection', () => {
  test.use({
    serviceWorkers: 'allow',
    expectedErrors: /Failed to load resource|ERR_|WebSocket|dynamically imported module/,
  })

  test('a banner appears, and screens keep their navigation and recover by themselves', async ({ page, context }) => {
    await signInAs(page, await newMember(page))
    await openLive(page, '/settings')
    const banner = page.getByText('You’re offline.')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await expect(navigation).toBeVisible()
    await expect(banner).toHaveCount(0)
    await context.setOffline(true)
    await expect(banner).toBeVisible()
    await navigation.getByRole('link', { name: 'Matches' }).click()
    await expect(page).toHaveURL(/\/matches$/)
    await expect(page.getByRole('heading', { name: 'Settings' })).toHaveCount(0)
    await expect(navigation).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'No matches yet' })).toBeVisible()
    await expect(banner).toHaveCount(0)
    await navigation.getByRole('link', { name: 'Likes' }).click()
    await expect(page.getByRole('heading', { name: 'At most four so far' })).toBeVisible()
    // From here on, the socket is closed, so it can't restore anything. It would reconnect within 20 seconds.
    await page.routeWebSocket(/\/socket/, (socket) => socket.close())
    await reloadOffline(page)
    await expect(banner).toBeVisible()
    await expect(page.getByRole('heading', { name: 'At most four so far' })).toHaveCount(0)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'At most four so far' })).toBeVisible()
  })
})

test('screens make no claim that is not true', async ({ page }) => {
  await withTwoOthers(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'How people see you' }).click()
  await expect(heading(page, 'How people see you')).toBeVisible()
  await expect(page.getByText('choir', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
  await page.goto('/rules')
  await expect(heading(page, 'Community rules')).toBeVisible()
  await expect(page.getByText('This is a template')).toHaveCount(0)
  await page.goto('/likes')
  await expect(page.getByText('At most four so far')).toBeVisible()
  // Members whose likes all became matches have still liked people.
  await page.getByRole('tab', { name: 'Liked by you' }).click()
  await expect(heading(page, 'No likes waiting for an answer')).toBeVisible()
  await page.getByRole('tab', { name: 'Who likes you' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Discover people' }).click()
  await expect(page.getByRole('article')).toBeVisible()
  for (const path of ['/premium', '/terms', '/faqs']) {
    await page.goto(path)
    const promises = page
      .getByRole('main')
      .locator(':is(p, li)')
      .filter({ hasText: /changes? (the order|who sees)/ })
    for (const text of await promises.allTextContents()) expect(`${path}: ${text}`).toContain('Boost')
  }
})

test('the profile of a match links to the conversation, without like and pass', async ({ page }) => {
  const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
  await likeEachOther(ben, ada)
  await signInAs(page, ada)
  await page.goto(`/members/${ben.user._id}`)
  const message = page.getByRole('main').getByRole('link', { name: 'Message' })
  await expect(message).toBeVisible()
  for (const name of ['Pass', 'Like']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await message.click()
  await expect(page.getByLabel('Message to Ben')).toBeVisible()
  // The notice must not cover the next action. It is measured in the page, because it disappears soon.
  const lowest = page.waitForFunction(() => {
    const notice = [...document.querySelectorAll('[role=status]')].find(({ textContent }) =>
      textContent.startsWith('Muted.'),
    )
    const send = document.querySelector('[data-composer]')
    return notice && send && { notice: notice.getBoundingClientRect().bottom, send: send.getBoundingClientRect().top }
  })
  await page.getByRole('button', { name: 'More: report, block, unmatch' }).click()
  await page.getByRole('menuitem', { name: 'Mute' }).click()
  const { notice, send } = (await (await lowest).jsonValue())!
  expect(notice).toBeLessThan(send)
})

test.describe('without a connection', () => {
  test.use({
    serviceWorkers: 'allow',
    expectedErrors: /Failed to load resource|ERR_|WebSocket|dynamically imported module/,
  })

  test('changes while a page reconnects are on it once it is connected', async ({ page }) => {
    const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' }, { gender: 'man' })]
    await ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })
    let letIn = () => {}
    const mayEnter = new Promise<void>((resolve) => (letIn = resolve))
    const sockets: WebSocketRoute[] = []
    await page.routeWebSocket(/\/socket/, (socket) => {
      const isBack = sockets.push(socket) > 1
      const server = socket.connectToServer()
      // The server sends nothing until the page has signed in.
      socket.onMessage((message) => {
        if (!isBack || !String(message).startsWith('40')) server.send(message)
        else void mayEnter.then(() => server.send(message))
      })
    })
    await signInAs(page, ada)
    await openLive(page, '/matches')
    await expect(page.getByRole('heading', { name: 'No matches yet' })).toBeVisible()
    await sockets[0]!.close()
    await expect.poll(() => sockets.length).toBe(2)
    await ada.client.choose({ body: { userId: ben.user._id, action: 'like' } })
    letIn()
    await expect(page.getByRole('link', { name: /Ben/ }).first()).toBeVisible()
  })

  test('a short gap refetches what events cover, and a long one everything on the page', async ({ page }) => {
    const sockets: WebSocketRoute[] = []
    await page.routeWebSocket(/\/socket/, (socket) => {
      sockets.push(socket)
      socket.connectToServer()
    })
    const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' }, { gender: 'man' })]
    await signInAs(page, ada)
    await openLive(page, '/settings#sessions')
    await expect(page.getByText('This device', { exact: true })).toBeVisible()
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname.split('/').at(-1)!))
    await sockets[0]!.close()
    await expect.poll(() => requested).toContain('notifications')
    await expect.poll(() => requested).toContain('matches')
    expect(requested).not.toContain('sessions')
    // Likes load slowly, so the page refetches them only after a notification.
    await page.waitForLoadState('networkidle')
    expect(requested).not.toContain('likes')
    await ben.client.choose({ body: { userId: ada.user._id, action: 'superlike' } })
    await expect.poll(() => requested).toContain('likes')
    await page.clock.setFixedTime(inFuture(6 * 60_000))
    await sockets[1]!.close()
    await expect.poll(() => requested).toContain('sessions')
  })
})
