import {
  administrator,
  callsOf,
  codeIn,
  newMember,
  signInAs,
  expect,
  inLetters,
  mailTo,
  passDecisions,
  stripeServer,
  newPerson,
  test,
  likeEachOther,
} from './world.ts'
import type { Page } from '@playwright/test'

// No other journey signs in as this administrator or adds one. A second administrator in the same tab has to give a
// reason, and the browser logs the refusal.
test.use({ baseURL: `http://127.0.0.1:${stripeServer.port}`, expectedErrors: /status of 403/ })

/** A member with a verified address, which administrators need. */
async function proved(page: Page, firstName: string) {
  const person = { ...newPerson(firstName), lastName: inLetters(`Second${Date.now()}`) }
  const { verificationToken, user } = await callsOf(page).register({ body: person })
  const code = codeIn(await mailTo(page, person.email, /Confirm your email/))
  await callsOf(page).verifyEmail({ body: { verificationToken, code } })
  return { ...person, name: `${person.firstName} ${person.lastName}`, user }
}

const promote = async (page: Page, { user }: { user: { _id: string } }) => {
  await page.goto(`/users/${user._id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Make an administrator…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
}

async function approveByKeys(page: Page, name: string, preview?: string) {
  const request = page.getByRole('listitem').filter({ hasText: name })
  await expect(request).toBeVisible()
  const place = await request.evaluate((item) => [...item.parentElement!.children].indexOf(item))
  for (let nth = 0; nth <= place; nth++) await page.keyboard.press('j')
  await expect(request).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  if (preview) await expect(dialog.getByText(preview)).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByRole('status').getByText('Request approved.')).toBeVisible()
}

async function scammed(page: Page) {
  const person = (firstName: string) => newMember(page, { firstName, lastName: inLetters(`Second${Date.now()}`) })
  const [sam, rita] = [await person('Sam'), await person('Rita')]
  const id = await likeEachOther(sam, rita)
  const body = { clientId: 'journey-gifts', text: 'Can you buy me a gift card?' }
  await sam.client.sendMessage({ params: { id }, body })
  return { sam: { ...sam, name: `${sam.firstName} ${sam.lastName}` }, rita }
}

async function overturn(page: Page, { email, password }: TestMember) {
  const own = callsOf(page, (await callsOf(page).login({ body: { email, password } })).data.token)
  const [decision] = (await own.listMyDecisions()).data.decisions
  const params = { id: decision?._id ?? '' }
  const { appeal } = (await own.appealDecision({ params, body: { message: 'It was my cousin.' } })).data
  const { data } = await callsOf(page).login({ body: administrator })
  const body = { outcome: 'overturned', reason: 'The cousin wrote from their phone.' } as const
  await callsOf(page, data.token).decideAppeal({ params: { id: appeal._id }, body })
}

const FACTS = 'Asked three people for gift cards on Monday.'
type Proved = Awaited<ReturnType<typeof proved>>
type Person = Pick<Proved, 'user'>
type TestMember = Awaited<ReturnType<typeof newMember>>

async function banForFraud(page: Page, { user }: Person) {
  await page.goto(`/users/${user._id}`)
  await page.getByRole('button', { name: /^Take action on/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Take action on/ })
  await dialog.getByLabel('Decision').selectOption('ban')
  await dialog.getByLabel('Rule broken').selectOption('6')
  await dialog.getByLabel('This was fraud').press('Space')
  await dialog.getByLabel('Facts (visible to the member)').fill(FACTS)
  await dialog.getByRole('button', { name: 'Apply', exact: true }).press('Enter')
  await expect(page.getByRole('status').getByText('Another administrator has to approve this first.')).toBeVisible()
}

async function holdAndSend(page: Page, { user }: Person) {
  await page.goto(`/users/${user._id}`)
  const warnings = page.getByRole('region', { name: 'Fraud warnings' })
  await expect(warnings.getByText('They’ll be sent in under 12 hours')).toBeVisible()
  await warnings.getByRole('button', { name: 'Hold warnings…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Hold the warnings?' })
  await dialog.getByLabel('Reason').fill('The bank is still checking.')
  await dialog.getByRole('button', { name: 'Hold warnings', exact: true }).press('Enter')
  await expect(warnings.getByText('On hold')).toBeVisible()
  await expect(warnings.getByText('The bank is still checking.')).toBeVisible()
  await warnings.getByRole('button', { name: 'Send warnings now' }).press('Enter')
  await expect(warnings.getByText('Planned')).toBeVisible()
}

test('a sole administrator adds a second one at once, who approves requests and asks for a ban; a request can be withdrawn', async ({
  page,
}) => {
  const [june, ada, ben] = [await proved(page, 'June'), await proved(page, 'Ada'), await proved(page, 'Ben')]
  const cem = await proved(page, 'Cem')
  const { sam, rita } = await scammed(page)
  await signInAs(page, administrator)
  await promote(page, june)
  await expect(page.getByRole('status').getByText(/is now an administrator\./)).toBeVisible()
  for (const person of [ada, ben, cem]) {
    await promote(page, person)
    await expect(page.getByRole('status').getByText('Another administrator has to approve this first.')).toBeVisible()
  }
  await page.goto('/approvals')
  await page.getByRole('button', { name: `Withdraw: Make ${ben.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: ben.name }).getByText('Withdrawn')).toBeVisible()
  await signInAs(page, june)
  await page.goto('/objections')
  await page.getByRole('button', { name: `Object: Make ${cem.name} an administrator` }).press('Enter')
  await expect(page.getByText('You’ve objected, so it won’t happen.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: cem.name })).toHaveCount(0)
  await page.goto('/dashboard')
  const notices = page.getByRole('banner').getByRole('button', { name: 'Notices: 2' })
  await expect(page.getByRole('navigation', { name: 'Back office' }).getByText('Approvals')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Approvals 1 waiting' })).toBeVisible()
  await notices.click()
  await page.getByRole('link', { name: '1 request needs your approval.' }).click()
  await approveByKeys(page, ada.name)
  await expect(
    page.getByRole('listitem').filter({ hasText: ada.name }).getByText(`Approved by ${june.name}`),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Approvals', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notices: 1' })).toBeVisible()
  await banForFraud(page, sam)
  expect(await mailTo(page, ada.email, /needs your approval/)).toContain(FACTS)
  await signInAs(page, ada)
  await page.goto('/approvals')
  await approveByKeys(page, sam.name, 'Email preview')
  await holdAndSend(page, sam)
  await passDecisions(page, stripeServer.port, sam)
  expect(await mailTo(page, rita.email, /A warning about Sam/)).toContain('We banned Sam, who sent you messages')
  await signInAs(page, rita)
  await page.goto('/notifications')
  await expect(page.getByText('We banned Sam, who sent you messages. Never send money')).toBeVisible()
  await overturn(page, sam)
  await passDecisions(page, stripeServer.port, sam)
  expect(await mailTo(page, rita.email, /We were wrong about Sam/)).toContain('the ban was a mistake')
  await page.reload()
  await expect(page.getByText('Our warning about Sam was a mistake')).toBeVisible()
})
