import {
  type AdmissionState,
  ApiError,
  type ApplicationDecision,
  message,
  type MessageDescriptor,
} from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, later } from '../../../infra/clock.ts'
import { write } from '../../../infra/language/write.ts'
import type { Work } from '../../../work.ts'
import { languageOfAccount, queueMail, record } from '../../delivery/index.ts'
import { audit, brandOf } from '../../operations/index.ts'
import { lockAccount, scheduleDeletion } from '../account/queries.ts'
import { letInFromRegion, settleAdmission } from './admission.ts'
import {
  type ApplicationRow,
  findAddressee,
  findApplication,
  keepDeclined,
  saveAdmission,
  saveAdmissionMessage,
  saveDecision,
} from './queries.ts'

// The team's decisions about applications. None is silent: each sends its text to the applicant, who also finds it at
// /admission.

/** A declined applicant can read why, and export their data, until everything is erased. */
const ERASED_AFTER = days(30)

const welcome = (brand: string) => message('Welcome to {brand}. We’re glad you’re here.', { brand })

type Values = {
  brand: string
  /** True if someone who is accepted then waits in their region. */
  waits: boolean
}

const texts: Record<ApplicationDecision, (values: Values) => MessageDescriptor> = {
  accept: ({ waits, brand }) =>
    waits
      ? message(
          'We’d like to have you at {brand}. You’re now on the waiting list for your region: we’ll write as soon as ' +
            'there are enough people for you there.',
          { brand },
        )
      : welcome(brand),
  ask: () => message('Thank you for applying. Before we decide, could you tell us a little more?'),
  wait: () =>
    message(
      'Thank you for applying. We’d like to have you, but we’re full at the moment, so you’re on our waiting list. We’ll ' +
        'write as soon as there’s room.',
    ),
  decline: ({ brand }) =>
    message('Thank you for applying. We’re sorry that we can’t offer you a place at {brand}.', { brand }),
}

/** What the applicant reads after each decision, below the greeting of the email, unless staff change it. */
export const textsFor = (language: Language, gender: string | null, values: Values) => ({
  accept: write(language, texts.accept(values), gender),
  ask: write(language, texts.ask(values), gender),
  wait: write(language, texts.wait(values), gender),
  decline: write(language, texts.decline(values), gender),
})

const subjects: Record<ApplicationDecision, MessageDescriptor> = {
  accept: message('You’re in'),
  ask: message('We have a question about your application'),
  wait: message('You’re on the waiting list'),
  decline: message('We’ve decided about your application'),
}

const actions: Record<ApplicationDecision, string> = {
  accept: 'admission.accepted',
  ask: 'admission.asked',
  wait: 'admission.waiting',
  decline: 'admission.declined',
}

const noApplication = () => new ApiError('not_found', 'We couldn’t find this application.')

function assertDecidable(row: ApplicationRow, ifMatch: number | undefined): void {
  if (ifMatch === undefined) throw new ApiError('invalid_request', 'Send the version that you last saw as If-Match.')
  if (ifMatch !== row.version)
    throw new ApiError('conflict', 'This application has changed in the meantime. Please read it again.')
  if (row.admission === null) throw new ApiError('conflict', 'This person has already been let in.')
  const isLeaving = row.state !== 'active' && row.state !== 'paused' && row.admission !== 'declined'
  if (isLeaving) throw new ApiError('conflict', 'This account is leaving or restricted.')
}

type Context = Pick<Deps, 'config' | 'jobs' | 'keys' | 'bus'> & { caller: Caller }

export async function decideApplication(
  work: Work<keyof Omit<Context, 'caller'>> & { caller: Caller },
  { account: staff }: Viewer,
  id: string,
  { decision, message: text }: { decision: ApplicationDecision; message: string },
): Promise<void> {
  const { tx, now, caller } = work
  await lockAccount(tx, id).catch(() => {
    throw noApplication()
  })
  const row = await findApplication(tx, id)
  if (!row) throw noApplication()
  if (id === staff.id) throw new ApiError('conflict', 'You can’t do this to your own application.')
  assertDecidable(row, caller.ifMatch)
  await keepDeclined(tx, id)
  await saveAdmissionMessage(tx, { account_id: id, author_id: staff.id, by_staff: true, message: text, at: now })
  await saveDecision(tx, id, { by: staff.id, at: now, accepted: decision === 'accept' })
  if (decision !== 'accept')
    await saveAdmission(tx, id, { ask: 'asked', wait: 'waiting', decline: 'declined' }[decision])
  const waits = decision === 'accept' && (await accept(work, id, row.admission)) === 'region'
  if (decision === 'decline') await scheduleDeletion(tx, id, later(now, ERASED_AFTER))
  await tell(work, id, { decision, text, waits })
  await audit(work, { action: actions[decision], subjectId: id })
}

/** Someone who is accepted while waiting in their region is let in at once. */
async function accept(work: Work<'config'>, id: string, before: string | null): Promise<AdmissionState | null> {
  if (before === 'region' && (await letInFromRegion(work, id))) return null
  // Anything but declined, from which nothing leads on.
  await saveAdmission(work.tx, id, 'applied')
  return settleAdmission(work, id)
}

/** Welcomes someone whom the waiting list let in, in their language. */
export async function tellLetIn(work: Work<keyof Omit<Context, 'caller'>>, id: string): Promise<void> {
  const { config, tx } = work
  const person = await findAddressee(tx, id)
  const brand = await brandOf({ config, db: tx })
  const language = languageOfAccount(person, config)
  const text = write(language, welcome(brand), person.gender)
  await tell(work, id, { decision: 'accept', text, waits: false })
}

const ACCEPTED = message('Your application was accepted')

const kinds = {
  accept: 'admission',
  ask: 'admission-asked',
  wait: 'admission-waiting',
  decline: 'admission-declined',
} as const

async function tell(
  work: Work<keyof Omit<Context, 'caller'>>,
  id: string,
  { decision, text, waits }: { decision: ApplicationDecision; text: string; waits: boolean },
): Promise<void> {
  const subject = waits ? ACCEPTED : subjects[decision]
  const erased = decision === 'decline' ? { erasedOn: later(work.now, ERASED_AFTER) } : {}
  await queueMail(work, { to: id, kind: kinds[waits ? 'wait' : decision], details: { subject, text, ...erased } })
  const link = decision === 'accept' && !waits ? '/discover' : '/admission'
  await record(work, { to: id, kind: 'decision', topic: `admission:${id}`, details: { ...subject, link } })
}
