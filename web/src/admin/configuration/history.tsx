import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { ByWhom } from '../../ui/by-whom.tsx'
import { versionsQuery, type Draft } from './use-configuration.ts'
import { usePartNames } from './words.ts'

/** Every version there was. An old one is not put back by a click: it is loaded, looked at, and saved as a new one. */
export function History({ version, onLoad }: { version: number; onLoad: (draft: Draft) => void }) {
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
      <h2>
        <Trans>Versions</Trans>
      </h2>
      <ol className="grid gap-4">
        {all.map((each) => (
          <li key={each.version} className="grid justify-items-start gap-1 border-t border-line pt-3">
            <p>
              <b>{each.version === 0 ? t`Original settings` : t`Version ${each.version}`}</b>
              {each.changedAt && (
                <span className="text-muted">
                  {' '}
                  <ByWhom by={each.changedBy ?? ''} when={formats.dayAndTime(each.changedAt)} />
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
              <span className="text-small text-muted">
                <Trans>Current</Trans>
              </span>
            ) : (
              <Button
                tone="quiet"
                size="sm"
                aria-label={t`Load version ${each.version}`}
                onClick={() => load.mutate(each.version)}
              >
                <Trans>Load</Trans>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
