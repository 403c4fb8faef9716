import type { Page } from '@playwright/test'
import { anySize, callsOf, codeIn, expect, mailTo, newMember, newPerson, signInAs, test } from './world.ts'

/** Everything that the page sends, except to the addresses of its own files. */
function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  return sent
}

/** Stands in for the phone's own list of contacts, which only some browsers have. */
const withPicker = (page: Page, contacts: object[]) =>
  page.addInitScript((picked) => {
    const select = (properties: string[]) => {
      Object.assign(globalThis, { askedFor: properties })
      return Promise.resolve(picked)
    }
    const value = { getProperties: () => Promise.resolve(['name', 'email', 'tel', 'address', 'icon']), select }
    Object.defineProperty(navigator, 'contacts', { value })
  }, contacts)

const raw = /mallory|mallo|912.?345.?678|12345678|novak|my old school/i

test('contacts are pasted and chosen, checked, added and removed, and none of them leaves the device', async ({
  page,
}) => {
  await withPicker(page, [
    {
      name: ['Nia Novak'],
      email: ['nia.mallory@firm.example'],
      tel: ['+351 912 345 679'],
      address: [{ city: 'Porto' }],
    },
    { name: ['Only Mallory'], tel: [] },
  ])
  const ada = await newMember(page)
  await signInAs(page, ada)
  const sent = sentBy(page)
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'People you know' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'People you know' })).toBeFocused()
  const list = page.getByLabel('Email addresses, phone numbers, or names with a town')
  const status = page.getByRole('region', { name: 'People you know' }).getByRole('status')
  await list.fill('Mallory <mallory@firm.example>\n0351 912 345 678\nMallory Novak, Porto\nmy old school')
  await expect(status).toHaveText(
    /1 email address\s*1 phone number\s*1 name with a town\s*We can’t read 1 line:\s*my old school/,
  )
  await page.getByRole('button', { name: 'Choose from your contacts' }).press('Enter')
  await expect(list).toHaveValue(/nia\.mallory@firm\.example\n\+351 912 345 679\nNia Novak, Porto$/)
  expect(await page.evaluate(() => (globalThis as { askedFor?: string[] }).askedFor)).toEqual([
    'email',
    'tel',
    'name',
    'address',
  ])
  await page.getByRole('button', { name: 'Add 6 contacts' }).press('Enter')
  await expect(page.getByText('Done. Your contacts are on your list.')).toBeVisible()
  await expect(page.getByRole('heading', { name: '6 contacts on your list' })).toBeVisible()
  // What can’t be read stays to be corrected.
  await expect(list).toHaveValue('my old school')
  const hints = await page
    .getByRole('button', { name: /^Remove .*(…|\.)/ })
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  expect(new Set(hints)).toEqual(
    new Set([
      'Remove M. N., Porto',
      'Remove N. N., Porto',
      'Remove m…@firm.example',
      'Remove n…@firm.example',
      'Remove … 78',
      'Remove … 79',
    ]),
  )
  const bodies = sent.filter((each) => each.includes('/blocks/contacts'))
  expect(bodies.some((each) => each.includes('"hash"'))).toBe(true)
  expect(sent.filter((each) => raw.test(each))).toEqual([])
  await page.getByRole('button', { name: 'Remove … 78' }).press('Enter')
  await expect(page.getByRole('heading', { name: '5 contacts on your list' })).toBeVisible()
  // The next contact, rather than its button, which a key held down would press.
  await expect(page.getByRole('listitem').and(page.locator(':focus'))).toContainText('…')
  await page.getByRole('button', { name: 'Remove all' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).press('Enter')
  await expect(page.getByRole('heading', { name: /contacts? on your list/ })).toHaveCount(0)
  const number = page.getByRole('textbox', { name: /^Phone number/ })
  await number.press('Enter')
  await expect(number).toHaveAccessibleDescription('This field is required.')
  await number.fill('+351 21 234 56 70')
  await number.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove … 70' })).toBeVisible()
})

test(
  'a name that the device has hashed is recognized, and who joins later neither sees nor is seen',
  anySize,
  async ({ page }) => {
    const town = { location: { city: 'Cologne', country: 'Germany' } }
    const ben = await newMember(page, { firstName: 'Benno', lastName: 'Weiß' }, town)
    const cleo = await newMember(page, { firstName: 'Cleo' }, town)
    const ada = newPerson()
    const { verificationToken } = await callsOf(page).register({ body: ada })
    const code = codeIn(await mailTo(page, ada.email, /Confirm your email/))
    const { token, user } = await callsOf(page).verifyEmail({ body: { verificationToken, code } })
    await signInAs(page, ada)
    const sent = sentBy(page)
    await page.goto('/onboarding')
    await page.getByRole('button', { name: 'Woman', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Who would you like to meet?' })).toBeVisible()
    await page.getByRole('button', { name: 'Avoid people you know' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Avoid people you know' })
    await dialog.getByLabel('Email addresses, phone numbers, or names with a town').fill('BENNO WEISS, Köln')
    await dialog.getByRole('button', { name: 'Add 1 contact' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Who would you like to meet?' })).toBeVisible()
    expect(sent.filter((each) => /benno|weiss|weiß/i.test(each))).toEqual([])
    const client = callsOf(page, token)
    await client.completeProfile({ body: { interestedIn: ['woman'], gender: 'woman', ...town } })
    const sees = (caller: typeof client, id: string) =>
      caller.getPerson({ params: { id } }).then(
        () => true,
        () => false,
      )
    await expect.poll(() => sees(ben.client, user._id)).toBe(false)
    // He was here already, so whether she sees him can’t depend on what she guessed.
    expect(await sees(client, ben.user._id)).toBe(true)
    const namesake = await newMember(page, { firstName: 'Benno', lastName: 'Weiß' }, town)
    await expect.poll(() => sees(namesake.client, user._id)).toBe(false)
    await expect.poll(() => sees(client, namesake.user._id)).toBe(false)
    expect([await sees(client, cleo.user._id), await sees(cleo.client, user._id)]).toEqual([true, true])
  },
)
