import { Trans, useLingui } from '@lingui/react/macro'
import { Bell, ChartColumn, Ellipsis, LifeBuoy, type LucideIcon, Scale, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { homeOf, paths, type Path } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { MoreMenu } from './more-menu.tsx'
import { type Counts, Count, usePlaces } from './places.tsx'

const railLink =
  'flex min-h-(--control) items-center gap-2.5 rounded-md px-3 font-medium text-ink-2 no-underline ' +
  '[&:hover]:bg-sunken aria-[current]:bg-surface! aria-[current]:text-ink aria-[current]:shadow-edge ' +
  '[&[aria-current]>svg]:text-accent [&>[aria-label]]:ms-auto ' +
  'slim:relative slim:min-h-14 slim:flex-col slim:justify-center slim:gap-0.5 slim:px-0 slim:text-center ' +
  'slim:text-caption slim:[&>[aria-label]]:absolute slim:[&>[aria-label]]:top-1 ' +
  'slim:[&>[aria-label]]:inset-s-[calc(50%+0.375rem)]'

type RailLinkProps = { to: Path; Icon: LucideIcon; children: ReactNode }

const RailLink = ({ to, Icon, children }: RailLinkProps) => (
  <Link className={railLink} to={to}>
    <Icon className="icon" aria-hidden="true" />
    {children}
  </Link>
)

export function Rail({ counts }: { counts: Counts }) {
  const { brand } = useSettings()
  const { t } = useLingui()
  return (
    <div className="sticky top-0 flex h-screen flex-col gap-1 overflow-y-auto px-3 pt-6 pb-5 slim:px-1 phone:hidden">
      <Link className={`${logoClass} px-3 pb-6 slim:justify-center slim:[&>span]:sr-only`} to={useSession(homeOf)}>
        <Logo brand={brand} />
      </Link>
      <nav className="grid gap-1" aria-label={t`Main`}>
        {usePlaces(counts).map(({ to, name, Icon, count }) => (
          <RailLink key={to} to={to} Icon={Icon}>
            {name}
            {count}
          </RailLink>
        ))}
        <RailLink to={paths.search} Icon={Search}>
          <Trans context="noun">Search</Trans>
        </RailLink>
        <RailLink to={paths.notifications} Icon={Bell}>
          <Trans>Notifications</Trans>
          <Count count={counts.notifications} label={t`${counts.notifications} new`} />
        </RailLink>
      </nav>
      <Foot />
    </div>
  )
}

function Foot() {
  const user = useSession((session) => session.user)
  return (
    <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-1">
      {user?.staffRole && (
        <RailLink to={paths.dashboard} Icon={ChartColumn}>
          <Trans>Back office</Trans>
        </RailLink>
      )}
      {/* Where only icons fit, these two are under More. */}
      <div className="grid gap-1 slim:hidden">
        <RailLink to={paths.premium} Icon={Scale}>
          <Trans>Premium</Trans>
        </RailLink>
        <RailLink to={paths.support} Icon={LifeBuoy}>
          <Trans>Support</Trans>
        </RailLink>
      </div>
      <Link className={railLink} to={paths.settings}>
        <span className="sr-only">
          <Trans>Settings:</Trans>
        </span>
        <Avatar name={user?.firstName ?? '?'} src={user?.profilePicture ?? null} size={28} />
        <span className="max-w-full min-w-0 truncate" dir="auto">
          {user?.firstName}
        </span>
      </Link>
      <MoreMenu
        trigger={
          <Button
            tone="ghost"
            className="justify-start! slim:flex-col slim:justify-center! slim:px-0! slim:text-caption!"
          >
            <Ellipsis className="icon" aria-hidden="true" />
            <Trans>More</Trans>
          </Button>
        }
      />
    </div>
  )
}
