import { api, isForStaff, type Route } from '@kindred/contract'
import { expect, test } from 'vitest'
import { tokenIn } from '../outbox.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, until, type World } from '../world.ts'

const anyWorld = shared(startWorld)

/** Makes the user's last confirmation 16 minutes old. */
const wait = (world: World, { user }: Person) =>
  world.query(`update sessions set elevated_at = now() - interval '16 minutes' where account_id = '${user._id}'`)

const REFUSED = { status: 403, code: 'step_up_required' }

test('actions of staff that harm or take over an account need a recent confirmation, and a sign-in is one', async () => {
  const world = await anyWorld()
  const ines = await world.administrator()
  const params = { id: (await world.member()).user._id }
  const ids = [params.id]
  const harmful: Record<string, ({ client }: Pick<Person, 'client'>) => Promise<unknown>> = {
    'another address': ({ client }) => client.editUser({ params, body: { email: 'elsewhere@people.example' } }),
    'another address among harmless changes': ({ client }) =>
      client.editUser({ params, body: { bio: 'Bakes.', email: 'nowhere@people.example' } }),
    deactivate: ({ client }) => client.deactivateUser({ params, body: {} }),
    activate: ({ client }) => client.activateUser({ params, body: {} }),
    'end sessions': ({ client }) => client.endSessionsOf({ params }),
    many: ({ client }) => client.startBatch({ body: { about: 'users', action: 'deactivate', ids } }),
  }
  await wait(world, ines)
  for (const act of Object.values(harmful)) await expect(act(ines)).rejects.toMatchObject(REFUSED)
  const fresh = await world.signedInAgain(ines)
  for (const act of Object.values(harmful)) await expect(act(fresh)).resolves.toBeTruthy()
  await ines.client.stepUp({ body: { password: ines.password } })
  await expect(ines.client.activateUser({ params, body: {} }).catch(({ code }) => code)).resolves.not.toBe(REFUSED.code)
})

test('everyday staff work needs no confirmation', async () => {
  const world = await anyWorld()
  const [ines, ada, ben] = [await world.administrator(), await world.dater(), await world.dater({ firstName: 'Ben' })]
  const harassment = {
    problem_type: 'Harassment' as const,
    description: 'Writes again and again.',
    userId: ben.user._id,
  }
  const { report } = (await ada.client.createReport({ body: harassment })).data
  await wait(world, ines)
  const [{ client }, params] = [ines, { id: report._id }]
  await client.getPerson({ params: { id: ada.user._id } })
  await client.getUser({ params: { id: ada.user._id } })
  await client.listUsers({ query: {} })
  await client.listReports({ query: {} })
  await client.editUser({ params: { id: ada.user._id }, body: { bio: 'Bakes.', email: ada.email } })
  await client.replyToReport({ params, body: { message: 'We are looking into it.' } })
  // Nothing changes until the configuration is saved.
  const recipe = (await client.getRecipe({ params: { name: 'town' } })).data
  await client.readRecipe({ body: recipe })
  const { data } = await client.setReportStatus({ params, body: { status: 'resolved' } })
  expect(data.report.status).toBe('resolved')
})

test('failed confirmations leave other sessions their attempts, and accounts without a password must sign in again', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const ada = await world.member()
  const { password } = ada
  const { client: stolen } = await world.signedInAgain(ada)
  const wrong = () => stolen.stepUp({ body: { password: 'wrong wrong wrong' } }).catch(({ status }) => status as number)
  const statuses: unknown[] = []
  for (let each = 0; each < 12; each++) statuses.push(await wrong())
  expect(statuses.slice(-2)).toEqual([429, 429])
  await ada.client.stepUp({ body: { password } })
  await world.query(`update accounts set password_hash = null where id = '${ada.user._id}'`)
  await expect(ada.client.stepUp({ body: { password } })).rejects.toMatchObject({
    message: 'You don’t have a password. Please sign in again, then try once more.',
  })
})

test('every call by which staff change something needs a confirmation or counts as everyday work', () => {
  /** Everyday work is reversible; `editUser` has its own check, and `revealUser` requires a reason. An uploaded file does nothing until the configuration is saved. */
  const harmless =
    'answerAppeal answerBlindReview cancelEmailChange raiseBlindReview closeBlindReview decideAccountLink decideDuplicatePhoto editUser declineApproval retryFailedJob revealUser previewBatch previewDecision stopBatch reviewPicture reviewVoice decidePhotoCheck undoPictureReview undoVoiceReview undoPhotoCheck setReportStatus setReportPriority deleteReport claimNextReport claimReport releaseReport tryMonitoringRule watchReport withdrawBan addLabel removeLabel editLabel deleteLabel previewDocument uploadLookFile revokeInvitation setBranch decideApplication decideAgeCheck askForAge stopAskingForAge importTexts previewEmail sendTestEmail readRecipe'.split(
      ' ',
    )
  const unproven = (Object.entries(api) as [string, Route][]).filter(
    ([name, { access, method, stepUp }]) =>
      isForStaff(access) && method !== 'GET' && !stepUp && !harmless.includes(name),
  )
  expect(unproven.map(([name]) => name)).toEqual([])
})

test('an address that was never verified gets no way into the account after staff correct it', async () => {
  const world = await anyWorld()
  const [ines, ada] = [await world.administrator(), await world.newcomer()]
  const email = `right.${ada.email}`
  await ines.client.editUser({ params: { id: ada.user._id }, body: { email } })
  const sent = await until(async () => {
    const mails = await world.mailsTo(ada.email, 2)
    return mails.some(({ text }) => text.includes('Our team changed your')) ? mails : undefined
  })
  expect(sent.some(({ text }) => text.includes('/recover#'))).toBe(false)
  // Links that were sent to the old address earlier don't work either.
  const [first] = sent.filter(({ text }) => text.includes('/verify-email'))
  await expect(world.client().verifyEmail({ body: { token: tokenIn(first!) } })).rejects.toMatchObject({ status: 400 })
})
