import type { WebSocketRoute } from '@playwright/test'
import { inFuture } from '../../scripts/present.ts'
import { heading, withTwoOthers } from '../states-steps.ts'
import { newMember, signInAs, expect, openLive, test, likeEachOther } from '../world.ts'

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
  await expect(page.getByText('Fewer than five people like you')).toBeVisible()
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
