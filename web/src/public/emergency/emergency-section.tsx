import { useLingui } from '@lingui/react/macro'
import EmergencyNumbers from './emergency-numbers.tsx'

/** The numbers for the reader's country, and a choice of others. */
export default function EmergencySection({ country }: { country?: string | undefined }) {
  const { t } = useLingui()
  return (
    <section className="grid gap-3" aria-labelledby="emergency">
      <h2 id="emergency">{t`Emergency numbers and help lines`}</h2>
      <EmergencyNumbers country={country} />
    </section>
  )
}
