import {
  type Admission,
  type Age,
  ApiError,
  type Configuration,
  type House,
  houseDefaults,
  type HouseFeature,
  type ProfileField,
  type ProfileValues,
  type PublicSettings,
  type QuestionBank,
  type Texts,
} from '@kindred/contract'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import {
  applyTexts,
  fallbackLanguage,
  offeredLanguages,
  replacementVersions,
} from '../../../infra/language/own-texts.ts'
import { findContent, findNewestNumber } from './queries.ts'
import { liveFields } from './retired-fields.ts'
import { patternsOf, type Words } from './rules.ts'
import { toConfiguration } from './configuration.ts'
import { dayOf, publicDocuments, requiredTerms } from '../documents/documents.ts'
import { toPublicLook } from '../look/public-look.ts'

type Reading = { config: Config; db: Db | Tx }

type Content = Partial<Configuration> | undefined
type Known = { version: number; content: Content }
const newest = new WeakMap<object, Known>()

/**
 * Versions never change, so only the number of the newest one is read each time, and all servers agree. A process
 * remembers the content by its configuration, or by its database.
 */
async function contentOf(db: Db | Tx, owner: object = db): Promise<Content> {
  const version = await findNewestNumber(db)
  const known = newest.get(owner)
  if (known?.version === version) return known.content
  // Only configurations that the contract has parsed are stored.
  const content = version === 0 ? undefined : ((await findContent(db, version)) as Content)
  newest.set(owner, { version, content })
  return content
}

export async function configurationOf({ config, db }: Reading): Promise<Configuration> {
  const content = await contentOf(db, config)
  applyTexts(content?.texts)
  return toConfiguration(config, content)
}

type Cached = Reading & Pick<Deps, 'memory'>
const CACHED = 'configuration'

/**
 * The newest content some seconds late, for the busiest calls, or at once in the process that saved it. Also applies
 * the texts.
 */
const contentSoon = ({ memory, config, db }: Cached): Promise<Content> =>
  memory.cache(CACHED, async () => {
    const content = await contentOf(db, config)
    applyTexts(content?.texts)
    return content
  })
export const forgetContent = ({ memory }: Pick<Deps, 'memory'>): void => memory.forget(CACHED)

/** Lets this process write changed texts, whichever server saved them. */
export const followTexts = async (reading: Cached): Promise<void> => void (await contentSoon(reading))

export const brandOf = async (reading: Reading): Promise<string> => (await configurationOf(reading)).brand

let compiled: { lists: Configuration['wordLists']; words: Words } | undefined

/** Compiled patterns take megabytes and rarely change, so they are reused. */
function compiledOnce(lists: Configuration['wordLists']): Words {
  if (compiled?.lists !== lists) compiled = { lists, words: patternsOf(lists) }
  return compiled.words
}

export const wordsOf = async (reading: Cached): Promise<Words> =>
  compiledOnce(toConfiguration(reading.config, await contentSoon(reading)).wordLists)

/** Null if there is none. */
export const yourTurnLimitOf = async (reading: Cached): Promise<number | null> =>
  toConfiguration(reading.config, await contentSoon(reading)).yourTurnLimit || null

export const houseOf = async (reading: Cached): Promise<House> => (await contentSoon(reading))?.house ?? {}

export const ageRulesSoon = async (reading: Cached): Promise<Age | undefined> => (await contentSoon(reading))?.age

/** Refuses what is turned off. */
export async function assertOn(reading: Cached, feature: HouseFeature): Promise<void> {
  if (!{ ...houseDefaults, ...(await houseOf(reading)) }[feature])
    throw new ApiError('turned_off', 'This isn’t available here.')
}

type Now = Pick<Deps, 'clock'>

/** Includes retired fields. */
export const configuredFields = async (db: Db | Tx): Promise<ProfileField[]> => (await contentOf(db))?.fields ?? []

/** Includes retired values. */
export const profileValuesIn = async (db: Db | Tx): Promise<ProfileValues | undefined> =>
  (await contentOf(db))?.profileValues

