import { callsOf } from '@kindred/contract/calls'
import { type Recipe, recipes } from '@kindred/contract/operations/recipes'
import { RECIPE_FORMAT, type RecipeName, recipeNames } from '@kindred/contract/operations/recipe-names'
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { errorText } from '../../api/error-text.ts'
import { CallFailed, isObject } from '../../api/failure.ts'
import { send } from '../../api/send.ts'
import { AnswerTile } from '../../ui/choice-tile.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'
import type { Editing, Loading } from './use-configuration.ts'
import { usePathName } from './words.ts'

const calls = callsOf(recipes, send)

type Choice = RecipeName | File

const named = ({ configuration: { brand } }: Recipe) => (brand === undefined ? {} : { brand })

/** A file that isn’t a recipe, or one of another version. */
class UnreadableRecipe extends Error {
  readonly isRecipe: boolean
  constructor(isRecipe: boolean) {
    super()
    this.isRecipe = isRecipe
  }
}

async function recipeIn(file: File): Promise<Recipe> {
  let value: unknown
  try {
    value = JSON.parse(await file.text())
  } catch {
    // Not JSON.
  }
  // The server says what is wrong inside a recipe. Here, it only has to be one.
  if (isObject(value) && value['recipe'] === RECIPE_FORMAT) return value as Recipe
  throw new UnreadableRecipe(isObject(value) && 'recipe' in value)
}

const recipeOf = async (choice: Choice): Promise<Recipe> =>
  typeof choice === 'string' ? (await calls.getRecipe({ params: { name: choice } })).data : recipeIn(choice)

type Part = Pick<Editing, 'draft'> & Loading

/** Loads a recipe into the form, to be compared and saved like any other change. */
function useRecipe({ draft, load }: Part) {
  const { t } = useLingui()
  return useMutation({
    mutationFn: async (choice: Choice) => {
      const recipe = await recipeOf(choice)
      const { configuration } = (await calls.readRecipe({ body: recipe })).data
      const { brand, supportEmail, operator } = draft
      // What was entered about this site, but not saved yet, stays.
      return { ...configuration, brand, supportEmail, ...(operator ? { operator } : {}), ...named(recipe) }
    },
    onSuccess: (configuration) => {
      load(configuration)
      toast({ text: t`Recipe loaded. Review it, then save to apply it.` })
    },
  })
}

function useRecipeWords(): Record<RecipeName, { name: string; about: string }> {
  const { t } = useLingui()
  return {
    town: {
      name: t({ message: 'Town', context: 'recipe' }),
      about: t`One town and the villages around it: people invite each other, and profiles are about neighborhoods and clubs.`,
    },
    campus: {
      name: t({ message: 'Campus', context: 'recipe' }),
      about: t`A university: people join with a campus email address, and find each other by faculty and stage.`,
    },
    'over-sixty': {
      name: t({ message: 'Over sixty', context: 'recipe' }),
      about: t`Companionship, travel or love later in life: calm words, and questions about family and everyday life.`,
    },
    'queer-city': {
      name: t({ message: 'Queer city', context: 'recipe' }),
      about: t`A city’s queer community: orientation, pronouns and what people look for, seen only by those they choose.`,
    },
    faith: {
      name: t({ message: 'Faith', context: 'recipe' }),
      about: t`A congregation or a diaspora: people apply, and may say what they believe to those who could match.`,
    },
  }
}

/** The recipes that come with the product, and one from a file. */
export function RecipeChoice(part: Part) {
  const { t } = useLingui()
  const words = useRecipeWords()
  const use = useRecipe(part)
  const nameOf = usePathName()
  const refused = (use.error instanceof CallFailed ? use.error.problems : []).map(({ path, msg: problem }) => {
    const part = nameOf(path)
    return t`${part}: ${problem}`
  })
  const problemWith = (error: Error) => {
    if (!(error instanceof UnreadableRecipe)) return errorText(error)
    return error.isRecipe ? t`This file isn’t a recipe of this version.` : t`This file isn’t a recipe.`
  }
  return (
    <div className="grid gap-3">
      <ul className="grid gap-2" aria-label={t`Recipes`}>
        {recipeNames.map((name) => (
          <li key={name}>
            <AnswerTile
              label={words[name].name}
              hint={words[name].about}
              disabled={use.isPending}
              onClick={() => use.mutate(name)}
            />
          </li>
        ))}
      </ul>
      <FileButton
        label={t`Open a recipe file`}
        accept=".json,application/json"
        busy={use.isPending}
        onFile={(file) => use.mutate(file)}
      />
      <ErrorNote>{use.isError && (refused[0] ?? problemWith(use.error))}</ErrorNote>
      {refused.length > 1 && (
        <ul className="text-small wrap-anywhere">
          {refused.slice(1).map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Takes a whole configuration from one site to another. */
export function Recipes({ draft, load }: Editing & Loading) {
  const { t } = useLingui()
  const save = useMutation({
    mutationFn: () => calls.exportRecipe(),
    onSuccess: ({ data }) => {
      const name =
        draft.brand
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, '-')
          .replace(/^-|-$/g, '') || 'community'
      saveFile(new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }), `${name}.recipe.json`)
    },
  })
  return (
    <>
      <section className="card grid gap-4">
        <h2>{t`Start from a recipe`}</h2>
        <p className="text-muted">
          {t`A recipe is a whole configuration in one file. It replaces everything here except who runs the site, and nothing changes until you save.`}
        </p>
        <RecipeChoice draft={draft} load={load} />
      </section>
      <section className="card grid gap-4">
        <h2>{t`Export your configuration`}</h2>
        <p className="text-muted">
          {t`The file has everything that was saved here, with its logo and icons, but nothing about people or who runs the site.`}
        </p>
        <Button tone="quiet" className="justify-self-start" busy={save.isPending} onClick={() => save.mutate()}>
          {!save.isPending && <Download size={16} />}
          {t`Export as a recipe`}
        </Button>
        <ErrorNote>{save.isError && errorText(save.error)}</ErrorNote>
      </section>
    </>
  )
}
