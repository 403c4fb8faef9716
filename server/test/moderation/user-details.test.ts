import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

test('the user page has everything staff may see, except what requires a reason', async () => {
  const world = await startWorld()
  const [ada, ben, ines] = [
    await world.dater({}, { interestedIn: ['woman'], interests: ['bread'] }),
    await world.dater({ firstName: 'Ben' }),
    await world.administrator(),
  ]
  await world.picture(ada, 1, { review: 'held' })
  await world.client().login({ body: { email: ada.email, password: ada.password } })
  await ben.client.createReport({
    body: { problem_type: 'Harassment', description: 'About Ada, by Ben.', userId: ada.user._id },
  })
  const params = { id: ada.user._id }
  const { data } = await ines.client.getDossier({ params, reason: 'A court asks.' })
  expect(data).toMatchObject({
    user: { _id: ada.user._id, email: ada.email },
    profile: {
      interests: ['bread'],
      dateOfBirth: ada.user.dateOfBirth,
      preferences: ada.user.preferences,
      settings: { hideAge: false },
      emailVerificationSent: true,
    },
    pictures: [{ review: 'shown' }, { review: 'held' }],
    sessions: [{ address: '127.0.•.•' }, { address: '127.0.•.•' }],
    figures: { matches: 0, blockedBy: 0, reportsAbout: 1, reportsBy: 0 },
  })
  expect(data.signIns.length).toBeGreaterThan(0)
  expect(JSON.stringify(data)).not.toMatch(/interestedIn|127\.0\.0\.1/)
  await expect(ada.client.getDossier({ params, reason: 'I want to.' })).rejects.toMatchObject({ status: 403 })

  await expect(ines.client.revealUser({ params, body: { reason: ' ' } })).rejects.toMatchObject({ status: 400 })
  const revealed = (await ines.client.revealUser({ params, body: { reason: 'A court asks.' } })).data
  expect(revealed.interestedIn).toEqual(['woman'])
  expect(revealed.signIns[0]).toMatchObject({ address: '127.0.0.1' })
  const { entries } = (await ines.client.listAudit({ query: { subject: ada.user._id, action: 'account.revealed' } }))
    .data
  expect(entries).toMatchObject([{ reason: 'A court asks.', actor: { _id: ines.user._id } }])
})

test('staff can sign a user out everywhere, but not themselves', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  expect(await ines.client.endSessionsOf({ params: { id: ada.user._id } })).toEqual({ ended: 1 })
  await expect(ada.client.getProfile()).rejects.toMatchObject({ status: 401 })
  await expect(ines.client.endSessionsOf({ params: { id: ines.user._id } })).rejects.toMatchObject({ status: 409 })
})

test("the list can be filtered by every figure in the dashboard's charts", async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const ada = await world.dater()
  await world.dater({ firstName: 'Ben', dateOfBirth: '1960-01-01' }, { gender: 'man' })
  await world.member({ firstName: 'Cai' })
  await world.query(`update accounts set created_at = '2025-03-31T23:30:00Z' where id = '${ada.user._id}'`)
  const found = async (query: object) =>
    (await ines.client.listUsers({ query })).data.users
      .map(({ firstName }) => firstName)
      .filter((name) => name !== 'Ines')
  expect(await found({ joined: '2025-03' })).toEqual(['Ada'])
  expect(await found({ joined: '2025-03', timeZone: 'Europe/Berlin' })).toEqual([])
  expect(await found({ joined: '2025-04-01', timeZone: 'Europe/Berlin' })).toEqual(['Ada'])
  expect(await found({ gender: 'man' })).toEqual(['Ben'])
  expect(await found({ gender: 'not-specified' })).toEqual(['Cai'])
  expect(await found({ age: '56+' })).toEqual(['Ben'])
  expect((await found({ complete: 'true' })).sort()).toEqual(['Ada', 'Ben'])
  for (const query of [
    { joined: '2025-02-30' },
    { joined: '2025-13' },
    { age: '1-2' },
    { joined: '2025-03', timeZone: 'Moon' },
  ])
    await expect(ines.client.listUsers({ query: query as never })).rejects.toMatchObject({ status: 400 })
})

test('without a reason, staff get the address of a photo only if everyone sees it', async () => {
  const world = await startWorld()
  const [ada, { client }] = [await world.dater(), await world.administrator()]
  const params = { id: ada.user._id }
  const shown = async (values: string) => {
    await world.changePictures(ada, `update pictures set ${values} where account_id = '${ada.user._id}'`)
    const listed = (await client.listUsers({ query: { search: ada.email } })).data.users[0]!
    const { user } = (await client.getUser({ params })).data
    return [listed, user].map(({ profilePicture }) => profilePicture !== null)
  }
  expect(await shown("audience = 'everyone'")).toEqual([true, true])
  expect(await shown("audience = 'matches'")).toEqual([false, false])
  expect(await shown("audience = 'everyone', review = 'held'")).toEqual([false, false])
  const { pictures } = (await client.getDossier({ params, reason: 'I check the photos.' })).data
  expect(pictures).toMatchObject([{ review: 'held', url: expect.stringContaining('/large?') }])
})

test('only administrators read the figures and the history of team members', async () => {
  const world = await startWorld()
  const [ines, mara, lena] = [await world.administrator(), await world.staff('moderator'), await world.staff('support')]
  for (const reader of [mara, lena])
    for (const colleague of [ines, mara === reader ? lena : mara]) {
      const params = { id: colleague.user._id }
      const refused = { status: 403, message: 'Only administrators can do this for team members.' }
      await expect(reader.client.getUserFigures({ params })).rejects.toMatchObject(refused)
      await expect(reader.client.getTimeline({ params, query: {} })).rejects.toMatchObject(refused)
      await expect(reader.client.listDecisions({ params })).rejects.toMatchObject(refused)
    }
  const params = { id: mara.user._id }
  await expect(ines.client.getUserFigures({ params })).resolves.toBeTruthy()
  await expect(mara.client.getUserFigures({ params })).resolves.toBeTruthy()
  await expect(ines.client.getTimeline({ params, query: {} })).resolves.toBeTruthy()
})
