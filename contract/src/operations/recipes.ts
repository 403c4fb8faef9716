import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf } from '../text.ts'
import { Configuration, settings } from './configuration.ts'
import { LOOK_FILE } from './look-files.ts'
import { RECIPE_FORMAT, recipeNames } from './recipe-names.ts'

const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(4_000_000))

const { operator: _operator, supportEmail: _supportEmail, firstSteps: _firstSteps, ...parts } = settings

/**
 * A whole configuration in one file, without who runs the site. Settings that a recipe doesn't have are as installed,
 * except for the name of the site, which then stays.
 */
export const Recipe = z.strictObject({
  recipe: z.literal(RECIPE_FORMAT),
  configuration: z.partial(z.strictObject(parts)),
  /** The pictures that the look names, in base64. */
  files: z.optional(z.record(z.string().check(z.regex(LOOK_FILE)), base64)),
})
export type Recipe = z.infer<typeof Recipe>

export const recipes = defineRoutes({
  exportRecipe: {
    method: 'GET',
    path: '/admin/recipe',
    access: 'staff:configuration',
    summary: 'Export the configuration as a recipe',
    returns: z.strictObject({ data: Recipe }),
  },
  getRecipe: {
    method: 'GET',
    path: '/admin/recipes/:name',
    access: 'staff:configuration',
    summary: 'Get a recipe that comes with the product',
    params: z.strictObject({ name: z.enum(recipeNames) }),
    returns: z.strictObject({ data: Recipe }),
  },
  readRecipe: {
    method: 'POST',
    path: '/admin/recipe',
    access: 'staff:configuration',
    most: 8192,
    summary: 'Check a recipe, store its pictures, and get the configuration to save',
    body: Recipe,
    returns: dataOf({ configuration: Configuration }),
  },
})
