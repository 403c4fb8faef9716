import {
  administrator,
  callsOf,
  codeIn,
  newMember,
  expect,
  fillJoinForm,
  goToMatch,
  mailTo,
  newPerson,
  test,
} from '../world.ts'

// The only journey that runs in every installed engine (playwright.config.ts).

test.use({ serviceWorkers: 'allow' })

test('in this engine, a new member decides and chats, and an administrator opens their report', async ({
  page,
  browser,
}) => {
  const ben = await newMember(page, { firstName: 'Ben' }, { gender: 'man' })
  const person = newPerson()
  await fillJoinForm(page, person)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(page).toHaveURL(/\/verify-email$/)
  await page.getByLabel('Code').fill(codeIn(await mailTo(page, person.email, /Confirm your email/)))
  await expect(page.getByText('Step 6 of 13')).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const client = callsOf(page, token)
  const { account } = await client.completeProfile({
    body: { gender: 'woman', interestedIn: ['man'], location: { city: 'Lisbon', country: 'Portugal' } },
  })
  await ben.client.choose({ body: { userId: account.user._id, action: 'like' } })
  await page.goto(`/members/${ben.user._id}`)
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  await goToMatch(page)
  await page.getByLabel('Message to Ben').fill('Do you know the bakery?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('log').getByText('Do you know the bakery?')).toBeVisible()
  await expect(page.getByRole('log').getByText('Sent', { exact: true })).toBeVisible()
  const { data } = await ben.client.listMatches()
  expect(data.matches.map(({ lastMessage }) => lastMessage?.text)).toEqual(['Do you know the bakery?'])
  await page.goto('/support')
  const words = `The lamp flickers, ${Date.now()}`
  await page.getByLabel('What happened?').fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('region', { name: 'Conversation' }).getByText(words)).toBeVisible()
  const context = await browser.newContext()
  const desk = await context.newPage()
  await desk.goto(`/login?${new URLSearchParams({ from: `/reports?search=${words}` })}`)
  await desk.getByLabel('Email').fill(administrator.email)
  await desk.getByLabel('Password', { exact: true }).fill(administrator.password)
  await desk.getByRole('button', { name: 'Sign In' }).click()
  await expect(desk.getByRole('heading', { name: 'Reports Management' })).toBeVisible()
  await desk.getByRole('table').getByRole('link').first().click()
  await expect(desk.getByText(words).first()).toBeVisible()
  await context.close()
})
