import { useLingui } from '@lingui/react/macro'
import { ShieldAlert, X } from 'lucide-react'
import { useState } from 'react'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { IconButton } from '../../ui/button.tsx'
import { noteClass } from '../../ui/pieces.tsx'

const KEY = 'kindred.second-factor-later'

export const secondFactorQuery = readQuery(['getSecondFactor'], backOffice.getSecondFactor)
export const passkeysQuery = readQuery(['listPasskeys'], backOffice.listPasskeys)

/** Offers two-step sign-in to staff. Once dismissed, it stays hidden until the next sign-in. */
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
      <ShieldAlert className="icon mt-0!" />
      <p className="flex-1">
        {isRequired
          ? t`Administrators must use two-step verification.`
          : t`Two-step verification protects every account you manage.`}{' '}
        <Link to={paths.settings} hash="second-factor">{t`Set it up`}</Link>
      </p>
      {!isRequired && (
        <IconButton label={t`Not now`} tone="ghost" size="sm" onClick={put}>
          <X size={18} />
        </IconButton>
      )}
    </div>
  )
}
