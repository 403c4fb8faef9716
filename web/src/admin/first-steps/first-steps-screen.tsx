import { type FirstStep, firstStepNames, firstSteps } from '@kindred/contract/operations/first-steps'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { errorText } from '../../api/error-text.ts'
import { oneOf } from '../../api/params.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Skeleton, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { hasField, useAfterRefusal } from '../configuration/refusals.ts'
import { sectionBodies } from '../configuration/section-bodies.ts'
import { type SectionId, useSections } from '../configuration/sections.ts'
import { useFocusAfter } from '../configuration/use-item-keys.ts'
import { ChangeList } from '../configuration/lazy-change-list.ts'
import { type Change, type Editing, useConfiguration, versionsQuery } from '../configuration/use-configuration.ts'
import { Team } from './team.tsx'

const RecipeChoice = lazy(() => import('../configuration/recipes.tsx').then((all) => ({ default: all.RecipeChoice })))
const SaveError = lazy(() => import('../configuration/save-error.tsx').then((all) => ({ default: all.SaveError })))

const sections: Record<FirstStep, readonly SectionId[]> = {
  name: ['name'],
  look: ['look'],
  operator: ['operator'],
  admission: ['admission'],
  profile: ['fields'],
  money: ['prices', 'trials'],
  team: [],
}

function useStepWords(): Record<FirstStep, { name: string; lead: string }> {
  const { t } = useLingui()
  return {
    name: {
      name: t`Who it’s for`,
      lead: t`Give your community a name. If one of the recipes is close to it, begin with that one: you can change everything.`,
    },
    look: { name: t`Look`, lead: t`Colors, a logo and a start page that people recognize.` },
    operator: {
      name: t`Who runs it`,
      lead: t`People want to know who they trust with their data, and many laws require it.`,
    },
    admission: { name: t`Who may join`, lead: t`Open to everyone, by invitation, by email address or by application.` },
    profile: { name: t`Profile`, lead: t`What only your community would ask, such as the major or the parish.` },
    money: {
      name: t`Money`,
      lead: t`What Premium costs here. Test payments stay on this server until Stripe is set up.`,
    },
    team: {
      name: t({ message: 'Team', context: 'screen' }),
      lead: t`Reports need answers every day. Don’t do it alone.`,
    },
  }
}

/** The steps with settings that were saved before. */
function useDone(): (step: FirstStep) => boolean {
  const { data: versions = [] } = useQuery(versionsQuery)
  const changed = new Set(versions.flatMap((version) => version.changed))
  return (step) => firstSteps[step].some((setting) => changed.has(setting))
}

/** The guide for a new installation. Each step can be skipped, and the guide can be left and resumed. */
export default function FirstStepsScreen() {
  const { t } = useLingui()
  usePage(t`First steps`)
  const page = useConfiguration()
  const versions = useQuery(versionsQuery)
  // Their answers are what a page shows later, so the guide begins once they are known.
  const { now, draft } = page
  const failed = [now, versions].find(({ isError }) => isError)
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-3">
        <h1>{t`First steps`}</h1>
        <Link className="ms-auto" to={paths.dashboard}>{t`Continue later`}</Link>
      </div>
      <ErrorNote>{failed && errorText(failed.error)}</ErrorNote>
      {!failed && (!draft || versions.isPending) && <Spinner label={t`Loading configuration…`} />}
      {draft && versions.data && <Guide page={{ ...page, draft }} />}
    </>
  )
}

/** After a refused save, the step that needs correction opens, unless the open one does, too. */
function useRefusedSteps(page: Page, open: FirstStep): (step: FirstStep) => boolean {
  const all = useSections()
  const isRefused = (step: FirstStep) =>
    all.some(
      (section) =>
        sections[step].includes(section.id) && page.refused.some((path) => hasField(section, path, page.draft)),
    )
  useAfterRefusal(page, () => {
    const wrong = firstStepNames.find(isRefused)
    if (wrong && !isRefused(open)) void navigate({ to: paths.firstSteps, search: { step: wrong } })
  })
  return isRefused
}

type Page = ReturnType<typeof useConfiguration> & Pick<Editing, 'draft'>

function Guide({ page }: { page: Page }) {
  const { t } = useLingui()
  const words = useStepWords()
  const isDone = useDone()
  const { step: asked } = useSearch<'/first-steps'>()
  const step = oneOf(firstStepNames, asked) ?? firstStepNames.find((each) => !isDone(each)) ?? 'team'
  const at = firstStepNames.indexOf(step)
  const title = useRef<HTMLHeadingElement>(null)
  const isRefused = useRefusedSteps(page, step)
  useEffect(() => {
    if (asked) title.current?.focus()
  }, [asked, step])
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 lg:grid-cols-[13rem_minmax(0,44rem)] lg:items-start">
      <Steps current={step} isDone={isDone} isRefused={isRefused} />
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <div>
          <p className="text-small text-muted">{t`Step ${at + 1} of ${firstStepNames.length}`}</p>
          <h2 ref={title} tabIndex={-1} className="text-[1.25rem] outline-none">
            {words[step].name}
          </h2>
          <p className="text-muted">{words[step].lead}</p>
        </div>
        <div key={`${step} ${page.turn}`} className="grid min-w-0 grid-cols-1 gap-4">
          <StepBody step={step} page={page} />
        </div>
        <Changes page={page} />
        <Foot page={page} at={at} isDone={isDone(step)} />
      </div>
    </div>
  )
}

