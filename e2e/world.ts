import { createClient } from '@kindred/contract/client'
import { account } from '@kindred/contract/identity/account'
import { auth } from '@kindred/contract/identity/auth'
import { chat } from '@kindred/contract/chat/conversations'
import { datePlans } from '@kindred/contract/chat/plans'
import { discovery } from '@kindred/contract/discovery/deck'
import { leaving } from '@kindred/contract/leaving/account'
import { privacy } from '@kindred/contract/discovery/privacy'
import { choices } from '@kindred/contract/matching/choices'
import { matches } from '@kindred/contract/matching/matches'
import { people } from '@kindred/contract/discovery/people'
import { photoChecks } from '@kindred/contract/profiles/photo-checks'
import { pictures } from '@kindred/contract/profiles/pictures'
import { profile } from '@kindred/contract/profiles/profile'
import { type FieldAnswer, profileFields } from '@kindred/contract/profiles/fields'
import { questions } from '@kindred/contract/profiles/questions'
import { appeals } from '@kindred/contract/moderation/appeals'
import { decisions } from '@kindred/contract/moderation/decisions'
import { reports } from '@kindred/contract/moderation/reports'
import { verification } from '@kindred/contract/identity/verification'
import {
  test as base,
  expect,
  type APIRequestContext,
  type APIResponse,
  type Locator,
  type Page,
} from '@playwright/test'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { bornYearsAgo, pagePresent } from '../scripts/present.ts'
import { isBusy, watchConsoleErrors } from './console-errors.ts'
import { firstPort } from './ports.ts'

// Shared by all journeys: people, their email, and a page on which console errors fail the test.

export const administrator = { email: 'ines@kindred.example', password: 'open the harbour gate' }
export const moderator = { ...administrator, email: 'moderator@demo.kindred.example' }
export const demoMember = { email: 'zoe@demo.kindred.example', password: 'walk along the water' }

const at = (offset: number): string => `http://127.0.0.1:${firstPort + offset}`

export const main = { port: firstPort, url: at(0) }
export const providers = { port: firstPort + 1, url: at(1) }

/** A server with a single administrator where people pay through Stripe, and its fake Stripe. */
export const stripeServer = { port: firstPort + 6, stripe: firstPort + 5 }
/** A server whose clock for payments can be advanced. */
export const clockServer = { port: firstPort + 7 }

/** The servers whose configuration journeys change, each for the journeys of one file, which run one after the other. */
const configured = ['firstSteps', 'fields', 'values', 'house', 'texts', 'questions', 'age'] as const
export const communities = Object.fromEntries(
  configured.map((name, at) => [name, { count: 5 + at, port: firstPort + 12 + at }]),
) as Record<(typeof configured)[number], { count: number; port: number }>
export const communityUrl = (name: (typeof configured)[number]): string => `http://127.0.0.1:${communities[name].port}`

/** The server that advances the clock of decisions on the two servers above, and runs their nightly jobs. */
export const time = { port: firstPort + 11, url: at(11) }

/** A server with a host name for passkeys, because browsers refuse them at numeric addresses. */
export const namedServer = { port: firstPort + 10, url: `http://localhost:${firstPort + 10}` }

export const separateOrigins = {
  web: at(9),
  api: at(8),
  stranger: `${providers.url}/certs`,
}

/** Separate servers with this many users each (playwright.config.ts). */
export const crowds = [
  { count: 3, port: firstPort + 2 },
  { count: 1500, port: firstPort + 3 },
  ...(process.env['PROVE'] === 'full' ? [{ count: 100_000, port: firstPort + 4 }] : []),
]

/** Spells digits as letters, for names that are unique in each run. Names can't contain digits. */
export const inLetters = (text: string): string => text.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)

export const newPerson = (firstName = 'Ada') => ({
  firstName,
  lastName: 'Marlowe',
  email: `ada.${randomUUID().slice(0, 8)}@people.example`,
  password: 'harbour lemon violin',
  dateOfBirth: bornYearsAgo(32),
  acceptTerms: true,
  acceptSpecialCategory: true,
})

type Options = { /** Console errors that a journey causes on purpose. */ expectedErrors: RegExp | null }

/** Logs the page of a failed test, for runs of which only the output remains. */
async function logPage(page: Page): Promise<void> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5000 })
    .catch((error: unknown) => String(error))
  console.error(`${page.url()} showed:\n${shown.slice(0, 4000)}`)
}

