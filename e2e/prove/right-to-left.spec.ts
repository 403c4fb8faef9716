import type { Locator, Page } from '@playwright/test'
import { bornYearsAgo } from '../../scripts/present.ts'
import { randomUUID } from 'node:crypto'
import { setLanguage } from '../languages.ts'
import { newMember, signInAs, expect, test, upload } from '../world.ts'

// Text that runs against the page's direction, and right-to-left pages. Elements in Arabic are found by role and
// position, so that the tests don't depend on translations.

const measure = (within: Locator, ...words: string[]) =>
  within.evaluate((element, all) => {
    const placeOf = (wanted: string) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const at = texts.currentNode.textContent!.indexOf(wanted)
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(texts.currentNode, at)
        range.setEnd(texts.currentNode, at + wanted.length)
        const { left, right, top } = range.getBoundingClientRect()
        return { left, right, top, isThere: true }
      }
      return { left: NaN, right: NaN, top: NaN, isThere: false }
    }
    const { left, right } = element.getBoundingClientRect()
    return { left, right, places: all.map(placeOf) }
  }, words)

/** Used with polling, because content that arrives late, such as a font, moves the words. */
const softExpect = expect.configure({ soft: true })

async function expectInOrder(within: Locator, ...words: string[]) {
  const problems = async () => {
    const { places } = await measure(within, ...words)
    return places.flatMap(({ isThere, right, top }, at) => {
      const next = places[at + 1]
      if (!isThere) return [`${words[at]} is missing`]
      if (!next?.isThere) return []
      return [
        ...(next.left > right - 2 ? [] : [`${words[at + 1]} isn’t after ${words[at]}`]),
        ...(Math.abs(next.top - top) < 12 ? [] : [`${words[at + 1]} isn’t beside ${words[at]}`]),
      ]
    })
  }
  await softExpect.poll(problems).toEqual([])
}

async function expectToTheLeft(all: Locator) {
  const lefts = () => all.evaluateAll((each) => each.map((one) => one.getBoundingClientRect().left))
  await expect.poll(async () => (await lefts()).every((left, at, row) => at === 0 || left < row[at - 1]!)).toBe(true)
}

/** A member and people who like her. No other journey has members of this age, so they meet only each other. */
async function liked(page: Page, age: number, others: readonly (readonly [firstName: string, changes: object])[]) {
  const dateOfBirth = bornYearsAgo(age)
  const [ada, ...people] = await Promise.all([
    newMember(page, { dateOfBirth }),
    ...others.map(([firstName, changes]) => newMember(page, { firstName, dateOfBirth }, changes)),
  ])
  for (const { client } of [ada, ...people]) await client.setPreferences({ body: { ageMin: age, ageMax: age } })
  for (const { client } of people) await client.choose({ body: { userId: ada.user._id, action: 'like' } })
  return { ada, people }
}

const name = 'ליאת'
const bio = 'גרה בקומה 7 (עם חתול).'

test('a Hebrew name leaves the age, the punctuation and the words around it in their places', async ({ page }) => {
  const { ada, people } = await liked(page, 68, [[name, { bio, location: { city: 'חיפה', country: 'ישראל' } }]])
  const id = people[0]!.user._id
  await signInAs(page, ada)
  await page.goto('/discover')
  const card = page.getByRole('article')
  await expectInOrder(card.getByRole('heading', { level: 2 }), name, '68')
  // The name starts where the page's lines do, and the member's text runs in its own direction.
  const inset = async () => {
    const { left, places } = await measure(card.getByRole('heading', { level: 2 }), name)
    return Math.abs(places[0]!.left - left)
  }
  await expect.poll(inset).toBeLessThan(5)
  await expectInOrder(card.getByText(bio), ').', 'חתול', '7')

  await page.getByRole('button', { name: 'Like', exact: true }).click()
  const moment = page.getByRole('dialog')
  await expectInOrder(moment.getByRole('heading', { level: 2 }), 'You and', name, 'like each other')
  await moment.getByRole('button', { name: 'Keep looking' }).click()

  await page.goto(`/members/${id}`)
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await expectInOrder(page.getByRole('dialog').getByRole('heading'), 'Block', name, '?')
})

