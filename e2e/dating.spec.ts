import { randomUUID } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import {
  anySize,
  newMember,
  signInAs,
  expect,
  goToMatch,
  openLive,
  reloadOffline,
  test,
  likeEachOther,
} from './world.ts'

test('a deck works by buttons and keys, with undo, filters and a grid', async ({ page }) => {
  const ada = await newMember(page)
  const yearsAgo33 = `${new Date().getFullYear() - 33}-01-01`
  await newMember(page, { firstName: 'Ben', dateOfBirth: yearsAgo33 }, { gender: 'man' })
  await signInAs(page, ada)
  await page.goto('/discover')
  const whole = page.getByRole('article').locator('h2 a')
  const shownProfile = async () => (await whole.getAttribute('href'))!
  const shows = (href: string) => expect(whole).toHaveAttribute('href', href)
  const showsAnother = (href: string) => expect(whole).not.toHaveAttribute('href', href)
  const first = await shownProfile()
  const liked = page.waitForResponse((answer) => answer.request().postDataJSON()?.action === 'like')
  await page.keyboard.press('ArrowRight')
  await showsAnother(first)
  const second = await shownProfile()
  await page.getByRole('button', { name: 'Pass' }).click()
  await showsAnother(second)
  await page.keyboard.press('u')
  await shows(second)
  // The reloaded page resends whatever hasn't arrived yet, and its deck may be older.
  await (await liked).finished()
  await page.reload()
  await showsAnother(first)
  await page.getByRole('button', { name: 'Grid' }).click()
  await expect(page).toHaveURL(/view=grid/)
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Maximum age').fill('31')
  await expect(sheet.getByText(/Hides \d+/).first()).toBeVisible()
  await expect(sheet.getByText(/^Raising the maximum age to 33 adds \d+ (person|people)\.$/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Widen' })).toBeVisible()
  // By keyboard, the ends of the age range can't pass each other.
  const youngest = sheet.getByLabel('Minimum age')
  await youngest.focus()
  await page.keyboard.press('End')
  await expect(youngest).toHaveValue('31')
  const distance = sheet.getByLabel('Maximum distance')
  await distance.focus()
  await page.keyboard.press('Home')
  await expect(distance).toHaveAttribute('aria-valuetext', /^up to \d+ km$/)
  await sheet.getByRole('button', { name: 'Reset' }).click()
  await expect(sheet.getByLabel('Maximum age')).toHaveValue('120')
  await expect(distance).toHaveAttribute('aria-valuetext', 'Any')
  await sheet.getByRole('button', { name: /^Show \d+ (person|people)$/ }).click()
  await expect(sheet).toBeHidden()
})

test.describe('an exhausted list is requested once more', () => {
  test.use({ expectedErrors: /status of 404/ })
  test(
    'a mutual like announces a match, and both write, react, edit and delete, each seeing it live',
    anySize,
    async ({ page, browser }) => {
      const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' }, { gender: 'man' })]
      await ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })
      await signInAs(page, ada)
      await openLive(page, `/members/${ben.user._id}`)
      await page.getByRole('button', { name: 'Like', exact: true }).click()
      await goToMatch(page)
      const context = await browser.newContext()
      const other = await context.newPage()
      await signInAs(other, ben)
      await openLive(other, new URL(page.url()).pathname)
      const [mine, theirs] = [page.getByRole('log'), other.getByRole('log')]
      await expect(other.getByLabel('Message to Ada')).toBeVisible()
      // The notice is shown only for a few seconds.
      const isTyping = expect(other.getByText('Ada is typing')).toBeAttached()
      await page.getByLabel('Message to Ben').fill('Do you know the bakery')
      await isTyping
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(theirs.getByText('Do you know the bakery')).toBeVisible()
      await expect(mine.getByText('Read', { exact: true })).toBeVisible()
      await mine.getByRole('button', { name: /^Actions for/ }).press('Enter')
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByLabel('Message to Ben').fill('Do you know the bakery by the river?')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(theirs.getByText('by the river?')).toBeVisible()
      await theirs.getByRole('button', { name: /^Actions for/ }).press('Enter')
      await other.getByRole('menuitem', { name: 'React with ❤️' }).click()
      await expect(mine.getByRole('button', { name: '❤️ from Ben' })).toBeVisible()
      await mine.getByRole('button', { name: /^Actions for/ }).press('Enter')
      await page.getByRole('menuitem', { name: 'Delete for both' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete for both' }).click()
      await expect(theirs.getByText('Deleted message')).toBeVisible()
      const more = page.getByRole('button', { name: 'More: report, block, unmatch' })
      await more.click()
      await page.getByRole('menuitem', { name: 'Mute' }).click()
      await expect(page.getByLabel('Muted').first()).toBeAttached()
      await more.click()
      await page.getByRole('menuitem', { name: 'Unmatch' }).click()
      await page.getByRole('dialog', { name: 'Unmatch Ben?' }).getByRole('button', { name: 'Unmatch' }).click()
      await expect(page).toHaveURL(/\/matches/)
      await other.goto('/notifications')
      await expect(other.getByText(/Ada said goodbye/)).toBeVisible()
      // A match resumes once both have asked for it.
      await page.getByText('Past matches: 1').click()
      await page.getByRole('button', { name: 'Rematch Ben' }).click()
      await expect(page.getByRole('button', { name: 'Asked Ben' })).toBeVisible()
      await other.goto('/matches')
      await other.getByText('Past matches: 1').click()
      await other.getByRole('button', { name: 'Rematch Ada' }).click()
      await expect(other.getByLabel('Message to Ada')).toBeVisible()
      // The page loads the two lists one after the other.
      await expect(page.getByText('Past matches: 1')).toHaveCount(0)
      await expect(page.getByRole('link', { name: /Ben/ })).toBeVisible()
      await context.close()
    },
  )
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_|WebSocket/ })
  test('a swipe and a message wait offline, show it, and arrive once', anySize, async ({ page }) => {
    const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
    await ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })
    await signInAs(page, ada)
    await page.goto(`/members/${ben.user._id}`)
    await page.getByRole('button', { name: 'Like', exact: true }).click()
    await goToMatch(page)
    await expect(page.getByLabel('Message to Ben')).toBeVisible()
    await page.route('**/api/v1/**', (route) => route.abort())
    await page.getByLabel('Message to Ben').fill('Hello from a tunnel')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Not sent.')).toBeVisible()
    await page.unroute('**/api/v1/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('log').getByText('Sent', { exact: true })).toBeVisible()
    await expect(page.getByRole('log').getByText('Hello from a tunnel')).toHaveCount(1)
  })
})