function StepBody({ step, page }: { step: FirstStep; page: Page }) {
  const { t } = useLingui()
  const { draft, change, problem, load, refused, refusal } = page
  if (step === 'team') return <Team />
  return (
    <Suspense fallback={<Skeleton height="20rem" label={t`Loading configuration…`} />}>
      {sections[step].map((id) => {
        const Section = sectionBodies[id]
        return <Section key={id} {...{ draft, change, problem, load, refused, refusal }} />
      })}
      {step === 'name' && (
        <section className="card grid gap-4">
          <h3>{t`Start from a recipe`}</h3>
          <RecipeChoice draft={draft} load={load} />
        </section>
      )}
    </Suspense>
  )
}

/** Everything that saving changes, which is more than what is on this page after a recipe was chosen. */
function Changes({ page }: { page: Page }) {
  const { t } = useLingui()
  const { changed, draft, forget, now, turn } = page
  const place = useFocusAfter<HTMLElement>(turn)
  if (changed.length === 0 || !now.data) return null
  return (
    <section ref={place} tabIndex={-1} className="card grid gap-4 outline-none" aria-label={t`Unsaved changes`}>
      <h3>{t`Unsaved changes`}</h3>
      <Suspense fallback={null}>
        <ChangeList before={now.data.configuration} after={draft} />
      </Suspense>
      <Button tone="quiet" className="justify-self-start" onClick={forget}>{t`Discard`}</Button>
    </section>
  )
}

type StepsProps = { current: FirstStep } & Record<'isDone' | 'isRefused', (step: FirstStep) => boolean>

function Steps({ current, isDone, isRefused }: StepsProps) {
  const { t } = useLingui()
  const words = useStepWords()
  const list = useRef<HTMLElement>(null)
  // On narrow screens, the steps are a row that is wider than the screen.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <nav
      ref={list}
      aria-label={t`Steps`}
      className="max-lg:overflow-x-auto max-lg:[scrollbar-width:none] lg:sticky lg:top-18"
    >
      <ol className="flex gap-1 lg:grid">
        {firstStepNames.map((step, at) => (
          <li key={step} className="flex-none">
            <Link
              to={paths.firstSteps}
              search={{ step }}
              aria-current={step === current ? 'step' : undefined}
              className={
                'flex min-h-9 items-center gap-3 rounded-md px-2 font-medium text-ink-2 no-underline -outline-offset-2 ' +
                'hover:bg-sunken aria-[current]:bg-sunken aria-[current]:text-ink pointer-coarse:min-h-11'
              }
            >
              <Mark is={isRefused(step) ? 'refused' : isDone(step) ? 'done' : 'open'}>{at + 1}</Mark>
              {words[step].name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const marks = {
  refused: 'bg-danger text-surface',
  done: 'bg-(--positive) text-surface',
  open: 'border border-line-strong',
}

function Mark({ is, children }: { is: keyof typeof marks; children: ReactNode }) {
  const { t } = useLingui()
  const Icon = is === 'refused' ? X : Check
  return (
    <span className={`grid size-6 flex-none place-items-center rounded-full text-caption tabular-nums ${marks[is]}`}>
      {is === 'open' ? (
        children
      ) : (
        <Icon
          size={14}
          strokeWidth={3}
          role="img"
          aria-label={is === 'refused' ? t`Needs correction` : t`Done`}
          aria-hidden={false}
        />
      )}
    </span>
  )
}

/** Saves what was changed, and leads on. The last step ends the guide. */
function Foot({ page, at, isDone }: { page: Page; at: number; isDone: boolean }) {
  const { t } = useLingui()
  const { changed, save } = page
  const isLast = at === firstStepNames.length - 1
  const to = (place: number) => void navigate({ to: paths.firstSteps, search: { step: firstStepNames[place] } })
  const hasChanges = changed.length > 0
  const saveAnd = (next: () => void, more?: Change) =>
    save.mutate(more, {
      onSuccess: () => {
        // It takes the place of “Recipe loaded.”, too.
        if (hasChanges) toast({ text: t`Saved. Your changes are live.` })
        next()
      },
    })
  const finish = () => saveAnd(() => void navigate({ to: paths.dashboard }), { firstSteps: 'done' })
  const goOn = () => (hasChanges ? saveAnd(() => to(at + 1)) : to(at + 1))
  return (
    <div className="sticky bottom-0 -mx-1 grid gap-3 border-t border-line bg-canvas px-1 py-3">
      <Suspense fallback={null}>{save.isError && <SaveError page={page} />}</Suspense>
      <div className="flex flex-wrap items-center gap-3">
        {at > 0 && <Button tone="quiet" onClick={() => to(at - 1)}>{t`Back`}</Button>}
        <Button busy={save.isPending} onClick={isLast ? finish : goOn}>
          {isLast ? t`Finish` : hasChanges ? t`Save and continue` : isDone ? t`Continue` : t`Skip this step`}
        </Button>
      </div>
    </div>
  )
}
