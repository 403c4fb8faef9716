import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import type { Language } from '@kindred/contract/languages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { oneOf } from '../../api/params.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Names, Prices, Trials, YourTurn } from './general.tsx'
import { Replies, Rules } from './texts.tsx'
import { searchOf, type SectionId, sectionIds, useSections } from './sections.ts'
import { type Draft, type Editing, useConfiguration, versionsQuery } from './use-configuration.ts'
import { WordLists } from './word-lists.tsx'
import { usePartNames } from './words.ts'
import { SortableList } from './sortable-list.tsx'
import { TextLanguage, withTranslation, writtenIn } from './translations.tsx'
import { backOffice } from '../../api/staff-client.ts'
import { Byline } from '../../ui/user-text.tsx'

/** All versions. Restoring one loads it into the form, to be reviewed and saved as a new version. */
function History({ version, onLoad }: { version: number; onLoad: (draft: Draft) => void }) {
  const { t } = useLingui()
  const formats = useFormats()
  const parts: Partial<Record<string, string>> = usePartNames()
  const { data: versions = [] } = useQuery(versionsQuery)
  const load = useMutation({
    mutationFn: (wanted: number) => backOffice.getConfigurationVersion({ params: { version: String(wanted) } }),
    onSuccess: ({ data }) => {
      onLoad(data.configuration)
      toast({ text: t`Version ${data.version} loaded. Save to restore it.` })
    },
    onError: (error) => toast({ text: errorText(error), bad: true }),
  })
  const all = [...versions, { version: 0, changedAt: null, changedBy: null, reason: null, changed: [] }]
  return (
    <section className="card grid content-start gap-3">
      <h2>{t`Versions`}</h2>
      <ol className="grid gap-4">
        {all.map((each) => (
          <li key={each.version} className="grid justify-items-start gap-1 border-t border-line pt-3">
            <p>
              <b>{each.version === 0 ? t`Original settings` : t`Version ${each.version}`}</b>
              {each.changedAt && (
                <span className="text-muted">
                  {' '}
                  <Byline by={each.changedBy ?? ''} when={formats.dayAndTime(each.changedAt)} />
                </span>
              )}
            </p>
            {each.changed.length > 0 && (
              <p className="text-small">{formats.list(each.changed.map((key) => parts[key] ?? key))}</p>
            )}
            {each.reason && (
              <p className="text-small text-muted" dir="auto">
                {each.reason}
              </p>
            )}
            {each.version === version ? (
              <span className="text-small text-muted">{t`Current`}</span>
            ) : (
              <Button
                tone="quiet"
                size="sm"
                aria-label={t`Load version ${each.version}`}
                onClick={() => load.mutate(each.version)}
              >
                {t`Load`}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The statistics on /home. */
function Stats({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  const [language, setLanguage] = useState<Language>('en')
  return (
    <SortableList
      title={t`Marketing stats`}
      lead={t`Shown on /home in this order. Remove all of them to show none.`}
      before={<TextLanguage value={language} onChange={setLanguage} />}
      items={draft.figures}
      nameOf={({ value, label }) => `${value} ${label}`.trim() || t({ message: 'New figure', context: 'marketing' })}
      fresh={{ value: '', label: '' }}
      add={t`Add a figure`}
      max={language === 'en' ? 8 : 0}
      onChange={(figures) => change({ figures })}
    >
      {({ value, label, translations }, at, edit) =>
        language === 'en' ? (
          <div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <TextField
              label={t({ message: 'Figure', context: 'marketing' })}
              maxLength={12}
              value={value}
              error={problem(`figures.${at}.value`)}
              onChange={({ target }) => edit({ value: target.value })}
            />
            <TextField
              label={t({ message: 'Label', context: 'marketing' })}
              maxLength={40}
              value={label}
              error={problem(`figures.${at}.label`)}
              onChange={({ target }) => edit({ label: target.value })}
            />
          </div>
        ) : (
          <TextField
            label={t({ message: 'Label', context: 'marketing' })}
            hint={label}
            maxLength={40}
            {...writtenIn(language)}
            value={translations?.[language] ?? ''}
            error={problem(`figures.${at}.translations.${language}`)}
            onChange={({ target }) =>
              edit({ translations: withTranslation(translations, language, target.value || undefined) })
            }
          />
        )
      }
    </SortableList>
  )
}

const bodies: Record<SectionId, ComponentType<Editing>> = {
  name: Names,
  prices: Prices,
  trials: Trials,
  turn: YourTurn,
  stats: Stats,
  rules: Rules,
  replies: Replies,
  words: WordLists,
}

type ListProps = { open: SectionId; changed: readonly string[]; refused: readonly string[] }

/** A dot marks sections with unsaved changes, or with settings that the server refused. */
function SectionList({ open, changed, refused }: ListProps) {
  const { t } = useLingui()
  return (
    <nav
      className="flex gap-1 max-lg:overflow-x-auto max-lg:[scrollbar-width:none] lg:sticky lg:top-18 lg:grid"
      aria-label={t`Sections`}
    >
      {useSections().map(({ id, name, settings }) => {
        const isRefused = settings.some((setting) => refused.includes(setting))
        const isChanged = settings.some((setting) => changed.includes(setting))
        return (
          <Link
            key={id}
            to={paths.configuration}
            search={searchOf(id)}
            aria-current={id === open ? 'page' : undefined}
            className={
              'flex min-h-9 flex-none items-center gap-2 rounded-md px-3 font-medium text-ink-2 no-underline ' +
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
      })}
    </nav>
  )
}

/** After a refused save, the section that needs correction opens, unless the open one does, too. */
function useRefusedSection(open: SectionId, refused: readonly string[]): void {
  const sections = useSections()
  const show = useEffectEvent(() => {
    const wrong = sections.filter(({ settings }) => settings.some((setting) => refused.includes(setting)))
    if (wrong[0] && !wrong.some(({ id }) => id === open))
      void navigate({ to: paths.configuration, search: searchOf(wrong[0].id) })
  })
  const key = refused.join()
  useEffect(() => show(), [key])
}

export default function ConfigurationScreen() {
  const { t } = useLingui()
  usePage(t`Configuration`)
  const page = useConfiguration()
  const { now, draft, change, problem } = page
  const open = oneOf(sectionIds, useSearch<'/configuration'>().section) ?? sectionIds[0]
  useRefusedSection(open, page.refused)
  const Section = bodies[open]
  // A new key remounts the fields when a version is loaded or changes are discarded.
  const [turn, setTurn] = useState(0)
  const replace = (whole: Draft) => {
    change(whole)
    setTurn(turn + 1)
  }
  return (
    <>
      <h1>{t`Configuration`}</h1>
      {now.isPending && <Spinner label={t`Loading configuration…`} />}
      <ErrorNote>{now.isError && errorText(now.error)}</ErrorNote>
      {draft && now.data && (
        <div
          className={
            'flex min-w-0 flex-col gap-4 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)_18rem] lg:items-start ' +
            'xl:grid-cols-[12rem_minmax(0,1fr)_20rem]'
          }
        >
          <SectionList open={open} changed={page.changed} refused={page.refused} />
          <div key={turn} className="grid min-w-0 grid-cols-1 gap-4">
            <Section draft={draft} change={change} problem={problem} />
          </div>
          <div className="contents lg:sticky lg:top-18 lg:grid lg:gap-4">
            <Saving
              page={page}
              onForget={() => {
                page.forget()
                setTurn(turn + 1)
              }}
            />
            <History version={now.data.version} onLoad={replace} />
          </div>
        </div>
      )}
    </>
  )
}

function Saving({ page, onForget }: { page: ReturnType<typeof useConfiguration>; onForget: () => void }) {
  const { t } = useLingui()
  const { list } = useFormats()
  const { changed, save, reason, setReason } = page
  const parts: Partial<Record<string, string>> = usePartNames()
  const saveChanges = () =>
    save.mutate(undefined, { onSuccess: () => toast({ text: t`Saved. Your changes are live.` }) })
  return (
    <section
      // The summary of changes stays visible on small screens.
      className={
        'card grid gap-4 ' + `${changed.length > 0 ? 'max-lg:sticky max-lg:bottom-2 max-lg:z-5 max-lg:shadow-lg' : ''}`
      }
      aria-label={t`Unsaved changes`}
    >
      <h2>{t`Unsaved changes`}</h2>
      <ErrorNote>{save.isError && errorText(save.error)}</ErrorNote>
      <p aria-live="polite">
        {changed.length === 0 ? (
          <span className="text-muted">{t`None.`}</span>
        ) : (
          list(changed.map((key) => parts[key] ?? key))
        )}
      </p>
      {changed.length > 0 && (
        <>
          <TextField
            label={t`Reason`}
            optional={t`(optional)`}
            hint={t`Shown in the version history and the audit log.`}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <div className="flex gap-3">
            <Button busy={save.isPending} onClick={saveChanges}>{t`Save`}</Button>
            <Button tone="quiet" onClick={onForget}>{t`Discard`}</Button>
          </div>
        </>
      )}
    </section>
  )
}
