import { administrator, callsOf, newMember, signInAs, expect, inLetters, test, upload, likeEachOther } from './world.ts'

// The browser logs the 404 of blocked members, who can no longer be found, and the 400 of a report with too few words.
test.use({ expectedErrors: /status of 40[04]/ })

test('in a chat, a report takes four taps and needs no words, and a block follows', async ({ page }) => {
  const name = `Dov${inLetters(String(Date.now()))}`
  const [ada, dov] = [await newMember(page), await newMember(page, { firstName: name })]
  const id = await likeEachOther(dov, ada)
  const text = 'Buy me a gift card.'
  await dov.client.sendMessage({ params: { id }, body: { clientId: crypto.randomUUID(), text } })
  await signInAs(page, ada)
  await page.goto(`/chat/${id}`)
  await page.getByRole('button', { name: 'More: report, block, unmatch' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await page.getByRole('button', { name: 'Scam, or asks for money' }).click()
  const more = page.getByLabel('Anything else we should know?')
  await more.fill('He asked twice.')
  // Closed by mistake, the words are still there.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More: report, block, unmatch' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await page.getByRole('button', { name: 'Scam, or asks for money' }).click()
  await expect(more).toHaveValue('He asked twice.')
  await more.fill('')
  expect((await ada.client.listMyReports({ query: {} })).data.reports).toEqual([])
  await page.getByRole('button', { name: 'Send report' }).click()
  await page
    .getByRole('dialog', { name: `Block ${name} too?` })
    .getByRole('button', { name: 'Not now' })
    .click()
  // A message is reported from its own actions, and only a reason that isn’t listed needs words.
  await page
    .getByRole('log')
    .getByRole('button', { name: `Actions for “${text}”` })
    .press('Enter')
  await page.getByRole('menuitem', { name: `Report “${text}”` }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this message?' })
  await dialog.getByRole('button', { name: 'Something else' }).press('Enter')
  const words = dialog.getByLabel('What happened?')
  await expect(words).toBeFocused()
  await words.fill('Short')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(words).toHaveAttribute('aria-invalid', 'true')
  await words.fill('Writes from a stolen account.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  const block = page.getByRole('dialog', { name: `Block ${name} too?` })
  await block.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(`${name} is blocked. You’ll no longer see each other.`)).toBeVisible()
  await expect(page).toHaveURL(/\/matches/)
  const { reports } = (await ada.client.listMyReports({ query: {} })).data
  expect(reports.map(({ detail, description }) => [detail, description])).toEqual([
    [null, 'Writes from a stolen account.'],
    ['scam', 'Scam, or asks for money'],
  ])
})

test('a photo is reported from its own menu, and its reporter hears when to expect the outcome, and what it is', async ({
  page,
}) => {
  const name = `Eva${inLetters(String(Date.now()))}`
  const [ada, eva] = [await newMember(page), await newMember(page, { firstName: name })]
  await eva.client.uploadPictures({ body: { imagesData: [{ publicId: await upload(page, eva.token) }] } })
  const [first, second] = (await eva.client.getProfile()).userData.user.pictures
  await signInAs(page, ada)
  const report = async (menu: string, at: number) => {
    await page.goto(`/members/${eva.user._id}`)
    await page.getByRole('button', { name: menu, exact: true }).nth(at).click()
    await page.getByRole('menuitem', { name: 'Report this photo' }).click()
    await page
      .getByRole('dialog', { name: 'Report this photo?' })
      .getByRole('button', { name: 'Fake profile, or someone else’s photos' })
      .click()
    await page.getByRole('button', { name: 'Send report' }).click()
    return page.getByRole('dialog', { name: `Block ${name} too?` })
  }
  for (const [menu, photo] of [
    ['More about this photo', second],
    ['More', first],
  ] as const) {
    const sent = page.waitForRequest('**/reports/create-reports')
    const dialog = await report(menu, 0)
    expect((await sent).postDataJSON()).toMatchObject({ userId: eva.user._id, publicId: photo!.publicId })
    await expect(dialog).toContainText(/What happens next.*We aim to decide by .+ and will notify you of the outcome/)
    await dialog.getByRole('button', { name: 'Not now' }).click()
  }
  const { reports } = (await ada.client.listMyReports({ query: {} })).data
  const id = reports[0]!._id
  await page.goto(`/support?report=${id}`)
  await expect(page.getByText('What happens next')).toBeVisible()
  const { token } = (await callsOf(page).login({ body: administrator })).data
  await callsOf(page, token).setReportStatus({ params: { id }, body: { status: 'resolved' } })
  await page.goto('/notifications')
  await page.getByRole('link', { name: /Your report is resolved/ }).click()
  await expect(page.getByText('Resolved', { exact: true })).toBeVisible()
  await expect(page.getByText('What happens next')).toHaveCount(0)
})

test('the sender of a super like is blocked from its notification, also after hiding', async ({ page }) => {
  const name = `Mal${inLetters(String(Date.now()))}`
  const [ada, mal] = [await newMember(page), await newMember(page, { firstName: name })]
  await mal.client.choose({ body: { userId: ada.user._id, action: 'superlike', note: 'I know your street.' } })
  await mal.client.setPrivacy({ body: { paused: true } })
  await signInAs(page, ada)
  await page.goto('/notifications')
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  const dialog = page.getByRole('dialog', { name: `Block ${name}?` })
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(`${name} is blocked. You’ll no longer see each other.`)).toBeVisible()
  await expect(page.getByRole('link', { name: `${name} sent you a super like` })).toHaveCount(0)
})
