import { type DecisionInput, type ReportDetail, typeOfDetail } from '@kindred/contract'
import type { Deps } from '../deps.ts'
import {
  advanceDecisions,
  createReport,
  decide,
  decideAppeal,
  EVIDENCE_OPENED,
  holdWarning,
  makeAppeal,
  readWarning,
  setStatus,
} from '../features/moderation/index.ts'
import { audit } from '../features/operations/index.ts'
import { showChanged } from '../features/matching/index.ts'
import { saveProfile } from '../features/profiles/index.ts'
import { days, hours, later } from '../infra/clock.ts'
import { transaction } from '../infra/db/db.ts'
import { type Character, named } from './community.ts'
import { asStaff, unitOfWork } from '../work.ts'
import { nth } from './pick.ts'
import { writeTo } from './written.ts'

// Complete cases from the report on, made by the services with the clock set back: reports with sealed evidence, the
// resulting decisions, fraud warnings in each state, and a successful appeal.

type Viewer = Parameters<typeof readWarning>[1]

type Told = { deps: Deps; began: Date; administrator: string; moderator: string; cast: readonly string[] }

const caller = { address: '127.0.0.1', userAgent: '', requestId: 'demo', language: 'en' } as const
const at = ({ deps, began }: Told, ago: number) => ({ ...deps, caller, clock: { now: () => later(began, -ago) } })

async function as({ deps }: Told, id: string): Promise<Viewer> {
  const account = await deps.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const factors = {
    secondFactor: false,
    hasSecondFactor: false,
    hasCode: false,
    hasStaffPasskey: false,
    consents: [],
    termsVersion: null,
  }
  return { account, profile: null, sessionId: '', elevatedAt: null, ...factors }
}

type Reporting = { by: string; ago: number; detail: ReportDetail; description: string }
type About = { userId?: string; messageId?: string; publicId?: string }

const report = async (told: Told, about: About, { by, ago, detail, description }: Reporting): Promise<string> =>
  (
    await createReport(at(told, ago), await as(told, by), {
      ...about,
      detail,
      description,
      problem_type: typeOfDetail[detail],
    })
  )._id

type Deciding = Partial<DecisionInput> & { by: string; ago: number; facts: string }

async function decideOn(told: Told, id: string, { by, ago, ...input }: Deciding): Promise<string> {
  const usual = { kind: 'ban', rule: 6, category: 'scam', fraud: false, subscription: 'keep' } as const
  const { reportId: report } = input
  if (report)
    await unitOfWork(at(told, ago), asStaff(by), (work) =>
      audit(work, { action: EVIDENCE_OPENED, subjectId: id, reason: 'Deciding on the report.', details: { report } }),
    )
  return (await decide(at(told, ago), await as(told, by), id, { ...usual, ...input })).decision._id
}

const describe = (told: Told, id: string, { bio, ago }: { bio: string; ago: number }) =>
  transaction(told.deps.db, (tx) => saveProfile(tx, id, { bio }, at(told, ago).clock.now()))

async function frauds(told: Told): Promise<void> {
  const { deps, administrator, cast } = told
  const [sent, planned, held, ...readers] = [nth(cast, 0), nth(cast, 1), nth(cast, 2), nth(cast, 3), nth(cast, 4)]
  const lines = ['You’re different from everyone here.', 'My card is blocked. Could you send me $300 until Friday?']
  const by = administrator
  for (const [each, since] of [
    [sent, 9],
    [planned, 4],
    [held, 5],
  ] as const)
    for (const reader of readers) await writeTo(deps, each, reader, { at: later(told.began, -days(since)), lines })
  await decideOn(told, sent, { by, ago: days(7), fraud: true, facts: 'Asked two people for money until Friday.' })
  // Effects begin after a minute, and warnings go out after a day.
  await advanceDecisions(at(told, days(6)))
  const facts = 'Asked two people for money. One of them has paid.'
  const id = await decideOn(told, held, { by, ago: hours(20), fraud: true, facts })
  const holding = await as(told, by)
  const { version: ifMatch } = await readWarning(deps, holding, id)
  const asked = { ...at(told, hours(18)), caller: { ...caller, ifMatch } }
  await holdWarning(asked, holding, id, 'The bank is still checking the payment.')
  const { last } = await writeTo(deps, planned, nth(readers, 0), {
    at: later(told.began, -days(2)),
    lines: ['Did it go through? Please hurry.'],
  })
  await describe(told, planned, { bio: 'I invest. Write to me on Telegram, I answer faster there.', ago: days(5) })
  await describe(told, planned, { bio: 'New here.', ago: days(3) })
  const reporting = { by: nth(readers, 0), ago: hours(30), detail: 'scam' } as const
  const reportId = await report(told, { messageId: last }, { ...reporting, description: 'Wants $300 from me.' })
  // The member deletes the content. The report has its own copy.
  const { match_id } = await deps.db
    .updateTable('messages')
    .set({ deleted_at: at(told, hours(29)).clock.now() })
    .where('id', '=', last)
    .returning('match_id')
    .executeTakeFirstOrThrow()
  await transaction(deps.db, (tx) => showChanged(tx, match_id))
  await decideOn(told, planned, { by, ago: hours(6), fraud: true, reportId, facts: 'Asked two people for $300.' })
}

