import { emergencies, type Emergency } from '@kindred/contract/safety/emergency-numbers'
import { countryOfZone } from '@kindred/contract/safety/time-zones'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { useSession } from '../../session/store.ts'
import { SelectField } from '../../ui/select-field.tsx'

const hasNumbers = (country: string | undefined): country is string =>
  emergencies.some((each) => each.country === country)

/** The device's country, which is right for people who travel, and otherwise the browser's region. */
function countryHere(): string[] {
  const zone = countryOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const region = new Intl.Locale(navigator.language).region
  return [zone, region].flatMap((each) => each ?? [])
}

/** A country given by the page comes first. Someone who looks up their own country may be elsewhere by now. */
export default function EmergencyNumbers({ country: given }: { country?: string | undefined }) {
  const { t, i18n } = useLingui()
  const home = useSession(({ user }) => user?.countryCode)
  const [chosen, setChosen] = useState(() => [given, ...countryHere(), home].find(hasNumbers) ?? '')
  const names = new Intl.DisplayNames(i18n.locale, { type: 'region' })
  const countries = emergencies
    .map(({ country }) => ({ country, name: names.of(country) ?? country }))
    .toSorted((one, other) => one.name.localeCompare(other.name, i18n.locale))
  const found = emergencies.find(({ country }) => country === chosen)
  return (
    <div className="grid gap-4">
      <SelectField label={t`Country`} value={chosen} onChange={({ target }) => setChosen(target.value)}>
        {!found && <option value="">{t`Choose a country`}</option>}
        {countries.map(({ country, name }) => (
          <option key={country} value={country}>
            {name}
          </option>
        ))}
      </SelectField>
      {found && <Numbers of={found} />}
      <p className="text-small text-muted">
        <Trans>Numbers can change, so check them locally. In the European Union, 112 works everywhere.</Trans>
      </p>
    </div>
  )
}

function Numbers({ of: { numbers, lines } }: { of: Emergency }) {
  const { t } = useLingui()
  const services = [
    [t`All emergencies`, numbers.emergency],
    [t`Police`, numbers.police],
    [t`Ambulance`, numbers.ambulance],
    [t`Fire department`, numbers.fire],
  ] as const
  const about = { violence: t`Violence and abuse`, crisis: t`Crisis and suicidal thoughts` }
  return (
    <ul className="m-0 grid list-none gap-2 p-0">
      {services.map(([name, phone]) => phone && <Line key={name} name={name} phone={phone} />)}
      {lines.map((line) => (
        <Line
          key={line.phone}
          name={<bdi>{line.name}</bdi>}
          detail={about[line.about]}
          phone={line.phone}
          site={line.site}
        />
      ))}
    </ul>
  )
}

type LineProps = { name: ReactNode; detail?: string; phone: string; site?: string }

/** The whole row calls. A country may write a number with spaces and signs that a phone doesn't need. */
const Line = ({ name, detail, phone, site }: LineProps) => (
  <li>
    <a
      href={`tel:${encodeURIComponent(phone.replaceAll(/[^\d+#*]/g, ''))}`}
      className="flex min-h-14 items-center gap-3 rounded-md bg-sunken px-4 py-2 text-ink no-underline hover:underline"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{name}</span>
        {detail && (
          <span className="block text-small text-muted">
            {detail} · <bdi>{site}</bdi>
          </span>
        )}
      </span>
      <bdi dir="ltr" className="text-lead font-semibold text-accent-text tabular-nums">
        {phone}
      </bdi>
    </a>
  </li>
)
