import type { Configuration, PublicSettings } from '@kindred/contract'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { findContent } from './queries.ts'
import { patternsOf, type Words } from './rules.ts'
import { toConfiguration } from './configuration.ts'

type Reading = { config: Config; db: Db | Tx }

/** Isn't cached, so that all servers agree: reading the row by its key is cheap. */
export const configurationOf = async ({ config, db }: Reading): Promise<Configuration> =>
  toConfiguration(config, (await findContent(db))?.content)

export const brandOf = async (reading: Reading): Promise<string> => (await configurationOf(reading)).brand

let compiled: { lists: string; words: Words } | undefined

/** Compiled patterns take megabytes and rarely change, so they are reused. */
function compiledOnce(lists: Configuration['wordLists']): Words {
  const text = JSON.stringify(lists)
  if (compiled?.lists !== text) compiled = { lists: text, words: patternsOf(lists) }
  return compiled.words
}

/** Cached, so a changed list applies some seconds later. */
export const wordsOf = ({ memory, ...reading }: Reading & Pick<Deps, 'memory'>): Promise<Words> =>
  memory.cache(
    'words',
    async () => compiledOnce((await configurationOf(reading)).wordLists),
    () => true,
  )

/** Cached, so a changed limit applies some seconds later. Null if there is none. */
export const yourTurnLimitOf = ({ memory, ...reading }: Reading & Pick<Deps, 'memory'>): Promise<number | null> =>
  memory.cache(
    'your-turn-limit',
    async () => (await configurationOf(reading)).yourTurnLimit || null,
    () => true,
  )

export async function publicSettings(reading: Reading): Promise<PublicSettings> {
  const { config } = reading
  const { brand, supportEmail, currency, prices, automaticTax, trialDays, yourTurnLimit, figures } =
    await configurationOf(reading)
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
  }
}