async function removedMessage(told: Told): Promise<void> {
  const [writer, reader] = [nth(told.cast, 5), nth(told.cast, 3)]
  const lines = ['Hi!', 'Why don’t you answer? Everyone like you should be thrown out of this country.']
  const { last: message } = await writeTo(told.deps, writer, reader, { at: later(told.began, -days(4)), lines })
  const reporting = { by: reader, ago: days(3.5), detail: 'hate', description: 'Read the last message.' } as const
  const reportId = await report(told, { messageId: message }, reporting)
  const facts = 'Insulted someone because of where they come from.'
  const input = { kind: 'hide', rule: 3, category: 'hate', hide: { message }, reportId, facts } as const
  await decideOn(told, writer, { by: told.moderator, ago: days(3), ...input })
}

async function overturned(told: Told): Promise<void> {
  const { deps, administrator, moderator, cast } = told
  const [member, reporter] = [nth(cast, 6), nth(cast, 4)]
  await writeTo(deps, member, reporter, { at: later(told.began, -days(14)), lines: ['Is that your real name?'] })
  const reporting = {
    by: reporter,
    ago: days(13),
    detail: 'fake_profile',
    description: 'These aren’t their photos.',
  } as const
  const reportId = await report(told, { userId: member }, reporting)
  const facts = 'The photos seem to be from a magazine.'
  const input = { kind: 'suspend', rule: 1, category: 'fake_profile', days: 30, reportId, facts } as const
  const id = await decideOn(told, member, { by: moderator, ago: days(12), ...input })
  const message = 'I’m a model, and these are my photos. I can send you a selfie.'
  const appeal = await makeAppeal(at(told, days(11)), await as(told, member), { kind: 'decision', id, message })
  const reason = 'The selfie shows the same person. The photos are theirs.'
  const staff = await as(told, administrator)
  await decideAppeal(at(told, days(10)), staff, appeal._id, { outcome: 'overturned', reason })
  await setStatus(at(told, days(10)), staff, reportId, 'rejected', reason)
}

/** Adds urgent reports, which come first in the queue. */
async function urgent(told: Told): Promise<void> {
  const { deps, cast } = told
  const [first, second, by] = [nth(cast, 7), nth(cast, 8), nth(cast, 3)]
  for (const each of [first, second])
    await writeTo(deps, each, by, { at: later(told.began, -days(1)), lines: ['Hello. How was your weekend?'] })
  const picture = await deps.db
    .selectFrom('pictures')
    .select('public_id')
    .where('account_id', '=', first)
    .where('position', '=', 0)
    .executeTakeFirstOrThrow()
  const image = { detail: 'intimate_image', description: 'That’s me in the photo. I never agreed to this.' } as const
  await report(told, { publicId: picture.public_id }, { by, ago: hours(5), ...image })
  const minor = { detail: 'underage', description: 'They told me that they’re still in school.' } as const
  await report(told, { userId: second }, { by, ago: hours(3), ...minor })
}

const CAST = 9
/** Skips handwritten members, and the last ones, who appear in other cases. */
const [AFTER, BEFORE] = [named.length, -6]

/** Does nothing if there are too few people. Picks those with the fewest photos, because each photo has to be drawn. */
export async function addCases(
  told: Omit<Told, 'cast' | 'began'>,
  people: readonly Character[],
  ids: readonly string[],
): Promise<void> {
  const fit = people.flatMap((person, place) =>
    person.state === 'active' && person.verified && person.pictures > 0 && place >= AFTER ? [{ person, place }] : [],
  )
  const cast = fit
    .slice(0, BEFORE)
    .toSorted((a, b) => a.person.pictures - b.person.pictures)
    .slice(0, CAST)
    .map(({ place }) => nth(ids, place))
  if (cast.length < CAST) return
  const whole = { ...told, cast, began: told.deps.clock.now() }
  await overturned(whole)
  await removedMessage(whole)
  await frauds(whole)
  await urgent(whole)
}
