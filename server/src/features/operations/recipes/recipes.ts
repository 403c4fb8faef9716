import {
  type Configuration,
  firstSteps,
  iconFile,
  isLive,
  isLookFile,
  LOOK_PATH,
  type ProfileValues,
  Recipe,
  RECIPE_FORMAT,
  type RecipeName,
  settings,
} from '@kindred/contract'
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { Work } from '../../../work.ts'
import { findNewestNumber, saveVersion } from '../configuration/queries.ts'
import { toConfiguration } from '../configuration/configuration.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { liveFields } from '../configuration/retired-fields.ts'
import { liveQuestions, withFreeIds } from '../configuration/retired-questions.ts'
import { filesOf } from '../look/check-look.ts'
import { lookFileKey } from '../look/routes.ts'
import { storeFiles } from './files.ts'

// Recipes carry a configuration from one installation to another.

type Key = keyof Configuration
const keys = Object.keys(settings) as Key[]

/** Who runs the site, and how far they are with setting it up, never leaves it. */
const isPersonal = (key: Key) => key === 'operator' || key === 'supportEmail' || key === 'firstSteps'

const asInstalled = (config: Config) => toConfiguration(config, undefined)

function liveValues({ prompts, intentions, basics, ...others }: ProfileValues): ProfileValues {
  return {
    ...others,
    ...(prompts ? { prompts: prompts.filter(isLive) } : {}),
    ...(intentions ? { intentions: intentions.filter(isLive) } : {}),
    ...(basics ? { basics: basics.filter(isLive) } : {}),
  }
}

function withoutRetired({ fields, questions, profileValues, ...others }: Configuration): Configuration {
  const live = liveFields(fields ?? [])
  const asked = questions && liveQuestions(questions)
  const isAsked = asked && (asked.ours === false || asked.own.length > 0)
  return {
    ...others,
    ...(live.length > 0 ? { fields: live } : {}),
    ...(isAsked ? { questions: asked } : {}),
    ...(profileValues ? { profileValues: liveValues(profileValues) } : {}),
  }
}

const inTexts = new RegExp(`\\(${LOOK_PATH}/([\\w-]+\\.\\w+)`, 'g')

/** The files of the look, and those that the operator’s texts show. An icon has several. */
function storedFiles({ look, documents }: Configuration): string[] {
  const shown = [...JSON.stringify(documents ?? {}).matchAll(inTexts)].flatMap(([, name]) =>
    name && isLookFile(name) ? [name] : [],
  )
  const names = [...(look ? filesOf(look).map(({ file }) => file) : []), ...shown]
  const all = names.flatMap((name) =>
    name === look?.icon ? [name, iconFile(name, 192), iconFile(name, 180), iconFile(name, 'masked')] : [name],
  )
  return [...new Set(all)]
}

/** The steps of the guide in which nothing was set. Undefined once the guide was left. */
export function firstStepsLeft(config: Config, now: Configuration): number | undefined {
  const installed = asInstalled(config)
  const isOpen = (asked: readonly Key[]) =>
    asked.length > 0 && asked.every((key) => isDeepStrictEqual(now[key], installed[key]))
  return now.firstSteps ? undefined : Object.values(firstSteps).filter(isOpen).length
}

/** What differs from an installation as it comes. */
export async function exportRecipe({ config, db, storage }: Pick<Deps, 'config' | 'db' | 'storage'>): Promise<Recipe> {
  const [now, installed] = [withoutRetired(await configurationOf({ config, db })), asInstalled(config)]
  const own = keys.filter((key) => !isPersonal(key) && !isDeepStrictEqual(now[key], installed[key]))
  const files = await Promise.all(
    storedFiles(now).map(async (name) => {
      const bytes = await storage.get(lookFileKey(name))
      return bytes ? [[name, bytes.toString('base64')] as const] : []
    }),
  )
  return {
    recipe: RECIPE_FORMAT,
    configuration: Object.fromEntries(own.map((key) => [key, now[key]])),
    ...(files.flat().length > 0 ? { files: Object.fromEntries(files.flat()) } : {}),
  }
}

export const shippedRecipe = async (name: RecipeName): Promise<Recipe> =>
  Recipe.parse(JSON.parse(await readFile(new URL(`./shipped/${name}.json`, import.meta.url), 'utf8')))

/** The configuration of a recipe for this site, which keeps its name and who runs it. */
function filledIn(config: Config, now: Configuration, { configuration }: Recipe): Configuration {
  const personal = keys.filter((key) => isPersonal(key) && now[key] !== undefined)
  // The contract has parsed the recipe, and what it leaves out is as installed.
  const own = { brand: now.brand, ...configuration } as Partial<Configuration>
  if (own.questions) own.questions = withFreeIds(own.questions, now.questions)
  return { ...asInstalled(config), ...own, ...Object.fromEntries(personal.map((key) => [key, now[key]])) }
}

/** Stores the pictures, so that the configuration can be looked at and saved like any other change. */
export async function readRecipe(context: Deps, accountId: string, recipe: Recipe): Promise<Configuration> {
  await storeFiles(context, accountId, recipe.files ?? {})
  return filledIn(context.config, await configurationOf(context), recipe)
}

/** Makes a shipped recipe the first version of an installation that has none. */
export async function installRecipe(work: Work<'config'>, name: RecipeName, changedBy: string): Promise<void> {
  const { tx, config, now } = work
  if ((await findNewestNumber(tx)) > 0) return
  const before = asInstalled(config)
  const content = filledIn(config, before, await shippedRecipe(name))
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], content[key]))
  await saveVersion(tx, 1, content, { changed, changed_by: changedBy, changed_at: now, reason: null })
}
