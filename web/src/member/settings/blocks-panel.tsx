import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { members } from '../../api/member-client.ts'
import { changeDecided } from '../../api/member-queries.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../use-action.ts'
import { Panel } from './panel.tsx'
import { blocksQuery } from './queries.ts'

export function BlocksPanel() {
  const { t } = useLingui()
  const isRestricted = useSession(({ user }) => user?.isActive === false)
  const action = useAction()
  const queryClient = useQueryClient()
  const query = useQuery(blocksQuery)
  const { blocks = [] } = query.data?.data ?? {}
  const unblock = async (userId: string) => {
    if (!(await action.run(() => members.unblock({ params: { userId } })))) return
    for (const deck of ['discover', 'listFriends'] as const)
      changeDecided(queryClient, deck, (each) => each.delete(userId))
    await queryClient.invalidateQueries()
  }
  return (
    <Panel
      id="blocks"
      title={t`Blocked`}
      lead={t`You’ll no longer see each other. We won’t tell them.`}
      needs={query}
      error={action.text}
    >
      {blocks.length === 0 && <p className="text-muted">{t`You haven’t blocked anyone.`}</p>}
      <ul className="grid gap-2">
        {blocks.map(({ _id, firstName }) => (
          <li key={_id} className="flex items-center justify-between gap-3">
            <span dir="auto">{firstName}</span>
            <Button
              tone="quiet"
              size="sm"
              aria-label={t`Unblock ${firstName}`}
              onClick={() => void unblock(_id)}
            >{t`Unblock`}</Button>
          </li>
        ))}
      </ul>
      {!isRestricted && (
        <p>
          <Link
            className="inline-flex min-h-11 items-center"
            to={paths.settings}
            hash="contacts"
            aria-current={undefined}
          >
            <Trans>Avoid people you know, even before they join</Trans>
          </Link>
        </p>
      )}
    </Panel>
  )
}
