import type { Locator, Page } from '@playwright/test'
import {
  administrator,
  fillJoinForm,
  newMember,
  signInAs,
  expect,
  showPrivateData,
  newPerson,
  test,
  matched,
} from '../world.ts'
import { waitingPhotos } from '../waiting-photos.ts'

// Unsaved input survives navigation and reloads, and only its author sees it.

type Entry = [label: string | RegExp, value: string | boolean]
type Form = {
  name: string
  open: (page: Page) => Promise<Locator>
  /** The fields to fill in. The page's other forms also get the first entry if they have this field. */
  entries: Entry[]
  /** True if there is no saved version to restore, so that the form shows no notice. */
  isSilent?: boolean
}

const isTicked = (value: string | boolean): value is boolean => typeof value === 'boolean'
const field = (form: Locator, label: string | RegExp) => form.getByLabel(label, { exact: typeof label === 'string' })

async function write(form: Locator, [label, value]: Entry): Promise<void> {
  const input = field(form, label)
  if (isTicked(value)) return input.setChecked(value)
  if ((await input.evaluate((element) => element.tagName)) === 'SELECT') await input.selectOption(value)
  else await input.fill(value)
}

const valueOf = async (form: Locator, label: string | RegExp): Promise<string | boolean> =>
  field(form, label).evaluate((input) =>
    input instanceof HTMLInputElement && /checkbox|radio/.test(input.type)
      ? input.checked
      : (input as HTMLInputElement).value,
  )

const expectEntries = async (form: Locator, entries: Entry[]) => {
  for (const [label, value] of entries) await expect.poll(() => valueOf(form, label), String(label)).toBe(value)
}

/** Fills in the form, leaves by a link and returns, discards the input, and checks again. */
async function expectDraft(page: Page, away: string, { name, open, entries, isSilent = false }: Form): Promise<void> {
  await test.step(name, async () => {
    let form = await open(page)
    const before: Entry[] = []
    await expect(field(form, entries[0]![0])).toBeVisible()
    // Some fields appear only after another one is filled in.
    for (const [label] of entries)
      if ((await field(form, label).count()) > 0) before.push([label, await valueOf(form, label)])
    for (const entry of entries) await write(form, entry)
    // A dialog may be open above another one.
    const dialogs = page.locator('[role=dialog]:visible')
    for (let left = await dialogs.count(); left > 0; left--) {
      await page.keyboard.press('Escape')
      await expect(dialogs).toHaveCount(left - 1)
    }
    await page.getByRole('link', { name: away, exact: true }).first().click()
    await expect(page.getByRole('heading', { name: away, level: 1 })).toBeVisible()
    form = await open(page)
    await expectEntries(form, entries)
    if (isSilent) return
    await form.getByRole('button', { name: 'Discard', exact: true }).click()
    await expectEntries(form, before)
    await page.reload()
    form = await open(page)
    await expectEntries(form, before)
    await expect(form.getByText('You have unsaved changes.')).toBeHidden()
  })
}

