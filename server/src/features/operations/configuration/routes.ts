import {
  ApiError,
  type configuration,
  type Configuration,
  type ConfigurationVersion,
  message,
  wordListNames,
} from '@kindred/contract'
import { isDeepStrictEqual } from 'node:util'
import type { Handlers } from '../../../http/mount.ts'
import { configurationOf } from './read-configuration.ts'
import { repliesIn, rulesIn, toVersion, toVersionEntry } from './configuration.ts'
import type { Deps } from '../../../deps.ts'
import type { Answering, Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { type Db, isTaken, type Tx } from '../../../infra/db/db.ts'
import { audit } from '../audit/audit.ts'
import { findNewestVersion, findVersion, findVersions, saveVersion } from './queries.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
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

const isEqual = <T>(one: T, other: T, key: keyof T) => isDeepStrictEqual(one[key], other[key])

const isShort = (key: Key) =>
  ['brand', 'supportEmail', 'currency', 'prices', 'automaticTax', 'trialDays', 'yourTurnLimit'].includes(key)

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
  const msg = message('Automatic tax needs Stripe. Set up Stripe Tax in its dashboard first.')
  throw new ApiError('invalid_request', msg, { errors: [{ path: 'configuration.automaticTax', msg }] })
}

/** Refuses a change that is based on an older version. Of two concurrent changes, the second is refused. */
async function changeConfiguration(
  context: Deps & { caller: Caller },
  { account: staff }: Viewer,
  wanted: Configuration,
  reason: string | null,
): Promise<ConfigurationVersion> {
  await assertTaxable(context, wanted)
  await unitOfWork(context, asStaff(staff.id), async (work) => {
    const { tx, now, config, caller } = work
    const before = await currentVersion({ config, db: tx, caller: work.caller })
    const { ifMatch } = caller
    if (ifMatch !== undefined && ifMatch !== before.version) throw stale(before.changedBy)
    // The contract has parsed `wanted` strictly, so it has the keys of a configuration and no others.
    const changed = (Object.keys(wanted) as Key[]).filter((key) => !isEqual(before.configuration, wanted, key))
    if (changed.length === 0) return
    const version = before.version + 1
    await saveVersion(tx, version, wanted, { changed, changed_by: staff.id, changed_at: now, reason })
    await audit(work, {
      action: 'configuration.changed',
      ...(reason ? { reason } : {}),
      details: { version, ...difference(before.configuration, wanted, changed) },
    })
  }).catch(async (error: unknown) => {
    throw isTaken(error, 'configurations_pkey') ? stale((await currentVersion(context)).changedBy) : error
  })
  return currentVersion(context)
}

export const configurationHandlers: Handlers<typeof configuration> = {
  getRules: async (context) => ({
    data: { rules: rulesIn((await configurationOf(context)).rules, context.caller.language) },
  }),
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
