import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions } from '@tanstack/react-query'
import { ShieldAlert, X } from 'lucide-react'
import { useState } from 'react'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { IconButton } from '../../ui/button.tsx'
import { noteClass } from '../../ui/pieces.tsx'

const KEY = 'kindred.second-factor-later'

export const secondFactorQuery = queryOptions({
  queryKey: ['getSecondFactor'],
  queryFn: () => withRetry(() => backOffice.getSecondFactor()),
})
export const passkeysQuery = queryOptions({
  queryKey: ['listPasskeys'],
  queryFn: () => withRetry(() => backOffice.listPasskeys()),
})

/** Offers the second factor to staff; can be put away until the next sign-in. */
export function SecondFactorBanner({ isRequired }: { isRequired: boolean }) {
  const { t } = useLingui()
  const [later, setLater] = useState(() => sessionStorage.getItem(KEY) === 'yes')
  if (later && !isRequired) return null
  const put = () => {
    sessionStorage.setItem(KEY, 'yes')
    setLater(true)
  }
  return (
    <div className={noteClass('warning', 'items-center!')}>
      <ShieldAlert className="icon mt-0!" aria-hidden="true" />
      <p className="flex-1">
        {isRequired ? (
          <Trans>Administrators must use two-step verification.</Trans>
        ) : (
          <Trans>Two-step verification protects every account you manage.</Trans>
        )}{' '}
        <Link to={paths.settings} hash="second-factor">
          <Trans>Set it up</Trans>
        </Link>
      </p>
      {!isRequired && (
        <IconButton label={t`Not now`} tone="ghost" size="sm" onClick={put}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
