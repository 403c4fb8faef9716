import type { RecentUser } from '@kindred/contract/moderation/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { Table } from '../../ui/table.tsx'
import { fullName } from './figures.ts'
import { nameLinkClass } from '../../ui/classes.ts'
import { State } from '../../ui/state.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { UserLink } from '../user-link.tsx'

/** The five newest by creation date. */
export function RecentUsers({ recent }: { recent: readonly RecentUser[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <section className="card overflow-hidden p-0" aria-labelledby="recent-users">
      <div className="flex min-h-8 items-center gap-2 pt-4 pe-4 pb-2 ps-5">
        <h2 id="recent-users">
          <Trans>Recent Users</Trans>
        </h2>
      </div>
      <Table
        caption={t`Recent Users`}
        rows={recent}
        keyOf={({ _id }) => _id}
        columns={[
          { head: t`Name`, cell: (user) => <Name id={user._id} name={fullName(user, t`Unknown`)} /> },
          {
            head: t`Email`,
            cell: ({ email }) => (
              <span className="min-w-0 truncate block max-w-64 text-ink-2" title={email ?? ''}>
                {email}
              </span>
            ),
          },
          { head: t`Join date`, cell: ({ createdAt }) => formats.day(createdAt) },
          {
            head: t`Status`,
            cell: ({ isActive }) => <Dot on={isActive} out words={isActive ? t`Active` : t`Inactive`} />,
          },
          {
            head: t`Subscription`,
            cell: ({ isVIP }) =>
              isVIP ? (
                <Badge tone="accent">{t`Premium`}</Badge>
              ) : (
                <span className="text-muted">{t({ message: 'Free', context: 'plan' })}</span>
              ),
          },
          {
            head: t`Presence`,
            cell: ({ isOnline }) => <Dot on={isOnline} words={isOnline ? t`Online` : t`Offline`} />,
          },
        ]}
      />
    </section>
  )
}

const Name = ({ id, name }: { id: string; name: string }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={name} size={32} />
    <UserLink id={id} className={`${nameLinkClass} max-w-52`} dir="auto" title={name}>
      {name}
    </UserLink>
  </span>
)

const Dot = ({ on, out = false, words }: { on: boolean; out?: boolean; words: string }) => (
  <State tone={on ? 'on' : out ? 'out' : 'off'} full={on}>
    {words}
  </State>
)
