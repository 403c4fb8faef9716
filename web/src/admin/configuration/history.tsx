import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Byline } from '../../ui/user-text.tsx'
import { ChangeList } from './lazy-change-list.ts'
import { type Draft, versionQuery, versionsQuery, readVersion } from './use-configuration.ts'
import { usePartNames } from './part-names.ts'
import { useFirstItems } from './use-first-items.tsx'

type Props = { version: number; onLoad: (draft: Draft) => void }

/** All versions. Restoring one loads it into the form, to be reviewed and saved as a new version. */
export function History({ version, onLoad }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const parts: Partial<Record<string, string>> = usePartNames()
  const { data: versions = [], error } = useQuery(versionsQuery)
  const [open, setOpen] = useState<number>()
  const load = useMutation({
    mutationFn: readVersion,
    onSuccess: ({ data }) => {
      onLoad(data.configuration)
      toast({ text: t`Version ${data.version} loaded. Save to restore it.` })
    },
    onError: (error) => toast({ text: errorText(error), bad: true }),
  })
  const [newest, more] = useFirstItems(versions, 3)
  const all = [...newest, { version: 0, changedAt: null, changedBy: null, reason: null, changed: [] }]
  return (
    <section
      className="card grid content-start gap-3 lg:min-h-0 lg:overflow-y-auto lg:[scrollbar-width:thin]"
      aria-label={t`Versions`}
    >
      <h2>{t`Versions`}</h2>
      <ErrorNote>{error && errorText(error)}</ErrorNote>
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
            <div className="flex flex-wrap items-center gap-2">
              {each.version === version ? (
                <span className="text-small text-muted">{t`Current`}</span>
              ) : (
                <Button
                  tone="quiet"
                  size="sm"
                  aria-label={each.version === 0 ? t`Load the original settings` : t`Load version ${each.version}`}
                  onClick={() => load.mutate(each.version)}
                >
                  {t`Load`}
                </Button>
              )}
              {each.version > 0 && (
                <Button
                  tone="quiet"
                  size="sm"
                  aria-expanded={open === each.version}
                  aria-label={t`Changes of version ${each.version}`}
                  onClick={() => setOpen(open === each.version ? undefined : each.version)}
                >
                  {t`Changes`}
                </Button>
              )}
            </div>
            {open === each.version && (
              <Suspense fallback={<Spinner label={t`Loading changes…`} />}>
                <Changes version={each.version} />
              </Suspense>
            )}
          </li>
        ))}
      </ol>
      {more}
    </section>
  )
}

function Changes({ version }: { version: number }) {
  const { t } = useLingui()
  const before = useQuery(versionQuery(version - 1))
  const after = useQuery(versionQuery(version))
  const error = before.error ?? after.error
  if (error) return <ErrorNote>{errorText(error)}</ErrorNote>
  if (!before.data || !after.data) return <Spinner label={t`Loading changes…`} />
  return <ChangeList before={before.data} after={after.data} />
}