test.describe('swipes that the server hasn’t answered', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_/ })
  test('survive an early reload, and those of another tab as well', anySize, async ({ page, context }, { project }) => {
    // No other journey has members of these ages.
    const age = project.name === 'phone' ? 74 : 75
    const dateOfBirth = `${new Date().getFullYear() - age}-01-01`
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
      const dateOfBirth = `${new Date().getFullYear() - age}-01-01`
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

test.describe('rejected input', () => {
  test.use({ expectedErrors: /status of 404/ })
  test('someone who is searched for, viewed and blocked then appears nowhere', anySize, async ({ page }) => {
    const word = `w${randomUUID().slice(0, 8)}`
    const [ada] = [await newMember(page), await newMember(page, { firstName: 'Cai' }, { bio: `I collect ${word}` })]
    await signInAs(page, ada)
    await page.goto('/search')
    await page.getByLabel('Keywords').fill(word)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('1 person is a mutual fit')).toBeVisible()
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByLabel('Minimum age').fill('90')
    await sheet.getByRole('textbox', { name: 'Interests' }).fill('tea')
    await sheet.getByRole('textbox', { name: 'Interests' }).press('Enter')
    await sheet.getByRole('group', { name: 'Suggestions for Interests' }).getByRole('button').first().click()
    await sheet.getByRole('button', { name: 'Remove tea' }).click()
    await sheet.getByRole('button', { name: 'Show results' }).click()
    await expect(page.getByRole('button', { name: 'Filters 2' })).toBeFocused()
    await expect(page).toHaveURL(/minAge=90/)
    expect(new URL(page.url()).searchParams.get('interests')).toMatch(/^[^,]+$/)
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await page.getByRole('link', { name: /Cai/ }).click()
    await expect(page.getByText(`I collect ${word}`)).toBeVisible()
    await page.getByRole('button', { name: 'Block' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
    await expect(page.getByText('Cai is blocked. You’ll no longer see each other.')).toBeVisible()
    await page.goto(`/search?q=${word}`)
    await expect(page.getByText('No one found')).toBeVisible()
    await page.goto('/settings#blocks')
    await page.getByRole('button', { name: 'Unblock Cai' }).click()
    await expect(page.getByRole('button', { name: 'Unblock Cai' })).toHaveCount(0)
  })
})

test('a question is answered, and the answer changed', anySize, async ({ page }) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/questions')
  await expect(page.getByText('0 of 120 answered')).toBeVisible()
  await page.getByRole('radio').first().check()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 of 120 answered')).toBeVisible()
  // The next question takes the place of the one above.
  const question = page.getByRole('main').locator('form').getByRole('heading')
  await expect(question).toBeFocused()
  await expect(question).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: /Change your answer to/ }).click()
  await expect(question).toBeFocused()
  await page.getByRole('radio').nth(1).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 of 120 answered')).toBeVisible()
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load|WebSocket/ })
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
