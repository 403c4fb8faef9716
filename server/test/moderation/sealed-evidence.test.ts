import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { copyOf, copyOfVoice } from '../../src/features/moderation/evidence/evidence.ts'
import { verifyEvidence } from '../../src/features/moderation/evidence/read-evidence.ts'
import { startWorld, type World } from '../world.ts'
import type { Link } from '../../src/features/moderation/evidence/queries.ts'

// Evidence outlives the release that sealed it, so today's code must read every version that was ever written.

const reason = 'Report 12 says so.'
type Row = Record<string, string | number | null>
type Fixture = { evidence: Row & { id: string; report_id: string }; content: Row & { content: string } }

/** Evidence in the format that releases with this version stored. */
const fixture = (version: number): Fixture =>
  JSON.parse(readFileSync(new URL(`sealed-evidence-${version}.json`, import.meta.url), 'utf8'))

/** Inserts the rows unchanged, with the report they belong to. */
async function restored(world: World, { evidence, content }: Fixture) {
  await world.query(`
    insert into evidence select * from json_populate_record(null::evidence, '${JSON.stringify(evidence)}');
    insert into evidence_contents
      select * from json_populate_record(null::evidence_contents, $json$${JSON.stringify(content)}$json$);
    insert into reports (id, problem_type, description, priority, priority_rank, created_at, updated_at, clocks_from,
      first_due_at, resolve_due_at)
      values ('${evidence.report_id}', 'Harassment', 'Again and again.', 'high', 1, now(), now(), now(), now(), now())`)
  const { pictures } = JSON.parse(content.content) as { pictures: { publicId: string; sha256: string | null }[] }
  const photo = pictures.find(({ sha256 }) => sha256 !== null)!.publicId
  await world.deps.storage.put(copyOf(evidence.id, photo), Buffer.from('a photo of Ben'))
  await world.deps.storage.put(copyOfVoice(evidence.id, 'b'.repeat(32)), Buffer.from('a recording of Ben'))
  return { id: evidence.report_id, photo }
}

test.each([1])('staff read what was sealed in version %i, and its seal holds', async (version) => {
  const world = await startWorld()
  const ines = await world.administrator()
  const { id, photo } = await restored(world, fixture(version))
  const { content, now } = (await ines.client.getReportEvidence({ params: { id }, reason })).data.evidence
  expect(now).toBeNull()
  expect(content.profile).toMatchObject({
    firstName: 'Ben',
    bio: 'Sends gold from Ghana.',
    intention: 'long-term',
    prompts: [{ question: 'My simple pleasures', answer: 'Gold.' }],
    interests: ['cooking', 'chess'],
    languages: ['English', 'Twi'],
    basics: { height: 181, children: 'not-sure', smoking: 'never', diet: 'vegan', work: 'Miner' },
  })
  expect(content.messages).toMatchObject([
    { text: 'Do you like gold?', from: 'note', deletedAt: expect.any(String) },
    { text: 'Send money, my dear.', by: 'reported', isReported: true },
    { text: 'Please.', isReported: false },
  ])
  expect(content.messages.map(({ earlier }) => earlier)).toEqual([
    undefined,
    ['Send gold, or else.', 'Send gold.'],
    undefined,
  ])
  expect(content.earlier).toMatchObject([{ place: 'bio', text: 'Call me on Telegram.' }])
  expect(content.pictures.map(({ alt }) => alt)).toEqual([undefined, 'Ben with a bar of gold'])
  expect(content.voices).toMatchObject([{ question: 'laugh', text: 'Gold makes me laugh.' }])
  const { picture } = (await ines.client.getEvidencePicture({ params: { id, publicId: photo }, reason })).data
  expect(Buffer.from(picture.split(',')[1]!, 'base64').toString()).toBe('a photo of Ben')
  expect(await verifyEvidence(world.deps)).toMatchObject({ checked: 1, copies: 2, problem: null })
})

test('a field that profiles have tomorrow changes nothing about a report and its evidence', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const ben = await world.dater({ firstName: 'Ben' })
  await world.query(`alter table profiles add column pronouns text;
    update profiles set pronouns = 'they', basics = basics || '{"pronouns": "they", "diet": "raw"}',
      prompts = '[{"question": "Mornings", "answer": "Coffee.", "key": "mornings"}]'
    where account_id = '${ben.user._id}'`)
  const body = { problem_type: 'Harassment', description: 'Writes again and again.', userId: ben.user._id } as const
  const { _id: id } = (await ada.client.createReport({ body })).data.report
  const { content, now } = (await ines.client.getReportEvidence({ params: { id }, reason })).data.evidence
  expect(content.profile).toMatchObject({
    basics: { diet: 'raw' },
    prompts: [{ question: 'Mornings', answer: 'Coffee.' }],
  })
  expect(now?.profile).toEqual(content.profile)
  const { rows } = await world.query('select content from evidence_contents')
  expect((rows as Pick<Link, 'content'>[])[0]!.content).toMatch(/^\{"version":1,/)
  expect((rows as Pick<Link, 'content'>[])[0]!.content).not.toContain('pronouns')
})

test('evidence of a version after this one is said to be so, and is never read by halves', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const { evidence, content } = fixture(1)
  const newer = { ...content, content: content.content.replace('"version":1', '"version":1000') }
  const { id } = await restored(world, { evidence, content: newer })
  await expect(ines.client.getReportEvidence({ params: { id }, reason })).rejects.toMatchObject({
    status: 503,
    message: 'A newer version of Kindred sealed this evidence. Please update.',
  })
})
