import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useSettings } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { usePage } from '../../ui/page.ts'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Names, Prices, Trials } from './general.tsx'
import { Figures } from './figures.tsx'
import { History } from './history.tsx'
import { Replies, Rules } from './texts.tsx'
import { useConfiguration, type Draft } from './use-configuration.ts'
import { WordLists } from './word-lists.tsx'
import { usePartNames } from './words.ts'

/** The configuration. Each change is a version that records who made it and why. */
export default function ConfigurationScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Configuration`, brand)
  const page = useConfiguration()
  const { now, draft, change, problem } = page
  // What is loaded or forgotten is shown by fields that start again.
  const [turn, setTurn] = useState(0)
  const replace = (whole: Draft) => {
    change(whole)
    setTurn(turn + 1)
  }
  return (
    <>
      <h1>
        <Trans>Configuration</Trans>
      </h1>
      {now.isPending && <Spinner label={t`Loading configuration…`} />}
      <ErrorNote>{now.isError && errorText(now.error)}</ErrorNote>
      {draft && now.data && (
        <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
          <div key={turn} className="grid grid-cols-1 gap-5">
            <Names draft={draft} change={change} problem={problem} />
            <Prices draft={draft} change={change} problem={problem} />
            <Trials draft={draft} change={change} problem={problem} />
            <Figures draft={draft} change={change} problem={problem} />
            <Rules draft={draft} change={change} problem={problem} />
            <Replies draft={draft} change={change} problem={problem} />
            <WordLists draft={draft} change={change} problem={problem} />
          </div>
          <div className="contents lg:sticky lg:top-20 lg:grid lg:gap-5">
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

/** Says what would change, and keeps it. */
function Saving({ page, onForget }: { page: ReturnType<typeof useConfiguration>; onForget: () => void }) {
  const { t } = useLingui()
  const { list } = useFormats()
  const { changed, save, reason, setReason } = page
  const parts: Partial<Record<string, string>> = usePartNames()
  const saveChanges = () =>
    save.mutate(undefined, { onSuccess: () => toast({ text: t`Saved. Your changes are live.` }) })
  return (
    <section
      // What has been changed is kept at hand on a small screen, too.
      className={
        'card grid gap-4 ' + `${changed.length > 0 ? 'max-lg:sticky max-lg:bottom-2 max-lg:z-5 max-lg:shadow-lg' : ''}`
      }
      aria-label={t`Unsaved changes`}
    >
      <h2>
        <Trans>Unsaved changes</Trans>
      </h2>
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
            <Button busy={save.isPending} onClick={saveChanges}>
              <Trans>Save</Trans>
            </Button>
            <Button tone="quiet" onClick={onForget}>
              <Trans>Discard</Trans>
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
