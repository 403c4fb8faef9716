import type { AdmissionState, Application } from '@kindred/contract'
import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Profile, Viewer } from '../../../http/session.ts'
import {
  answersIn,
  type ApplicationRow,
  findAdmissionMessages,
  findApplication,
  findApplications,
  type MessageRow,
  textsFor,
} from '../../identity/index.ts'
import { languageOfAccount } from '../../delivery/index.ts'
import { brandOf, configurationOf } from '../../operations/index.ts'
import { ageOn, findProfiles, storedPictures, toOwnPictures } from '../../profiles/index.ts'
import type { CasePage } from '../cases.ts'
import { toInstant } from '../../../infra/clock.ts'

type Context = Deps & Answering

/** Reads what belongs to several applications at once. */
async function toApplications(context: Context, { sessionId }: Viewer, rows: readonly ApplicationRow[]) {
  const ids = rows.map(({ id }) => id)
  const [profiles, messages, brand, { admission }] = await Promise.all([
    findProfiles(context.db, ids),
    findAdmissionMessages(context.db, ids),
    brandOf(context),
    configurationOf(context),
  ])
  return rows.map((row) =>
    toApplication(context, sessionId, row, {
      profile: profiles.find(({ account_id }) => account_id === row.id),
      messages: messages.filter(({ account_id }) => account_id === row.id),
      brand,
      hasWaitingList: admission?.waitingList !== undefined,
    }),
  )
}

type Parts = { profile: Profile | undefined; messages: readonly MessageRow[]; brand: string; hasWaitingList: boolean }

/** After the decision, the profile is only on the person’s page, as for any member. */
const isDecided = ({ admission }: ApplicationRow): boolean => admission === null || admission === 'declined'

type Shown = Pick<Application, 'bio' | 'age' | 'gender' | 'city' | 'pictures'>

function toProfile(context: Context, sessionId: string, row: ApplicationRow, profile: Profile | undefined): Shown {
  if (isDecided(row)) return { bio: null, age: null, gender: null, city: null, pictures: [] }
  return {
    bio: profile?.bio ?? null,
    age: row.date_of_birth ? ageOn(row.date_of_birth, context.clock.now()) : null,
    gender: row.gender,
    city: profile?.city ?? null,
    pictures: toOwnPictures(context, sessionId, storedPictures(profile), 'staff').map(
      ({ audience: _, review: __, ...picture }) => picture,
    ),
  }
}

function lastDecision(row: ApplicationRow): Application['decision'] {
  const { admission, applied_at: appliedAt, accepted_at: acceptedAt, decided_at: decidedAt } = row
  if (!decidedAt) return null
  if (acceptedAt) return 'accept'
  if (admission === 'asked') return 'ask'
  if (admission === 'waiting') return 'wait'
  if (admission === 'declined') return 'decline'
  // The applicant has answered the question.
  return admission === 'applied' && decidedAt >= appliedAt ? 'ask' : null
}

function toApplication(
  context: Context,
  sessionId: string,
  row: ApplicationRow,
  { profile, messages, brand, hasWaitingList }: Parts,
): Application {
  const language = languageOfAccount(row, context.config)
  return {
    _id: row.id,
    name: row.name,
    version: row.version,
    // A check constraint of the table allows these values only.
    state: row.admission as AdmissionState | null,
    language,
    appliedAt: row.applied_at.toISOString(),
    answers: answersIn(row.answers),
    messages: messages.map((each) => ({
      _id: each.id,
      byStaff: each.by_staff,
      author: each.author ?? '',
      message: each.message,
      at: each.at.toISOString(),
    })),
    ...toProfile(context, sessionId, row, profile),
    invitedBy: row.by_id ? { _id: row.by_id, name: row.by_name ?? '' } : null,
    invitation: row.note,
    decision: lastDecision(row),
    decidedBy: row.decider,
    decidedAt: toInstant(row.decided_at),
    erasedAt: row.admission === 'declined' ? toInstant(row.deletion_due_at) : null,
    texts: textsFor(language, row.gender, {
      brand,
      waits: hasWaitingList && row.admission !== 'region',
    }),
  }
}

export async function listApplications(context: Context, viewer: Viewer, { before, limit, isOpen }: CasePage) {
  const rows = await findApplications(context.db, { before, limit, isOpen })
  const applications = await toApplications(context, viewer, rows.slice(0, limit))
  return { applications, nextBefore: rows.length > limit ? (rows[limit - 1]?.place ?? null) : null }
}

export async function oneApplication(context: Context, viewer: Viewer, id: string): Promise<Application> {
  const row = await findApplication(context.db, id)
  const [application] = row ? await toApplications(context, viewer, [row]) : []
  if (!application) throw new ApiError('not_found', 'We couldn’t find this application.')
  return application
}
