import { Trans } from '@lingui/react/macro'
import { useSession } from '../../session/store.ts'
import { Tick } from '../../ui/tick.tsx'
import { rowsClass } from './rows.ts'

/** Whether the consent to use special categories of data is missing. */
export const useNeedsConsent = (): boolean =>
  useSession(({ missingConsents }) => missingConsents.includes('acceptSpecialCategory'))

type Props = { agreed: boolean; problem: string | undefined; onChange: (agreed: boolean) => void }

export const ConsentTick = ({ agreed, problem, onChange }: Props) => (
  <div className={rowsClass}>
    <Tick
      label={
        <Trans>
          I agree that who I’d like to meet, my religion and my beliefs are used to find people for me. I can withdraw
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
