import {
  ApiError,
  Configuration,
  type configuration,
  type ConfigurationVersion,
  type House,
  invalidField,
  message,
  wordListNames,
} from '@kindred/contract'
import { isDeepStrictEqual } from 'node:util'
import type { Handlers } from '../../../http/mount.ts'
import { assertUsableAge } from './age.ts'
import { configurationOf, followTexts, forgetContent } from './read-configuration.ts'
import { keepRetiredFields } from './retired-fields.ts'
import { keepRetiredQuestions } from './retired-questions.ts'
import { keepRetiredValues } from './retired-values.ts'
import { repliesIn, rulesIn, toVersion, toVersionEntry } from './configuration.ts'
import type { Deps } from '../../../deps.ts'
import type { Answering, Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { type Db, isTaken, type Tx } from '../../../infra/db/db.ts'
import { audit } from '../audit/audit.ts'
import { formatsIn } from '../../../infra/zones.ts'
import { NIL_UUID } from '../../../infra/nil-uuid.ts'
import { newTerms } from '../documents/documents.ts'
import { haveMembersAgreed } from '../documents/queries.ts'
import { assertUsableLook } from '../look/check-look.ts'
import { assertUsableTexts } from '../texts/check-texts.ts'
import { findNewestVersion, findVersion, findVersions, saveVersion } from './queries.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'
import type { Config } from '../../../config.ts'

const currentVersion = async ({
  config,
  db,
  caller,
}: { config: Config; db: Db | Tx } & Answering): Promise<ConfigurationVersion> =>
  toVersion(config, await findNewestVersion(db), caller.language)

async function oneVersion({ config, db, caller }: Deps & Answering, version: number): Promise<ConfigurationVersion> {
  const row = version === 0 ? undefined : await findVersion(db, version)
  if (version > 0 && !row) throw new ApiError('not_found', 'We couldn’t find this version.')
  return toVersion(config, row, caller.language)
}

const listVersions = async ({ db, caller }: Deps & Answering) =>
  (await findVersions(db)).map((row) => ({
    ...toVersionEntry(row, caller.language),
    changed: row.changed,
    changedById: row.changed_by,
  }))

type Key = keyof Configuration

// The schema is strict, so a configuration has these keys and no others.
const configurationKeys = Object.keys(Configuration.shape) as Key[]

const isEqual = <T>(one: T, other: T, key: keyof T) => isDeepStrictEqual(one[key], other[key])

const isShort = (key: Key) =>
  [
    'brand',
    'supportEmail',
    'currency',
    'prices',
    'automaticTax',
    'trialDays',
    'yourTurnLimit',
    'admission',
    'house',
  ].includes(key)

/** The audit log gets the old and new values of short settings, but only the names of changed word lists. */
function difference(before: Configuration, after: Configuration, changed: readonly Key[]) {
  const lists = changed.includes('wordLists')
    ? { lists: wordListNames.filter((name) => !isEqual(before.wordLists, after.wordLists, name)) }
    : {}
  return {
    changed: [...changed],
    ...lists,
    // Prices can't be read without their currency.
    ...(changed.includes('prices') ? { currency: after.currency } : {}),
    ...Object.fromEntries(changed.filter(isShort).map((key) => [key, { before: before[key], after: after[key] }])),
  }
}

const stale = (by: string | null) =>
  new ApiError(
    'conflict',
    message('{name} changed the configuration in the meantime. Please check it and try again.', {
      name: by ?? message('Someone'),
    }),
  )

/** Refuses automatic tax if the gateway can't calculate it, because no one could pay. */
async function assertTaxable(context: Deps, wanted: Configuration): Promise<void> {
  if (!wanted.automaticTax || (await configurationOf(context)).automaticTax) return
  if (await context.payments.calculatesTax()) return
  throw invalidField(
    'configuration.automaticTax',
    message('Automatic tax needs Stripe. Set up Stripe Tax in its dashboard first.'),
  )
}

async function announceNewTerms(
  { tx, now, jobs, caller }: Work<'jobs'> & Answering,
  before: Configuration,
  wanted: Configuration,
  version: number,
): Promise<void> {
  // The days of terms are in UTC.
  const formats = formatsIn('UTC', caller.language, caller.locale)
  const announced = newTerms(before, wanted, { now, hasMembers: await haveMembersAgreed(tx), formats })
  for (const { name, from } of announced) await jobs.add(tx, 'announce-terms', { version, name, from, after: NIL_UUID })
}

/** True if a change of these rules lists or hides members, or moves them. */
const listsOthers = (before: House = {}, wanted: House = {}): boolean =>
  (['photosNeeded', 'verifiedOnly', 'place'] as const).some((rule) => !isEqual(before, wanted, rule))

/** Refuses a change that is based on an older version. Of two concurrent changes, the second is refused. */
async function changeConfiguration(
  context: Deps & { caller: Caller },
  { account: staff }: Viewer,
  sent: Configuration,
  reason: string | null,
): Promise<ConfigurationVersion> {
  await assertTaxable(context, sent)
  const current = await configurationOf(context)
  const { look, texts } = current
  assertUsableAge(context.config, current, sent)
  await assertUsableLook(context, sent, look)
  assertUsableTexts(sent, texts)
  await unitOfWork(context, asStaff(staff.id), async (work) => {
    const { tx, now, config, caller } = work
    const before = await currentVersion({ config, db: tx, caller: work.caller })
    const { ifMatch } = caller
    if (ifMatch !== undefined && ifMatch !== before.version) throw stale(before.changedBy)
    const former = before.configuration
    const kept = keepRetiredQuestions(former, keepRetiredFields(former, sent, now), now)
    const wanted = keepRetiredValues(former, kept, now)
    const changed = configurationKeys.filter((key) => !isEqual(former, wanted, key))
    if (changed.length === 0) return
    const version = before.version + 1
    if (changed.includes('documents')) await announceNewTerms(work, former, wanted, version)
    await saveVersion(tx, version, wanted, { changed, changed_by: staff.id, changed_at: now, reason })
    if (changed.includes('admission') || changed.includes('age')) await work.jobs.add(tx, 'settle-admissions', {})
    if (listsOthers(before.configuration.house, wanted.house)) await work.jobs.add(tx, 'settle-listings', {})
    if (changed.includes('profileValues')) await work.jobs.add(tx, 'settle-values', {})
    await audit(work, {
      action: 'configuration.changed',
      ...(reason ? { reason } : {}),
      details: { version, ...difference(former, wanted, changed) },
    })
  }).catch(async (error: unknown) => {
    throw isTaken(error, 'configurations_pkey') ? stale((await currentVersion(context)).changedBy) : error
  })
  // This process uses it at once.
  forgetContent(context)
  await followTexts(context)
  return currentVersion(context)
}

export const configurationHandlers: Handlers<typeof configuration> = {
  getRules: async (context) => ({
    data: { rules: rulesIn((await configurationOf(context)).rules, context.caller.language) },
  }),
  getImprint: async (context) => ({ data: { operator: (await configurationOf(context)).operator ?? {} } }),
  listCannedReplies: async (context, { query }) => ({
    data: {
      replies: repliesIn((await configurationOf(context)).cannedReplies, query.language, context.caller.language),
    },
  }),
  getConfiguration: async (context) => ({ data: await currentVersion(context) }),
  changeConfiguration: async (context, { body }) => ({
    data: await changeConfiguration(context, context.viewer, body.configuration, body.reason ?? null),
  }),
  listConfigurationVersions: async (context) => ({ data: { versions: await listVersions(context) } }),
  getConfigurationVersion: async (context, { params }) => ({ data: await oneVersion(context, params.version) }),
}
