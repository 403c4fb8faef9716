import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { CalendarPlus, ChevronLeft, Ellipsis } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { paths, toPerson } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { navigate } from '../../router/navigation.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useWords } from '../people/words.ts'
import { useMute } from './use-mute.ts'
import { iconButtonClass } from '../../ui/button.tsx'

const CallButton = lazy(() => import('./aloud.tsx').then(({ CallButton: button }) => ({ default: button })))

type Props = { match: Match; onPlan: () => void; onLeave: () => void }

export function Head({ match, onPlan, onLeave }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const { user } = match
  const mute = useMute(match)
  const profile = (hash?: string) => void navigate({ ...toPerson(user._id), ...(hash ? { hash } : {}) })
  return (
    <header
      className={'flex min-h-19 items-center gap-3 border-b border-line px-6 py-4 phone:min-h-15 phone:gap-1 phone:p-2'}
    >
      <Link
        className={iconButtonClass('ghost', 'desk:hidden')}
        to={paths.matches}
        aria-label={t`Back to all conversations`}
      >
        <ChevronLeft className="icon" aria-hidden="true" />
      </Link>
      <Avatar name={user.firstName} src={user.profilePicture} size={44} />
      <div className="min-w-0 flex-1">
        <h2 className="min-w-0 truncate" dir="auto">
          {user.firstName}
        </h2>
        <p className="truncate text-small text-muted">{words.seen(user)}</p>
      </div>
      <Suspense fallback={<span className="w-11" />}>
        <CallButton matchId={match._id} />
      </Suspense>
      <IconButton label={t`Suggest a date`} tone="ghost" onClick={onPlan}>
        <CalendarPlus size={20} aria-hidden="true" />
      </IconButton>
      <Menu
        trigger={
          <IconButton label={t`More: report, block, unmatch`} tone="ghost">
            <Ellipsis size={20} aria-hidden="true" />
          </IconButton>
        }
        items={[
          { label: t`View profile`, onSelect: () => profile() },
          { label: t`Report or block`, onSelect: () => profile('safety') },
          { label: mute.label, onSelect: mute.toggle },
          { label: t`Unmatch`, danger: true, onSelect: onLeave },
        ]}
      />
    </header>
  )
}