const dialogAt =
  (path: string, button: string | RegExp) =>
  async (page: Page): Promise<Locator> => {
    await page.goto(path)
    await page.getByRole('button', { name: button }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    return dialog
  }
const pageAt =
  (path: string) =>
  async (page: Page): Promise<Locator> => {
    await page.goto(path)
    return page.getByRole('main')
  }

test('members find the drafts of their forms again', async ({ page }) => {
  const { ada, matchId } = await matched(page)
  await signInAs(page, ada)
  const forms: Form[] = [
    {
      name: 'gender',
      open: dialogAt('/profile', /^Gender/),
      entries: [
        ['In my own words', true],
        ['My own words', 'Trans woman'],
      ],
    },
    {
      name: 'about a photo',
      open: async (shown) => {
        await dialogAt('/profile', /^Photos/)(shown)
        await shown.getByRole('button', { name: 'Photo 1', exact: true }).click()
        await shown.getByRole('button', { name: 'Description and who can see it' }).click()
        return shown.getByRole('dialog', { name: 'About this photo' })
      },
      entries: [
        ['Description', 'Me on the pier'],
        ['Who can see it', 'matches'],
      ],
    },
    {
      name: 'question',
      open: pageAt('/questions'),
      entries: [
        ['How much does it matter?', '50'],
        ['Show to others', false],
      ],
    },
    {
      name: 'search',
      open: dialogAt('/search', 'Filters'),
      entries: [
        ['City', 'Porto'],
        ['Online now', true],
      ],
    },
    {
      name: 'date',
      open: dialogAt(`/chat/${matchId}`, 'Suggest a date'),
      entries: [['Public place', 'The café by the pier']],
    },
    {
      name: 'report',
      open: pageAt('/support'),
      entries: [
        ['What’s the problem?', 'Payment Problem'],
        ['What happened?', 'I paid twice for May.'],
      ],
      isSilent: true,
    },
  ]
  for (const form of forms) await expectDraft(page, 'Matches', form)
})

test('staff find their drafts about a member again', async ({ page }) => {
  const { user } = await newMember(page)
  await signInAs(page, administrator)
  await page.goto(`/users/${user._id}`)
  await showPrivateData(page)
  await expect(page.getByRole('button', { name: 'Edit User' })).toBeVisible()
  const path = `/users/${user._id}`
  const forms: Form[] = [
    {
      name: 'user',
      open: dialogAt(path, 'Edit User'),
      entries: [
        ['First name', 'Adele'],
        ['City', 'Porto'],
        ['Bio', 'I mend clocks.'],
      ],
    },
    {
      name: 'action',
      open: dialogAt(path, /^Take action on/),
      entries: [
        ['Decision', 'suspend'],
        ['Duration', '14'],
        ['Facts (visible to the member)', 'Asked for gift cards on Monday.'],
      ],
    },
    { name: 'deactivation', open: dialogAt(path, 'Deactivate…'), entries: [[/^Reason/, 'Asked us to.']] },
    {
      name: 'gift',
      open: dialogAt(path, 'Grant Premium…'),
      entries: [
        ['Months', '6'],
        ['Reason (visible to the member)', 'For the outage in May.'],
      ],
    },
  ]
  for (const form of forms) await expectDraft(page, 'Dashboard', form)
})

test('staff find their drafts about photos, rules and the configuration again', async ({ page }) => {
  await waitingPhotos(page, ['Ada', 'Ben'])
  await signInAs(page, administrator)
  const rule = async (shown: Page) =>
    (await pageAt('/monitoring')(shown)).getByRole('region', { name: 'Mass messaging' })
  const forms: Form[] = [
    {
      name: 'rejection',
      open: async (shown) => {
        await shown.goto('/photos')
        await shown.getByRole('button', { name: 'Show photos' }).click()
        await shown.getByRole('button', { name: 'Reject…' }).click()
        return shown.getByRole('region', { name: 'Decision' })
      },
      entries: [[/^Note/, 'Only a hat can be seen.']],
    },
    {
      name: 'watchlist',
      open: pageAt('/photos?view=listed'),
      entries: [
        ['Fingerprints', '6666666666666667'],
        ['Note', 'A model from a catalog.'],
      ],
    },
    {
      name: 'rule',
      open: rule,
      entries: [
        ['Recipients', '7'],
        ['On', false],
      ],
    },
    {
      name: 'configuration',
      open: pageAt('/configuration'),
      entries: [['Support address', 'help@kindred.example']],
    },
    {
      name: 'trials',
      open: pageAt('/configuration?section=trials'),
      entries: [['Quarterly (days)', '3']],
    },
  ]
  for (const form of forms) await expectDraft(page, 'Dashboard', form)
})

test('a draft is discarded by Cancel, on success and by signing out, and other people’s drafts never are', async ({
  page,
  context,
}) => {
  const { ada, ben, matchId } = await matched(page)
  await signInAs(page, ada)
  const open = dialogAt(`/chat/${matchId}`, 'Suggest a date')
  const place = page.getByLabel('Public place')
  await open(page)
  await place.fill('The café by the pier')
  await page.keyboard.press('Escape')
  await open(page)
  await expect(place).toHaveValue('The café by the pier')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await open(page)
  await expect(place).toHaveValue('')
  await place.fill('The museum')
  await page.getByRole('button', { name: 'Tomorrow' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const stored = () => page.evaluate(() => sessionStorage.getItem('kindred.unfinished') ?? '')
  expect(await stored()).not.toContain('museum')

  await dialogAt('/profile', /^Bio/)(page)
  const bio = page.getByLabel('A few lines about you')
  await bio.fill('This is Ada’s alone.')
  await expect.poll(stored).toContain('Ada’s alone')
  const other = await context.newPage()
  await other.goto('/settings')
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/(welcome|signin)/)
  expect(await stored()).toBe('')
  await other.close()

  // Input from Ada that a crash left in the tab is deleted, and never shown to Ben.
  await signInAs(page, ada)
  await dialogAt('/profile', /^Bio/)(page)
  await bio.fill('This is Ada’s alone.')
  await expect.poll(stored).toContain('Ada’s alone')
  await signInAs(page, ben)
  await dialogAt('/profile', /^Bio/)(page)
  await expect(bio).toHaveValue('')
  expect(await stored()).not.toContain('Ada’s alone')
})

test('a draft in another shape is ignored', async ({ page }) => {
  const ada = await newMember(page, {}, { bio: 'I mend clocks.' })
  await signInAs(page, ada)
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Bio I mend clocks.' })).toBeVisible()
  await page.evaluate((userId) => {
    const about = { firstName: 'Adele', languages: [{}], other: 'field' }
    const texts = { 'profile.about': about, 'profile.bio': { bio: 5 }, 'profile.prompts': { prompts: 'none' } }
    const forms = { ...texts, 'profile.basics': { work: 'Baker', height: { cm: 170 } }, gender: 'woman' }
    sessionStorage.setItem('kindred.unfinished', JSON.stringify({ userId, forms }))
  }, ada.user._id)
  await page.reload()
  const basics = await dialogAt('/profile', /^Basics/)(page)
  await expect(basics.getByLabel('First name')).toHaveValue('Adele')
  await expect(basics.getByLabel('Work')).toHaveValue('Baker')
  await expect(basics.getByLabel('Height in cm')).toHaveValue('')
  await dialogAt('/profile', /^Bio/)(page)
  await expect(page.getByLabel('A few lines about you')).toHaveValue('I mend clocks.')
})

test('someone who joins reads the terms on the way, and enters nothing twice but the password', async ({ page }) => {
  const person = newPerson()
  await fillJoinForm(page, person)
  await page.getByRole('main').getByRole('link', { name: 'terms' }).click()
  await expect(page).toHaveURL(/\/terms$/)
  // The form stays on the screen until the terms have loaded.
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(person.password)
  await page.goBack()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  const back = page.getByRole('button', { name: 'Back' })
  await back.click()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await back.click()
  await expect(page.getByLabel('Date of birth')).toHaveValue(person.dateOfBirth.split('-').toReversed().join('/'))
  await back.click()
  await expect(page.getByLabel('First name')).toHaveValue(person.firstName)
  await expect(page.getByLabel('Last name')).toHaveValue(person.lastName)
})
