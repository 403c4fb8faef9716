import { present } from '../scripts/present.ts'
import AxeBuilder from '@axe-core/playwright'
import { problemsOf } from './measures.ts'
import { waitingPhotos } from './waiting-photos.ts'
import { administrator, newMember, signInAs, expect, inLetters, test } from './world.ts'

test('the dashboard counts waiting work and links to it', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/dashboard')
  const todo = page.getByRole('region', { name: 'To do' })
  const link = (name: string) => todo.getByRole('link', { name: new RegExp(`^${name} \\d+\\+?$`) })
  const names = ['Overdue reports', 'Appeals', 'Photos to review', 'Duplicate photos', 'Blind reviews', 'Late payments']
  for (const name of [...names, 'Failed jobs']) await expect(link(name)).toBeVisible()
  const count = Number(/\d+$/.exec((await link('Photos to review').textContent())!)![0])
  await link('Photos to review').click()
  await expect(page.getByRole('heading', { name: 'Photos', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(`1 of ${count}`, { exact: true })).toBeVisible()
  await page.goBack()
  await link('Overdue reports').click()
  await expect(page).toHaveURL(/overdue=true/)
  await page
    .getByRole('group', { name: 'Active filters' })
    .getByRole('button', { name: /^Overdue/ })
    .click()
  await expect(page).not.toHaveURL(/overdue/)
})

test('the system screen shows what runs, what waits and the copies', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/audit')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'System status' }).click()
  await expect(page.getByRole('heading', { name: 'System status', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Server' })).toContainText(/PostgreSQL \d+/)
  await expect(page.getByRole('region', { name: 'Database copies' })).toContainText(/standby/)
  await page
    .getByRole('region', { name: 'Background jobs' })
    .getByRole('link', { name: /failed job/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Failed jobs', exact: true })).toBeVisible()
})

test('g and a letter open a screen, and the palette finds reports, records of people, settings and recent places', async ({
  page,
}) => {
  const words = inLetters(`Heron${Date.now()}`)
  const ada = await newMember(page, { firstName: 'Ada', lastName: words })
  const { data } = await ada.client.createReport({ body: { problem_type: 'Other', description: `${words} is stuck.` } })
  const short = data.report._id.slice(-6)
  await signInAs(page, administrator)
  await page.goto('/dashboard')
  // The first paint has the frame without its keys, but never the queues.
  await expect(page.getByRole('region', { name: 'To do' }).getByRole('link').first()).toBeVisible()
  // The second key counts only soon after the first, and a busy machine may press it late.
  await page.clock.setFixedTime(present())
  for (const [key, path] of [
    ['r', /\/reports$/],
    ['u', /\/users$/],
    ['d', /\/dashboard$/],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page).toHaveURL(path)
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const palette = page.getByRole('combobox', { name: /^Search screens, settings and actions/ })
  const find = async (text: string) => {
    await page.keyboard.press('Control+k')
    await palette.fill(text)
  }
  await find(words)
  for (const name of [`Payments of Ada ${words}`, `Decisions about Ada ${words}`])
    await expect(page.getByRole('option', { name })).toBeVisible()
  await page.getByRole('option', { name: `Report ${short}` }).click()
  await expect(page).toHaveURL(`/reports/${data.report._id}`)
  await expect(page).toHaveTitle(new RegExp(`Report ${short}`))
  await find('community rules')
  await page.getByRole('option', { name: 'Configuration: Community rules' }).click()
  await expect(page).toHaveURL(/\/configuration\?section=rules$/)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toHaveText(`Report ${short}`)
  await page.keyboard.press('Escape')
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kindred.recent.')))
  expect(await kept()).toHaveLength(1)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
  expect(await kept()).toEqual([])
})

test.describe('with room beside the list', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('a quick look follows the current row, and a report leads to its neighbors and its people', async ({ page }) => {
    const words = inLetters(`Wagtail${Date.now()}`)
    const [ada, kai] = [
      await newMember(page, { lastName: words }),
      await newMember(page, { firstName: 'Kai', lastName: words }),
    ]
    for (const [nth, type, userId] of [
      ['first', 'Bug Report', undefined],
      ['second', 'Harassment', kai.user._id],
      ['third', 'Other', undefined],
    ] as const)
      await ada.client.createReport({
        body: { problem_type: type, description: `${words} ${nth}`, ...(userId ? { userId } : {}) },
      })
    await signInAs(page, administrator)
    await page.goto(`/reports?search=${words}`)
    const look = page.getByRole('complementary', { name: 'Quick look' })
    const table = page.getByRole('table', { name: 'Reports' })
    await expect(table.getByRole('row')).toHaveCount(4)
    await page.keyboard.press('j')
    await expect(look.getByText(`${words} third`)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(look.getByText(`${words} second`)).toBeVisible()
    await expect(look.getByRole('region', { name: `About: Kai ${words}` }).getByText('Reported 1×')).toBeVisible()
    const boxes = [(await table.boundingBox())!, (await look.boundingBox())!]
    expect(boxes[0]!.y).toBeLessThan(800)
    expect(boxes[1]!.x + boxes[1]!.width).toBeLessThanOrEqual(1280)
    await table.getByRole('row').nth(3).getByText('Bug Report').click()
    await expect(look.getByText(`${words} first`)).toBeVisible()
    // A new report moves the rows, but the quick look stays with its report.
    await ada.client.createReport({ body: { problem_type: 'Payment Problem', description: `${words} fourth` } })
    await expect(table.getByRole('row')).toHaveCount(5)
    await expect(look.getByText(`${words} first`)).toBeVisible()
    await expect(table.locator('[aria-current=true]')).toContainText('first')
    await page.keyboard.press('Escape')
    await expect(look).toHaveCount(0)
    await page.setViewportSize({ width: 1200, height: 800 })
    for (const key of ['j', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await expect(table.locator('[aria-current=true]')).toContainText('second')
    await expect(look).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(look).toBeVisible()
    await page.keyboard.press('Enter')
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await expect(conversation).toContainText('second')
    await page.keyboard.press('j')
    await expect(conversation).toContainText('first')
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await page.keyboard.press('n')
    await expect(page.getByRole('textbox', { name: 'Private note' })).toBeFocused()
    await page.keyboard.type('jk')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('k')
    await expect(conversation).toContainText('second')
    await page.keyboard.press('r')
    await expect(page.getByRole('textbox', { name: 'Reply to Ada' })).toHaveValue('')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('e')
    await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
    const people = page.getByRole('region', { name: 'People' }).getByRole('region')
    await expect(people).toHaveCount(2)
    const tops = () => people.evaluateAll((each) => each.map((person) => person.getBoundingClientRect().top))
    await expect.poll(async () => new Set(await tops()).size).toBe(1)
    for (const nth of [0, 1])
      await expect(people.nth(nth).getByRole('link', { name: 'Open full profile' })).toBeVisible()
    // Nothing is offered against the person who reported.
    await expect(people.nth(1).getByRole('button')).toHaveCount(0)
    const reported = people.nth(0)
    await reported.getByRole('button', { name: `Deactivate Kai ${words}…` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(reported.getByText('Deactivated')).toBeVisible()
    await expect(reported.getByRole('button', { name: `Activate Kai ${words}…` })).toBeVisible()
    await page.getByRole('link', { name: 'All reports' }).click()
    await expect(page).toHaveURL(new RegExp(`search=${words}`))
    await page.goto(`/users?search=${words}`)
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
    for (const key of ['j', 'ArrowDown']) await page.keyboard.press(key)
    await expect(look.getByText(ada.email)).toBeVisible()
    await expect(look.getByText('Reported 0×, filed 4 reports')).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
    expect(await problemsOf(page, false)).toEqual([])
    await look.getByRole('button', { name: 'Edit User' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible()
    await page.keyboard.press('Escape')
    await look.getByRole('button', { name: 'Close quick look' }).click()
    await expect(look).toHaveCount(0)
  })
})

test('photos and voice answers are gone through, approved and rejected by keys', async ({ page }) => {
  await signInAs(page, administrator)
  const decided = await waitingPhotos(page, ['Ana', 'Ben', 'Cai'])
  await page.goto('/photos')
  const open = (name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
  const photo = page.getByAltText('Photo to review', { exact: true })
  await expect(open('Ana')).toBeVisible()
  await page.keyboard.press('j')
  await expect(open('Ben')).toBeVisible()
  await page.keyboard.press('k')
  await expect(open('Ana').getByRole('button', { name: 'Approve' })).toBeDisabled()
  await expect(open('Ana').getByRole('button', { name: 'Reject…' })).toBeDisabled()
  await expect(open('Ana').getByText('Take a look before you decide.')).toBeVisible()
  // The key of a decision shows a hidden photo instead of deciding about it.
  await page.keyboard.press('a')
  await expect(photo).toBeVisible()
  await expect(open('Ana').getByRole('button', { name: 'Approve' })).toBeEnabled()
  expect(decided).toEqual([])
  await page.keyboard.press('a')
  await expect(page.getByText('You approved Ana.')).toBeVisible()
  await expect(open('Ben').getByRole('button', { name: 'Reject…' })).toBeEnabled()
  await page.keyboard.press('r')
  const decision = page.getByRole('region', { name: 'Decision' })
  await expect(decision.getByRole('button', { name: 'Something else' })).toBeDisabled()
  await decision.getByLabel(/^Note/).fill('Not a person.')
  await expect(decision.getByRole('button', { name: 'Something else' })).toBeEnabled()
  await decision.getByRole('button', { name: 'Not the member' }).click()
  await expect(open('Cai')).toBeVisible()
  await expect
    .poll(() => decided)
    .toEqual(['Ana: {"shown":true}', 'Ben: {"shown":false,"problem":"nobody","reason":"Not a person."}'])
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(open('Eli')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(open('Fay')).toContainText('I juggle.')
  // Sound never plays by itself.
  await expect(page.getByLabel('Voice answer to review')).toHaveCount(0)
  await open('Fay').getByRole('button', { name: 'Play recording' }).click()
  await expect(page.getByLabel('Voice answer to review')).toBeVisible()
  await page.keyboard.press('r')
  await expect(decision.getByRole('button', { name: 'Contact details or an ad' })).toBeVisible()
  await page.keyboard.press('4')
  await expect(open('Fay')).toHaveCount(0)
  await expect.poll(() => decided.at(-1)).toBe('Fay: {"shown":false,"problem":"contact"}')
  await expect(page.getByRole('status').getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo the decision about Ben' }).click()
  await expect(page.getByRole('status').getByRole('listitem')).toHaveCount(2)
  await expect.poll(() => decided.at(-1)).toBe('Undone')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('lists are cards, their filters are folded, and the first record is on the first screen', async ({ page }) => {
    await signInAs(page, administrator)
    for (const path of ['/users', '/reports', '/subscriptions', '/audit']) {
      await page.goto(path)
      const list = page.getByRole('table').first()
      await expect(list.getByRole('row').nth(1)).toBeVisible()
      // All values are read in one step, because a new report may appear above.
      const box = await list.evaluate((table) => table.querySelector('tbody tr')!.getBoundingClientRect())
      expect(box.y + Math.min(box.height, 88), path).toBeLessThan(844)
      expect(box.width, path).toBeLessThanOrEqual(390)
      // No content is wider than its card.
      expect(await list.evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth), path).toBe(0)
      const filters = page.getByRole('button', { name: /^Filters/ })
      await expect(filters).toHaveAttribute('aria-expanded', 'false')
      await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0)
      await filters.click()
      await expect(page.getByRole('main').getByRole('combobox').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
    }
  })
})
