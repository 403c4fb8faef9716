import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { settings } from '../../api/member-client.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Panel } from './panel.tsx'
import { sessionsQuery } from './queries.ts'
import { useAction } from '../use-action.ts'

export function SessionsPanel() {
  const { t } = useLingui()
  const formats = useFormats()
  const queryClient = useQueryClient()
  const action = useAction()
  const query = useQuery(sessionsQuery)
  const sessions = query.data?.data.sessions ?? []
  const end = async (work: () => Promise<unknown>, text: string) => {
    if (await action.run(work)) toast({ text })
    await queryClient.invalidateQueries(sessionsQuery)
  }
  return (
    <Panel id="sessions" title={t`Where you’re signed in`} error={action.text} needs={query}>
      <ul className="grid">
        {sessions.map((session) => (
          <li
            key={session._id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-0"
          >
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                {session.device} {session.current && <Badge tone="positive">{t`This device`}</Badge>}
              </p>
              <p className="text-small text-muted">
                {session.address} · {formats.dayAndTime(session.lastUsedAt)}
              </p>
            </div>
            {!session.current && (
              <Button
                tone="quiet"
                size="sm"
                onClick={() =>
                  void end(() => settings.endSession({ params: { id: session._id } }), t`Signed out there.`)
                }
              >
                {t`Sign out`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          tone="quiet"
          className="justify-self-start"
          busy={action.busy}
          onClick={() => void end(() => settings.endOtherSessions(), t`Signed out everywhere else.`)}
        >
          {t`Sign out everywhere else`}
        </Button>
      )}
    </Panel>
  )
}
