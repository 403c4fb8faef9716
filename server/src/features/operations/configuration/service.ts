import {
  ApiError,
  type Configuration,
  type ConfigurationVersion,
  type PublicSettings,
  type WordListName,
} from '@kindred/contract'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { isTaken, type Db, type Tx } from '../../../infra/db/db.ts'
import { audit } from '../audit/service.ts'
import { defaults } from './defaults.ts'
import * as queries from './queries.ts'
import { patternsOf, type Words } from './rules.ts'
import { asStaff, unitOfWork } from '../../../work.ts'

export { personalData } from './personal-data.ts'

export { patternsOf, type Words } from './rules.ts'
export { defaults } from './defaults.ts'

type Asked = { config: Config; db: Db | Tx }
type Keys = (keyof Configuration)[]

const installed = ({ BRAND_NAME, SUPPORT_EMAIL }: Config): Configuration => ({
  brand: BRAND_NAME,
  supportEmail: SUPPORT_EMAIL,
  ...defaults,
})

/** What a version does not know yet is as it was installed. */
const whole = (config: Config, content: unknown): Configuration => ({
  ...installed(config),
  ...(content as Partial<Configuration>),
})

/** What holds now. One row by its key: nothing is kept in a process, so that all of them say the same. */
export const configurationOf = async ({ config, db }: Asked): Promise<Configuration> =>
  whole(config, (await queries.content(db))?.content)

export const brandOf = async (asked: Asked): Promise<string> => (await configurationOf(asked)).brand

/** What the rules look for, made ready; a changed list counts within five seconds. */
export const wordsOf = ({ memory, ...asked }: Asked & Pick<Deps, 'memory'>): Promise<Words> =>
  memory.cache(
    'words',
    async () => patternsOf((await configurationOf(asked)).wordLists),
    () => true,
  )

/** What anybody may know of this installation. */
export async function publicSettings(asked: Asked): Promise<PublicSettings> {
  const { config } = asked
  const { brand, supportEmail, prices, trialDays } = await configurationOf(asked)
  return {
    brand,
    supportEmail,
    prices,
    trialDays,
    demo: config.DEMO > 0,
    development: !config.production,
    googleClientId: config.GOOGLE_CLIENT_ID ?? null,
    facebookAppId: config.FACEBOOK_APP_ID ?? null,
    stripePublishableKey: config.STRIPE_PUBLISHABLE_KEY ?? null,
    passkeyHost: config.passkeyHost,
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof queries.newest>>>

const toldChange = (row: Row | undefined) => ({
  version: row?.version ?? 0,
  changedBy: row ? `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() || 'Deleted member' : null,
  changedAt: row?.changed_at.toISOString() ?? null,
  reason: row?.reason ?? null,
})

const told = (config: Config, row: Row | undefined): ConfigurationVersion => ({
  ...toldChange(row),
  configuration: whole(config, row?.content),
})

export const current = async ({ config, db }: Asked): Promise<ConfigurationVersion> =>
  told(config, await queries.newest(db))

export async function oneVersion({ config, db }: Deps, version: number): Promise<ConfigurationVersion> {
  const row = version === 0 ? undefined : await queries.byVersion(db, version)
  if (version > 0 && !row) throw new ApiError('not_found', 'There is no such version.')
  return told(config, row)
}

export const versions = async ({ db }: Deps) =>
  (await queries.list(db)).map((row) => ({
    ...toldChange(row),
    changed: row.changed,
    changedById: row.changed_by,
  }))

/** Short values stand in the log as they were and are; of lists, which of them changed. */
function difference(before: Configuration, after: Configuration, changed: Keys) {
  const plain = (key: keyof Configuration) => ['brand', 'supportEmail', 'prices', 'trialDays'].includes(key)
  const lists = changed.includes('wordLists')
    ? {
        lists: (Object.keys(after.wordLists) as WordListName[]).filter(
          (name) => !same(before.wordLists, after.wordLists, name),
        ),
      }
    : {}
  return {
    changed,
    ...lists,
    ...Object.fromEntries(changed.filter(plain).map((key) => [key, { before: before[key], after: after[key] }])),
  }
}

const same = <T>(one: T, other: T, key: keyof T) => isDeepStrictEqual(one[key], other[key])

/** A version on top of the one that was seen: of two who change at once, one is told. */
export async function change(
  context: Deps & { caller: Caller },
  { account: staff }: Viewer,
  wanted: Configuration,
  reason: string | null,
): Promise<ConfigurationVersion> {
  const stale = (by: string | null) =>
    new ApiError('conflict', `${by ?? 'Somebody'} has changed the configuration in the meantime. Please look again.`)
  await unitOfWork(context, asStaff(staff.id), async (work) => {
    const { tx, now, config, caller } = work
    const before = await current({ config, db: tx })
    const { ifMatch } = caller
    if (ifMatch !== undefined && ifMatch !== before.version) throw stale(before.changedBy)
    const changed = (Object.keys(wanted) as Keys).filter((key) => !same(before.configuration, wanted, key))
    if (changed.length === 0) return
    const version = before.version + 1
    await queries.add(tx, version, wanted, { changed, changed_by: staff.id, changed_at: now, reason })
    await audit(work, {
      action: 'configuration.changed',
      ...(reason ? { reason } : {}),
      details: { version, ...difference(before.configuration, wanted, changed) },
    })
  }).catch(async (error: unknown) => {
    throw isTaken(error, 'configurations_pkey') ? stale((await current(context)).changedBy) : error
  })
  return current(context)
}
