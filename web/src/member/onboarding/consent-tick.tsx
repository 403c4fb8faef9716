import { Trans } from '@lingui/react/macro'
import { useSettings } from '../../api/settings.ts'
import { useSession } from '../../session/store.ts'
import { Tick } from '../../ui/tick.tsx'
import { rowsClass } from './rows.ts'

export const useNeedsConsent = (): boolean =>
  useSession(({ missingConsents }) => missingConsents.includes('acceptSpecialCategory'))

type Props = { agreed: boolean; problem: string | undefined; onChange: (agreed: boolean) => void }

export function ConsentTick({ agreed, problem, onChange }: Props) {
  const { brand } = useSettings()
  return (
    <div className={rowsClass}>
      <Tick
        label={
          <Trans>
            I agree to {brand} using my dating preferences, religion and beliefs to find matches for me. I can withdraw
            this at any time.
          </Trans>
        }
        required
        checked={agreed}
        error={problem}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  )
}