/** Marks tests that are the same at any size. Only PROVE=full repeats them on a phone. */
export const anySize = { tag: '@any-size' }
/** Marks a journey that measures time. No other journey runs at the same time. */
export const timed = { tag: '@timed' }

export const test = base.extend<Options & { consoleErrors: void }, { momentOfPages: void }>({
  momentOfPages: [
    async ({ browser }, use) => {
      const script = pagePresent()
      if (script) browser.on('context', (context) => void context.addInitScript(script))
      await use()
    },
    { scope: 'worker', auto: true },
  ],
  expectedErrors: [null, { option: true }],
  consoleErrors: [
    async ({ browser, page, expectedErrors }, use, info) => {
      const errors = watchConsoleErrors(page, expectedErrors)
      await use()
      if (info.status !== info.expectedStatus) await logPage(page)
      // The pages of contexts that a journey has opened itself would keep running.
      for (const each of browser.contexts()) if (each !== page.context()) await each.close()
      if (errors().length > 0) throw new Error(`The console had errors:\n${errors().join('\n')}`)
    },
    { auto: true },
  ],
})
export { expect }

const calls = {
  ...account,
  ...appeals,
  ...auth,
  ...chat,
  ...datePlans,
  ...decisions,
  ...reports,
  ...verification,
  ...profile,
  ...profileFields,
  ...questions,
  ...pictures,
  ...photoChecks,
  ...choices,
  ...discovery,
  ...privacy,
  ...leaving,
  ...matches,
  ...people,
}

export const callsOf = (page: Page, token?: string) =>
  createClient(calls, async ({ method, url, body }) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await ask(page, url, { method, headers, ...(body === undefined ? {} : { data: body }) })
    return { status: answer.status(), body: await answer.json() }
  })

/** Retries like the app when the server is busy. */
async function ask(page: Page, url: string, options: Parameters<APIRequestContext['fetch']>[1]): Promise<APIResponse> {
  const answer = await page.request.fetch(`/api/v1${url}`, options)
  if (!isBusy(answer)) return answer
  await page.waitForTimeout(Number(answer.headers()['retry-after']) * 1000)
  return ask(page, url, options)
}

type Account = { email: string; password: string }

/**
 * Responds to one request in the server's place. The route stays registered: with Playwright's `times: 1`, a request
 * sent at the moment when the route is removed can wait forever.
 */
export async function answerOnce(page: Page, path: string, answer: { status: number; json: unknown }): Promise<void> {
  let answered = false
  await page.route(`**/api/v1${path}`, async (route) => {
    if (answered) return route.fallback()
    answered = true
    return route.fulfill(answer)
  })
}

/** Signs in through the API, for journeys that don't test signing in. */
export async function signInAs(page: Page, account: Account): Promise<void> {
  const { email, password } = account
  const { data } = await callsOf(page).login({ body: { email, password } })
  // This page has none of our scripts.
  await page.goto('/robots.txt')
  await page.evaluate(
    ([token, refreshToken, user]) => {
      localStorage.setItem('refreshToken', refreshToken)
      localStorage.setItem('user', user)
      localStorage.setItem('token', token)
    },
    [data.token, data.refreshToken, JSON.stringify(data.user)] as const,
  )
}

export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 200; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not get there.')
}

export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Leaves the moment of a match, and opens the conversation from the profile below. */
export async function goToMatch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keep looking' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Message', exact: true }).click()
  await expect(page).toHaveURL(/\/chat\//)
}

/** Opens a page and waits until its socket is connected, because earlier events don't reach the page. */
export async function openLive(page: Page, path: string): Promise<void> {
  const connected = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      // The connect packet of Socket.IO starts with 40.
      if (socket.url().includes('/socket'))
        socket.on('framereceived', ({ payload }) => String(payload).startsWith('40') && resolve())
    })
  })
  await page.goto(path)
  await connected
}

/** Reloads the page offline, and waits until the service worker has served it. */
export async function reloadOffline(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  // The first page loaded its files before the service worker was installed, so it is reloaded.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The worker caches each file before the page receives it.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

export async function mailTo(page: Page, email: string, subject: RegExp): Promise<string> {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    const html = await (await page.request.get(`/dev/outbox?to=${email}`)).text()
    const mail = html.split('<article>').find((article) => article.includes(email) && subject.test(article))
    if (mail) return mail
    await page.waitForTimeout(50)
  }
  throw new Error(`No mail about ${subject} came to ${email}`)
}

