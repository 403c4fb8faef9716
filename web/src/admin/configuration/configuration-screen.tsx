import { useLingui } from '@lingui/react/macro'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { oneOf } from '../../api/params.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote, Skeleton, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { ChangeList } from './lazy-change-list.ts'
import { hasField, type Refused, useAfterRefusal } from './refusals.ts'
import { searchOf, type Section, type SectionId, sectionIds, useGroups, useSections } from './sections.ts'
import { SaveError } from './save-error.tsx'
import { sectionBodies } from './section-bodies.ts'
import { useConfiguration } from './use-configuration.ts'
import { History } from './history.tsx'
import { useFocusAfter } from './use-item-keys.ts'
import { usePartNames } from './part-names.ts'

/** Scrolls a list to its current link, and nothing around it. On narrow screens, the list is a row. */
function showCurrent(list: HTMLElement): void {
  const [frame, link] = [list, list.querySelector('[aria-current]') ?? list].map((each) => each.getBoundingClientRect())
  if (!frame || !link) return
  list.scrollBy({
    left: (link.left + link.right - frame.left - frame.right) / 2,
    top: Math.max(0, link.bottom - frame.bottom) + Math.min(0, link.top - frame.top),
  })
}

type ListProps = { open: SectionId; changed: readonly string[]; isRefused: (section: Section) => boolean }

/** A dot marks sections with unsaved changes, or with settings that the server refused. */
function SectionList({ open, changed, isRefused }: ListProps) {
  const { t } = useLingui()
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    if (list.current) showCurrent(list.current)
  }, [open])
  return (
    <nav
      ref={list}
      className={
        'flex gap-1 max-lg:overflow-x-auto max-lg:[scrollbar-width:none] lg:sticky lg:top-18 lg:grid ' +
        'lg:max-h-[calc(100dvh-8.25rem)] lg:gap-3 lg:overflow-y-auto scroll-shade'
      }
      aria-label={t`Sections`}
    >
      {useGroups().map(({ name, sections }) => (
        <div key={name} className="flex flex-none gap-1 lg:grid lg:gap-0" role="group" aria-label={name}>
          <span className="px-3 pb-1 text-caption text-muted max-lg:hidden" aria-hidden="true">
            {name}
          </span>
          {sections.map((section) => (
            <SectionLink
              key={section.id}
              section={section}
              isOpen={section.id === open}
              isRefused={isRefused(section)}
              isChanged={section.settings.some((setting) => changed.includes(setting))}
            />
          ))}
        </div>
      ))}
    </nav>
  )
}

type LinkProps = { section: Section; isOpen: boolean; isRefused: boolean; isChanged: boolean }

function SectionLink({ section: { id, name }, isOpen, isRefused, isChanged }: LinkProps) {
  const { t } = useLingui()
  return (
    <Link
      to={paths.configuration}
      search={searchOf(id)}
      aria-current={isOpen ? 'page' : undefined}
      className={
        'flex min-h-8 flex-none items-center gap-2 rounded-md px-3 font-medium text-ink-2 no-underline ' +
        '-outline-offset-2 hover:bg-sunken aria-[current]:bg-sunken aria-[current]:text-ink ' +
        'pointer-coarse:min-h-11'
      }
    >
      {name}
      {(isRefused || isChanged) && (
        <span
          className={`ms-auto size-2 flex-none rounded-full ${isRefused ? 'bg-danger' : 'bg-line-strong'}`}
          role="img"
          aria-label={isRefused ? t`Needs correction` : t`Unsaved changes`}
        />
      )}
    </Link>
  )
}

/** After a refused save, the section that needs correction opens, unless the open one does, too. */
function useRefusedSection(open: SectionId, page: Refused, isRefused: (section: Section) => boolean): void {
  const sections = useSections()
  useAfterRefusal(page, () => {
    const wrong = sections.filter(isRefused)
    if (wrong[0] && !wrong.some(({ id }) => id === open))
      void navigate({ to: paths.configuration, search: searchOf(wrong[0].id) })
  })
}

