import { expect, test } from 'vitest'
import { shared, startWorld } from '../world.ts'

const refusing = shared(startWorld)

const enough = {
  gender: 'woman',
  interestedIn: ['man', 'non-binary'],
  location: { city: 'Lisbon', country: 'Portugal' },
}

test('a sufficient profile is complete and ends onboarding', async () => {
  const world = await startWorld()
  const { client } = await world.member()
  expect(await client.getProfile()).toMatchObject({ requiresProfileCompletion: true, onboardingComplete: false })
  const { account, onboardingComplete } = await client.completeProfile({
    body: { ...enough, bio: 'I bake bread.', interests: ['choir'] },
  })
  expect(onboardingComplete).toBe(true)
  expect(account.user).toMatchObject({
    profileComplete: true,
    gender: 'woman',
    interestedIn: ['man', 'non-binary'],
    bio: 'I bake bread.',
    location: { city: 'Lisbon', country: 'Portugal' },
  })
  expect(await client.getProfile()).toMatchObject({
    requiresProfileCompletion: false,
    onboardingComplete: true,
    userData: { user: { interests: ['choir'] } },
  })
})

test.each([
  ['gender', { interestedIn: ['man'], location: enough.location }],
  ['interestedIn', { gender: 'woman', location: enough.location }],
  ['interestedIn', { gender: 'woman', interestedIn: [], location: enough.location }],
  ['location', { gender: 'woman', interestedIn: ['man'] }],
  ['location', { gender: 'woman', interestedIn: ['man'], location: { city: '', country: 'Portugal' } }],
])('a profile without %s is incomplete: the answer says so, and nothing is saved', async (path, body) => {
  const world = await refusing()
  const { client } = await world.member()
  await expect(client.completeProfile({ body: { ...body, bio: 'Kept?' } })).rejects.toMatchObject({
    status: 400,
    details: { errors: [{ path }] },
  })
  expect((await client.getProfile()).userData.user).toMatchObject({ bio: null, profileComplete: false })
})

test('an edit changes only what is sent, and removing something can make a profile incomplete', async () => {
  const world = await startWorld()
  const { client } = await world.member()
  await client.completeProfile({
    body: { ...enough, bio: 'I bake bread.', basics: { height: 171, children: 'not-sure' } },
  })
  const { update } = await client.editProfile({
    body: {
      firstName: 'Adélaïde',
      intention: 'long-term',
      prompts: [{ question: 'A perfect Sunday', answer: 'Slow.' }],
    },
  })
  expect(update.user).toMatchObject({
    firstName: 'Adélaïde',
    name: 'Adélaïde',
    bio: 'I bake bread.',
    intention: 'long-term',
    basics: { height: 171 },
    profileComplete: true,
  })
  await client.editProfile({ body: { location: { city: null, country: null }, bio: '' } })
  expect(await client.getProfile()).toMatchObject({
    requiresProfileCompletion: true,
    userData: { user: { bio: null, profileComplete: false } },
  })
})

test('no question is answered twice, neither at first nor later', async () => {
  const world = await refusing()
  const { client } = await world.member()
  const prompts = ['What I bake', 'what i bake', 'Ask me about'].map((question, n) => ({
    question,
    answer: `Bread ${n}`,
  }))
  const twice = { status: 400, details: { errors: [{ path: 'prompts', msg: 'Please remove duplicates.' }] } }
  await expect(client.completeProfile({ body: { ...enough, prompts } })).rejects.toMatchObject(twice)
  await expect(client.editProfile({ body: { prompts } })).rejects.toMatchObject(twice)
  for (const [question, other] of [
    ['A perfect Sunday', 'А perfect Sunday'],
    ['What I bake', 'Whаt I bɑke'],
  ] as const) {
    const lookalikes = [question, other].map((each, n) => ({ question: each, answer: `Bread ${n}` }))
    await expect(client.editProfile({ body: { prompts: lookalikes } })).rejects.toMatchObject(twice)
  }
  await expect(client.completeProfile({ body: { ...enough, prompts: prompts.slice(1) } })).resolves.toBeTruthy()
})