test('a Hebrew message runs its way in a bubble that stays on its side', async ({ page }) => {
  const { ada, people } = await liked(page, 64, [[name, {}]])
  const { match } = (await ada.client.choose({ body: { userId: people[0]!.user._id, action: 'like' } })).data
  await signInAs(page, ada)
  await page.goto(`/chat/${match!._id}`)
  await expectInOrder(page.getByRole('complementary').getByRole('heading', { level: 2 }), name, '64')
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await expect(field).toHaveCSS('direction', 'ltr')
  await field.fill('נתראה ב-7?')
  await expect(field).toHaveCSS('direction', 'rtl')
  await field.press('Enter')
  const log = page.getByRole('log')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  // The time next to the text also has digits.
  const words = log.getByText('נתראה')
  await expectInOrder(words, '?', '7', 'נתראה')
  const fromTheSide = async () => {
    const { right, places } = await measure(log, 'נתראה')
    return right - places[0]!.right
  }
  await expect.poll(fromTheSide).toBeLessThan(60)
  const row = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').getByRole('link')
  await expectInOrder(row, 'You:', 'נתראה')
})

async function flick(over: Locator, ...along: number[]) {
  const page = over.page()
  // A trial click waits until the element stops moving, because a screen that has just become narrow may still change.
  await over.click({ trial: true })
  const { x: left, y: top, height } = (await over.boundingBox())!
  const y = top + height / 2
  const finger = await page.context().newCDPSession(page)
  let at = Date.now()
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x: left + x, y }],
      timestamp: (at += 10) / 1000,
    })
  for (const [nth, x] of along.entries()) await touch(nth === 0 ? 'touchStart' : 'touchMove', x)
  await touch('touchEnd')
  await finger.detach()
}

test('in Arabic, a card goes to the side of the button, by key and by finger', async ({ page }) => {
  const { ada } = await liked(page, 60, [
    ['Ben', {}],
    ['Cem', {}],
  ])
  await ada.client.setLanguage({ body: { language: 'ar' } })
  await setLanguage(page, 'ar')
  await signInAs(page, ada)
  await page.goto('/discover')
  const buttons = page.getByRole('article').getByRole('group').last().getByRole('button')
  await expect(buttons).toHaveCount(3)
  await expectToTheLeft(buttons)
  const isMatch = page.getByRole('dialog')
  await page.keyboard.press('ArrowLeft')
  // The dialog handles keys once it has the focus.
  await expect(isMatch.locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(isMatch).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await flick(page.getByRole('article').getByRole('figure').first(), 300, 280, 260, 240)
  await expect(isMatch).toBeVisible()
})

test('in Arabic, photos move to where an arrow key points, and a message is drawn to the left to reply', async ({
  page,
}) => {
  const { ada, people } = await liked(page, 56, [['Ben', {}]])
  const publicId = await upload(page, ada.token)
  await ada.client.uploadPictures({ body: { imagesData: [{ publicId }] } })
  const { match } = (await ada.client.choose({ body: { userId: people[0]!.user._id, action: 'like' } })).data
  await people[0]!.client.sendMessage({ params: { id: match!._id }, body: { clientId: randomUUID(), text: 'Tea?' } })
  await ada.client.setLanguage({ body: { language: 'ar' } })
  await setLanguage(page, 'ar')
  await signInAs(page, ada)
  await page.goto('/profile')
  await page.getByRole('button', { name: /^الصور/ }).click()
  const grips = page.getByRole('dialog').getByRole('figure').getByRole('button')
  await expect(grips).toHaveCount(2)
  await expectToTheLeft(grips)
  await grips.first().press('ArrowLeft')
  await expect(grips.last()).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/chat/${match!._id}`)
  const words = page.getByRole('log').getByText('Tea?')
  await flick(words, 0, -20, -40, -80)
  await expect(page.locator('form')).toContainText('Tea?')
  // Typed text runs in its own direction. An empty field with a placeholder runs in the page's direction.
  const field = page.locator('form textarea')
  await expect(field).toHaveCSS('direction', 'rtl')
  await field.fill('Mint, please')
  await expect(field).toHaveCSS('direction', 'ltr')
})

test('in Arabic, time runs to the left in a chart', async ({ page }) => {
  await setLanguage(page, 'ar')
  await page.goto('/dev/kit')
  const charts = page.locator('svg[data-chart]:has(line)')
  await expect(charts).not.toHaveCount(0)
  const problems = () =>
    charts.evaluateAll((all) =>
      all.flatMap((chart, nth) => {
        const { left, right, width } = chart.getBoundingClientRect()
        const texts = [...chart.querySelectorAll('text')].map((text) => text.getBoundingClientRect())
        return [
          ...(texts[0]!.left > right - 40 ? [] : [`chart ${nth} doesn’t begin on the right`]),
          ...(texts.at(-1)!.left < left + width / 4 ? [] : [`chart ${nth} doesn’t end on the left`]),
          ...(texts.every((text) => text.right <= right + 1) ? [] : [`a text leaves chart ${nth}`]),
        ]
      }),
    )
  await expect.poll(problems).toEqual([])
})