export default function ConfigurationScreen() {
  const { t } = useLingui()
  usePage(t`Configuration`)
  const page = useConfiguration()
  const { now, draft, change, problem } = page
  const open = oneOf(sectionIds, useSearch<'/configuration'>().section) ?? 'name'
  const isRefused = (section: Section) =>
    draft !== undefined && page.refused.some((path) => hasField(section, path, draft))
  useRefusedSection(open, page, isRefused)
  const Body = sectionBodies[open]
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-3">
        <h1>{t`Configuration`}</h1>
        <Link className="ms-auto" to={paths.firstSteps}>{t`First steps`}</Link>
      </div>
      {now.isPending && <Spinner label={t`Loading configuration…`} />}
      <ErrorNote>{now.isError && errorText(now.error)}</ErrorNote>
      {draft && now.data && (
        <div
          className={
            'flex min-w-0 flex-col gap-4 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)_18rem] lg:items-start ' +
            'xl:grid-cols-[12rem_minmax(0,1fr)_20rem]'
          }
        >
          <SectionList open={open} changed={page.changed} isRefused={isRefused} />
          <div key={page.turn} className="grid min-w-0 grid-cols-1 gap-4" inert={page.save.isPending}>
            <Suspense fallback={<Skeleton height="30rem" label={t`Loading configuration…`} />}>
              <Body {...{ draft, change, problem }} load={page.load} refused={page.refused} refusal={page.refusal} />
            </Suspense>
          </div>
          {/* What is unsaved keeps its height. The versions get the rest of the window, and scroll in it. */}
          <div className="contents lg:sticky lg:top-18 lg:flex lg:max-h-[calc(100dvh-8.25rem)] lg:flex-col lg:gap-4">
            <Saving page={page} />
            <History version={now.data.version} onLoad={page.load} />
          </div>
        </div>
      )}
    </>
  )
}

/** Ctrl+S or Cmd+S, which would save the page as a file. */
function useSaveKey(run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const barClass =
  'max-lg:sticky max-lg:bottom-2 max-lg:z-5 max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-center max-lg:gap-3 ' +
  'max-lg:p-3! max-lg:shadow-lg'

type OpenerProps = { isOpen: boolean; names: string; onToggle: () => void }

/** On small screens, shows what has changed, and the field for a reason. */
function Opener({ isOpen, names, onToggle }: OpenerProps) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className={
        'flex min-w-0 items-center gap-2 border-0 bg-transparent p-0 text-start lg:hidden ' +
        (isOpen ? 'col-span-2' : '')
      }
      onClick={onToggle}
    >
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium">{t`Unsaved changes`}</span>
        <span className="truncate text-caption text-muted" dir="auto">
          {names}
        </span>
      </span>
      {isOpen ? <ChevronDown className="icon" size={18} /> : <ChevronUp className="icon" size={18} />}
    </button>
  )
}

function Saving({ page }: { page: ReturnType<typeof useConfiguration> }) {
  const { t } = useLingui()
  const { list } = useFormats()
  const { changed, save, reason, setReason } = page
  const parts: Partial<Record<string, string>> = usePartNames()
  const place = useFocusAfter<HTMLElement>(page.turn)
  const saveChanges = () =>
    save.mutate(undefined, { onSuccess: () => toast({ text: t`Saved. Your changes are live.` }) })
  const discard = () => {
    const undo = page.forget()
    toast({ text: t`Changes discarded.`, undo: { label: t`Undo`, run: undo } })
  }
  const [isOpen, setOpen] = useState(false)
  const hasChanges = changed.length > 0
  useSaveKey(() => hasChanges && !save.isPending && saveChanges())
  const names = list(changed.map((key) => parts[key] ?? key))
  const detailClass = isOpen ? 'max-lg:col-span-2' : 'max-lg:hidden'
  return (
    <section
      // On small screens, the card stays visible, and is one line until it is opened.
      className={`card grid flex-none gap-4 outline-none ${hasChanges ? barClass : ''}`}
      ref={place}
      tabIndex={-1}
      aria-label={t`Unsaved changes`}
    >
      <h2 className={hasChanges ? 'max-lg:sr-only' : ''}>{t`Unsaved changes`}</h2>
      <div className="empty:hidden max-lg:col-span-2">
        <SaveError page={page} />
      </div>
      <p aria-live="polite" className={hasChanges ? 'sr-only' : 'text-muted'}>
        {hasChanges ? names : t`None.`}
      </p>
      {hasChanges && page.now.data && page.draft && (
        <>
          <Opener isOpen={isOpen} names={names} onToggle={() => setOpen(!isOpen)} />
          <div className={`max-h-[min(16rem,30dvh)] overflow-y-auto ${detailClass}`}>
            <Suspense fallback={<Spinner label={t`Loading changes…`} />}>
              <ChangeList before={page.now.data.configuration} after={page.draft} />
            </Suspense>
          </div>
          <div className={detailClass}>
            <TextField
              label={t`Reason`}
              optional={t`(optional)`}
              hint={t`Shown in the version history and the audit log.`}
              maxLength={1000}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </div>
          <div className="flex gap-3 max-lg:gap-2">
            <Button busy={save.isPending} onClick={saveChanges}>{t`Save`}</Button>
            <Button tone="quiet" onClick={discard}>{t`Discard`}</Button>
          </div>
        </>
      )}
    </section>
  )
}