export const profileValuesOf = async (reading: Cached): Promise<ProfileValues | undefined> =>
  (await contentSoon(reading))?.profileValues

/** The fields that aren’t retired, and the values. */
export async function profileSettingsIn(db: Db | Tx) {
  const { fields = [], profileValues } = (await contentOf(db)) ?? {}
  return { fields: liveFields(fields), values: profileValues }
}

/** The fields that aren’t retired, without retired options. */
export const fieldsIn = async (db: Db | Tx): Promise<ProfileField[]> => liveFields(await configuredFields(db))

export const fieldsOf = async (reading: Cached): Promise<ProfileField[]> =>
  liveFields((await contentSoon(reading))?.fields ?? [])

/** Includes retired questions. Undefined if the operator has set nothing. */
export const configuredQuestions = async (db: Db | Tx): Promise<QuestionBank | undefined> =>
  (await contentOf(db))?.questions

export const configuredQuestionsSoon = async (reading: Cached): Promise<QuestionBank | undefined> =>
  (await contentSoon(reading))?.questions

/** The version of the terms that members have to have agreed to. */
export const requiredTermsOf = async ({ clock, ...reading }: Reading & Now): Promise<string> =>
  requiredTerms((await configurationOf(reading)).documents, dayOf(clock.now()))

export const requiredTermsSoon = async ({ clock, ...reading }: Cached & Now): Promise<string> =>
  requiredTerms((await contentSoon(reading))?.documents, dayOf(clock.now()))

const publicAdmission = ({ join, domains, memberCodes, application, waitingList }: Admission) => ({
  join,
  ...(domains ? { domains } : {}),
  ...(memberCodes ? { memberCodes } : {}),
  ...(application ? { application: true } : {}),
  ...(waitingList ? { waitingList: true } : {}),
})

const publicTexts = ({ languages }: Texts, { DEFAULT_LANGUAGE }: Config): PublicSettings['texts'] => {
  const replaced = replacementVersions()
  return {
    ...(languages ? { languages: [...offeredLanguages()] } : {}),
    default: fallbackLanguage(DEFAULT_LANGUAGE),
    ...(replaced.size > 0 ? { replaced: Object.fromEntries(replaced) } : {}),
  }
}

export async function publicSettings(reading: Reading & Now): Promise<PublicSettings> {
  const { config, clock } = reading
  const {
    brand,
    supportEmail,
    currency,
    prices,
    automaticTax,
    trialDays,
    yourTurnLimit,
    figures,
    operator,
    admission,
    house,
    profileValues,
    ...others
  } = await configurationOf(reading)
  const documents = publicDocuments(others.documents, dayOf(clock.now()))
  const publicLook = toPublicLook({ look: others.look })
  return {
    brand,
    supportEmail,
    currency,
    prices,
    automaticTax: automaticTax && config.STRIPE_SECRET_KEY !== undefined,
    trialDays,
    yourTurnLimit,
    figures: figures.map(({ translations, ...figure }) => ({ ...translations, ...figure })),
    demo: config.DEMO > 0,
    development: !config.production,
    googleClientId: config.GOOGLE_CLIENT_ID ?? null,
    facebookAppId: config.FACEBOOK_APP_ID ?? null,
    stripePublishableKey: config.STRIPE_PUBLISHABLE_KEY ?? null,
    passkeyHost: config.passkeyHost,
    relays: Boolean(config.TURN_URLS && config.TURN_SECRET),
    publicTransparency: config.PUBLIC_TRANSPARENCY === 'on',
    ...(operator?.name ? { imprint: true } : {}),
    ...(documents ? { documents } : {}),
    ...(publicLook ? { look: publicLook } : {}),
    ...(admission ? { admission: publicAdmission(admission) } : {}),
    ...(others.age && others.age.when.length > 0 ? { age: others.age.when } : {}),
    ...(others.texts ? { texts: publicTexts(others.texts, config) } : {}),
    ...(house ? { house } : {}),
    ...(profileValues ? { profileValues: true } : {}),
  }
}