/** Expires the decisions about a person, and runs the job that processes them. */
export async function passDecisions(page: Page, port: number, { user }: { user: { _id: string } }): Promise<void> {
  const answer = await page.request.post(`${time.url}/decisions?port=${port}&about=${user._id}`)
  expect(answer.status()).toBe(204)
}

export const codeIn = (mail: string): string => /(?<!\d)\d{6}(?!\d)/.exec(mail.slice(mail.indexOf('<pre>')))![0]
export const linkIn = (mail: string): string =>
  new URL(/href="([^"]+)"/.exec(mail)![1]!).pathname + new URL(/href="([^"]+)"/.exec(mail)![1]!).hash

export const picture = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#c0563a' } })
  .png()
  .toBuffer()

/**
 * A member who can be shown to others: verified, with a complete profile and a photo. Only the demo's people are 46 to
 * 55 years old, because the dashboard's journey counts them (dashboard.spec.ts).
 */
export async function newMember(
  page: Page,
  overrides: Partial<ReturnType<typeof newPerson>> = {},
  changes: object = {},
  answers: Record<string, FieldAnswer> = {},
) {
  const person = { ...newPerson(), ...overrides }
  const { verificationToken } = await callsOf(page).register({ body: person })
  const code = codeIn(await mailTo(page, person.email, /Confirm your email/))
  const { token } = await callsOf(page).verifyEmail({ body: { verificationToken, code } })
  const client = callsOf(page, token)
  const enough = {
    gender: 'woman',
    interestedIn: ['woman', 'man', 'non-binary'],
    location: { city: 'Lisbon', country: 'Portugal' },
  }
  if (Object.keys(answers).length > 0) await client.answerFields({ body: { answers } })
  const { account } = await client.completeProfile({ body: { ...enough, ...changes } })
  await client.uploadProfilePicture({ body: { imageData: { publicId: await upload(page, token) } } })
  return { ...person, user: account.user, client, token }
}

type Member = Awaited<ReturnType<typeof newMember>>

/** Lets two members like each other, and returns the match's id. */
export async function likeEachOther(one: Member, other: Member): Promise<string> {
  await one.client.choose({ body: { userId: other.user._id, action: 'like' } })
  const { match } = (await other.client.choose({ body: { userId: one.user._id, action: 'like' } })).data
  return match!._id
}

/** Ada and Ben, who have matched, with these changes of Ben's profile. */
export async function matched(page: Page, changes: object = {}) {
  const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' }, changes)]
  return { ada, ben, matchId: await likeEachOther(ben, ada) }
}

/** Uploads a picture, which is then still to be attached. */
export async function upload(page: Page, token: string): Promise<string> {
  const sent = await ask(page, '/media', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    multipart: { file: { name: 'me.png', mimeType: 'image/png', buffer: picture } },
  })
  return ((await sent.json()) as { publicId: string }).publicId
}

const SHOW: [title: string, go: string] = ['Show private data?', 'Show']

/** Gives a reason for viewing private data if the back office asks for one. */
export async function giveReason(page: Page, reason = 'A complaint about them.', [title, go] = SHOW) {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('Why do you need to see this?').fill(reason)
  await dialog.getByRole('button', { name: go, exact: true }).click()
}

/** Shows the parts of a user's page that require a reason. */
export async function showPrivateData(page: Page, reason?: string) {
  await page.getByRole('button', { name: 'Show private data' }).click()
  await giveReason(page, reason)
}

/** Answers the questions of joining up to the password. */
export async function startJoining(page: Page, person: ReturnType<typeof newPerson>) {
  const next = () => page.getByRole('button', { name: 'Next' }).click()
  await page.goto('/join')
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await next()
  await page.getByLabel('Date of birth').fill(person.dateOfBirth)
  await next()
  await page.getByLabel('Email').fill(person.email)
  await next()
}

/** Answers the questions of joining up to the last, whose button joins. */
export async function fillJoinForm(page: Page, person: ReturnType<typeof newPerson>) {
  await startJoining(page, person)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel(/I’m 18 or older/).check()
}
