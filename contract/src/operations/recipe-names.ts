/** The shipped recipes, each for another kind of community. */
export const recipeNames = ['town', 'campus', 'over-sixty', 'queer-city', 'faith'] as const
export type RecipeName = (typeof recipeNames)[number]

/** The version of the format of a recipe. */
export const RECIPE_FORMAT = 1
