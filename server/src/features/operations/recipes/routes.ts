import type { recipes } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { exportRecipe, readRecipe, shippedRecipe } from './recipes.ts'

export const recipeHandlers: Handlers<typeof recipes> = {
  exportRecipe: async (context) => ({ data: await exportRecipe(context) }),
  getRecipe: async (_context, { params }) => ({ data: await shippedRecipe(params.name) }),
  readRecipe: async (context, { body }) => ({
    data: { configuration: await readRecipe(context, context.viewer.account.id, body) },
  }),
}
