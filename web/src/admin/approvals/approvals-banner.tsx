import { Plural, useLingui } from '@lingui/react/macro'
import { UserRoundCheck } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { usePlace } from '../../router/place.ts'
import { noteClass } from '../../ui/pieces.tsx'

/** Links to the requests that wait for this administrator's approval, except on their own screen. */
export function ApprovalsBanner({ count }: { count: number }) {
  const { t } = useLingui()
  const isThere = usePlace().pathname === paths.approvals
  if (count === 0 || isThere) return null
  return (
    <div className={noteClass('info', 'items-center!')} role="status">
      <UserRoundCheck className="icon mt-0!" />
      <p className="flex-1">
        <Plural value={count} one="# request needs your approval." other="# requests need your approval." />{' '}
        <Link to={paths.approvals}>{t`Review`}</Link>
      </p>
    </div>
  )
}