test.each<[string, object]>([
  ['bio', { bio: 'x'.repeat(1001) }],
  ['interests', { interests: Array.from({ length: 21 }, (_, n) => `interest ${n}`) }],
  ['interests.0', { interests: ['x'.repeat(41)] }],
  ['interests', { interests: ['Choir', 'choir'] }],
  ['prompts', { prompts: Array.from({ length: 4 }, (_, n) => ({ question: `A${n}`, answer: 'B' })) }],
  [
    'prompts',
    { prompts: ['A perfect Sunday', 'Ein perfekter Sonntag'].map((question) => ({ question, answer: 'B' })) },
  ],
  ['prompts.0.answer', { prompts: [{ question: 'A', answer: 'x'.repeat(301) }] }],
  ['gender', { gender: 'x'.repeat(41) }],
  ['gender', { gender: '  ' }],
  ['firstName', { firstName: 'x'.repeat(51) }],
  ['basics.height', { basics: { height: 20 } }],
  ['basics.smoking', { basics: { smoking: 'chimney' } }],
  ['isAdmin', { isAdmin: true }],
  ['state', { state: 'active' }],
  ['email', { email: 'else@people.example' }],
])('%s out of range is refused with its path', async (path, body) => {
  const world = await refusing()
  const { client } = await world.member()
  await expect(client.editProfile({ body } as never)).rejects.toMatchObject({
    status: 400,
    details: { errors: [{ path }] },
  })
})

test('text is normalized, trimmed and stripped of control characters', async () => {
  const world = await startWorld()
  const { client } = await world.member()
  const { update } = await client.editProfile({ body: { bio: '  Zoe\u0308 \n lives here ' } })
  expect(update.user.bio).toBe('Zo\u00eb \n lives here')
  await expect(client.editProfile({ body: { bio: 'a\u0007b' } })).rejects.toMatchObject({ status: 400 })
})

test('a date of birth can be set once, and only by adults', async () => {
  const world = await startWorld()
  const { client, user } = await world.member()
  await expect(client.editProfile({ body: { dateOfBirth: '1990-01-01' } })).rejects.toMatchObject({
    status: 400,
    details: { errors: [{ path: 'dateOfBirth' }] },
  })
  await world.deps.db.updateTable('accounts').set({ date_of_birth: null }).where('id', '=', user._id).execute()
  await expect(client.editProfile({ body: { dateOfBirth: '2015-01-01' } })).rejects.toMatchObject({
    message: 'You need to be 18 or older to use Kindred.',
  })
  await expect(client.editProfile({ body: { dateOfBirth: '1990-01-01' } })).resolves.toMatchObject({
    update: { user: { dateOfBirth: '1990-01-01' } },
  })
})

test('members can choose whether others see their last activity', async () => {
  const world = await startWorld()
  const { client } = await world.member()
  expect(await client.showLastActive({ body: { showLastActive: false } })).toMatchObject({
    data: { privacySettings: { showLastActive: false } },
  })
  expect(await client.getProfile()).toMatchObject({
    userData: { privacySettings: { showLastActive: false }, user: { settings: { showLastActive: false } } },
  })
})

test('members choose whether photos in chat are blurred, and start with the first of each person', async () => {
  const world = await startWorld()
  const { client } = await world.member()
  const setting = async () => (await client.getProfile()).userData.user.settings.photoBlur
  expect(await setting()).toBe('first')
  const { data } = await client.setPrivacy({ body: { photoBlur: 'always' } })
  expect(data.privacySettings.photoBlur).toBe('always')
  expect(await setting()).toBe('always')
  await client.setPrivacy({ body: { units: 'miles' } })
  expect(await setting()).toBe('always')
  await expect(client.setPrivacy({ body: { photoBlur: 'sometimes' as 'never' } })).rejects.toMatchObject({
    status: 400,
  })
})

test('what the call about the last activity returns can be sent back to it, whole or changed', async () => {
  const world = await startWorld()
  const { client, user } = await world.dater()
  const { privacySettings } = (await client.showLastActive({ body: { showLastActive: false } })).data
  const changed = { ...privacySettings, showLastActive: true, hideAge: true }
  expect((await client.showLastActive({ body: changed })).data.privacySettings).toEqual(changed)
  // Restricted members can't resume, and saving unchanged settings doesn't resume either.
  const limit = (until: string) => world.query(`update accounts set limited_until = ${until} where id = '${user._id}'`)
  await limit("now() + interval '1 day'")
  expect((await client.showLastActive({ body: changed })).data.privacySettings).toEqual(changed)
  await limit('null')
  await client.showLastActive({ body: { ...changed, paused: true } })
  await limit("now() + interval '1 day'")
  await expect(client.showLastActive({ body: changed })).rejects.toMatchObject({ status: 409 })
})

test('an administrator needs no profile, and may have one', async () => {
  const world = await startWorld()
  const { client } = await world.administrator()
  expect(await client.getProfile()).toMatchObject({
    requiresProfileCompletion: false,
    onboardingComplete: true,
    userData: { user: { profileComplete: false } },
  })
  await expect(client.completeProfile({ body: enough })).resolves.toMatchObject({
    account: { user: { profileComplete: true } },
  })
})
