import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { matching } from '../../api/member-client.ts'
import { changeDecided } from '../../api/member-queries.ts'
import { readQuery, reload } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Tile } from '../discover/people-grid.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { peopleGridClass } from '../people/classes.ts'
import { useAction } from '../use-action.ts'

/** People whose cards the member set aside, until they come back to the deck. */
export function SetAside() {
  const { t } = useLingui()
  const { shortDay } = useFormats()
  const action = useAction()
  const queryClient = useQueryClient()
  const query = useQuery({ ...readQuery(['listSetAside'], matching.listSetAside), staleTime: 0 })
  const bringBack = async (userId: string) => {
    if (!(await action.run(() => matching.bringBack({ params: { userId } })))) return
    changeDecided(queryClient, 'discover', (decided) => decided.delete(userId))
    await reload(queryClient, 'listSetAside', 'discover', 'searchPeople')
  }
  return (
    <Loaded query={query}>
      {({ data: { people } }) =>
        people.length === 0 ? (
          <EmptyState
            title={t`No one set aside`}
            action={<Link className={buttonClass()} to={paths.discover}>{t`Discover people`}</Link>}
          >
            <Trans>
              Not sure about someone? Set them aside from their card’s menu, and they’ll come back in a week.
            </Trans>
          </EmptyState>
        ) : (
          <div className="grid gap-4">
            <p className="text-small text-muted">{t`They come back to your deck after a week. No one is notified.`}</p>
            <ErrorNote>{action.text}</ErrorNote>
            <ul className={peopleGridClass}>
              {people.map(({ user, until }) => (
                <li key={user._id} className="grid content-start gap-2">
                  <Tile person={user} />
                  <BackAgain
                    name={user.firstName}
                    day={shortDay(until)}
                    busy={action.busy}
                    onBring={() => void bringBack(user._id)}
                  />
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  )
}

type BackProps = { name: string; day: string; busy: boolean; onBring: () => void }

function BackAgain({ name, day, busy, onBring }: BackProps) {
  const { t } = useLingui()
  return (
    <>
      <span className="text-small text-muted">{t`Back on ${day}`}</span>
      <Button tone="quiet" size="sm" disabled={busy} aria-label={t`Bring back ${name}`} onClick={onBring}>
        <Undo2 size={16} />
        {t`Bring back`}
      </Button>
    </>
  )
}
