import { beforeAll, expect, test } from 'vitest'
import { advanceDecisions } from '../../src/features/moderation/decisions/jobs.ts'
import { settle } from '../deciding.ts'
import { banForFraud, release, told, write } from '../frauds.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, until } from '../world.ts'

// Arabic addresses women and men differently. People with a self-described gender are addressed neutrally.

const started = shared(async () => {
  const world = await startWorld()
  const readers = {
    woman: await world.dater({ firstName: 'Layla' }, { gender: 'woman' }),
    man: await world.dater({ firstName: 'Omar' }, { gender: 'man' }),
    other: await world.dater({ firstName: 'Noor' }, { gender: 'Genderfluid' }),
  }
  for (const { client } of Object.values(readers)) await client.setLanguage({ body: { language: 'ar' } })
  return { world, readers }
})
type Form = 'woman' | 'man' | 'other'
const forms = ['woman', 'man', 'other'] as const

/** Checks that each text uses its own form of address, and no other. */
function expectForms(texts: Readonly<Record<Form, string>>, words: Readonly<Record<Form, string>>): void {
  for (const form of forms) {
    const found = forms.filter((each) => texts[form].includes(words[each]))
    expect({ text: texts[form], found }).toEqual({ text: texts[form], found: [form] })
  }
}

async function ofEach(read: (reader: Person) => Promise<string>): Promise<Record<Form, string>> {
  const { woman, man, other } = (await started()).readers
  return { woman: await read(woman), man: await read(man), other: await read(other) }
}

async function inArabic(path: string, token: string, init: RequestInit = {}) {
  const { request } = (await started()).world
  const headers = { 'accept-language': 'ar', 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return (await request(`/api/v1${path}`, { ...init, headers })).json()
}

const never = { woman: 'لا ترسلي أبدًا مالًا', man: 'لا ترسل أبدًا مالًا', other: 'لا ينبغي أبدًا إرسال مال' }

let previews: Record<Form, string>
beforeAll(async () => {
  const { world, readers } = await started()
  const [ines, june] = [await world.administrator(), await world.administrator()]
  const sam = await world.dater({ firstName: 'Sam' })
  for (const reader of Object.values(readers)) await write(sam, await world.matched(sam, reader))
  const params = { id: sam.user._id }
  await ines.client.previewFraudWarning({ params, reason: 'They ask for gift cards.' })
  previews = await ofEach(async ({ user }) => {
    const { data } = await ines.client.previewFraudNotice({ params: { ...params, readerId: user._id } })
    return data.notice.text
  })
  const { params: ban } = await banForFraud({ ines, june, sam })
  await settle(world)
  await release(ines, ban)
  await advanceDecisions(world.deps)
}, 120_000)

test('a preview for staff has the form of the member who would get the email', () => expectForms(previews, never))

test('an email commands a woman or a man, and is neutral to others', async () => {
  const { mailsTo } = (await started()).world
  const mails = await ofEach(async ({ email }) => {
    const sent = await until(async () => (await mailsTo(email, 0)).find(({ subject }) => subject.includes('تحذير')))
    return sent.text
  })
  expectForms(mails, never)
})

test('a notification, which is stored before it is written, does so too', async () => {
  const notices = await ofEach(async (reader) => {
    await until(async () => (await told(reader)).length > 0)
    const { data } = await inArabic('/notifications', reader.token)
    return data.notifications.map(({ text }: { text: string }) => text).join('\n')
  })
  expectForms(notices, never)
})

test('an error and a notice of the app do so too', async () => {
  const errors = await ofEach(async ({ token }) => {
    const { message, errors: list } = await inArabic('/auth/email', token, { method: 'POST', body: '{"email":"x"}' })
    expect(list[0].msg).toBe(message)
    return message
  })
  expectForms(errors, { woman: 'أدخلي عنوان', man: 'أدخل عنوان', other: 'يُرجى إدخال عنوان' })
  const notices = await ofEach(async ({ client, token }) => {
    await client.setPrivacy({ body: { hideDistance: true } })
    return (await inArabic('/discovery/preferences', token)).data.notice.text
  })
  expectForms(notices, { woman: 'أنتِ تخفين', man: 'أنت تخفي', other: 'مسافتك مخفية' })
})

test('someone who isn’t signed in is addressed neutrally', async () => {
  const answer = await inArabic('/auth/register', '', { method: 'POST', body: '{"email":"x"}' })
  const problems = answer.errors.map(({ msg }: { msg: string }) => msg)
  expect(problems).toContain('يُرجى إدخال عنوان بريد إلكتروني.')
})
