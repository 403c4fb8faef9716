import type { OwnField } from '@kindred/contract/profiles/fields'
import { Trans } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import { useIsOn } from '../../api/house.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useFormats } from '../../ui/use-formats.ts'

/** Replaces the filters that members without Premium don’t have. */
export function PaidFields({ fields }: { fields: readonly OwnField[] }) {
  const formats = useFormats()
  const hasPremium = useIsOn('premium')
  if (fields.length === 0 || !hasPremium) return null
  const names = formats.list(fields.map(({ label }) => label))
  return (
    <p className="flex items-center gap-2 text-small text-muted">
      <Lock size={18} className="flex-none" />
      <span>
        <Trans>
          Filters by {names} are part of <Link to={paths.premium}>Premium</Link>.
        </Trans>
      </span>
    </p>
  )
}
