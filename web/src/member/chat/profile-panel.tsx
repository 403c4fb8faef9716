import type { Match } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Ban, Flag, type LucideIcon, Unlink, UserRound } from 'lucide-react'
import { compatibilityQuery } from '../../api/member-queries.ts'
import { toPerson } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { unknownCloseness } from '../people/words.ts'
import { Cover } from '../people/cover.tsx'
import { Reasons } from '../people/fit.tsx'
import type { Open } from './dialogs.tsx'

const lineClass =
  'flex min-h-(--control) items-center gap-3 border-0 border-t border-line bg-transparent p-0 ' +
  'text-(length:--text-2) text-ink-2 no-underline'

type LineProps = { Icon: LucideIcon; label: string; onClick: () => void; danger?: boolean }

const Line = ({ Icon, label, onClick, danger }: LineProps) => (
  <button type="button" className={`${lineClass} ${danger ? 'text-danger!' : ''}`} onClick={onClick}>
    <Icon className="icon" />
    {label}
  </button>
)

/** The person of a conversation, where there is room beside it. */
export default function ProfilePanel({ match, onOpen }: { match: Match; onOpen: (open: Open) => void }) {
  const { t } = useLingui()
  const { user } = match
  const { data } = useQuery({ ...compatibilityQuery(user._id), enabled: match.kind !== 'friends' })
  return (
    <aside
      className={
        'flex flex-col gap-5 overflow-auto border-s border-line p-5 wrap-anywhere bar:hidden ' +
        '[&>*]:flex-none [&_figure]:aspect-square ' +
        '[&_figure]:rounded-lg [&_figure]:shadow-none'
      }
      aria-label={t`About ${user.firstName}`}
    >
      <Cover person={{ ...user, ...unknownCloseness }} />
      {data && <Reasons reasons={data.data.reasons.slice(0, 3)} />}
      <nav className="grid" aria-label={t`Your match`}>
        <Link className={lineClass} {...toPerson(user._id)}>
          <UserRound className="icon" />
          <Trans>View profile</Trans>
        </Link>
        <Line Icon={Flag} label={t`Report`} onClick={() => onOpen('report')} />
        <Line Icon={Ban} label={t`Block`} onClick={() => onOpen('block')} />
        <Line Icon={Unlink} label={t`Unmatch`} danger onClick={() => onOpen('unmatch')} />
      </nav>
    </aside>
  )
}
